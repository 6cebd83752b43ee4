/** Errors on the wire: a number that GOLEM's client knows, and our own string that says which kind it is (contract §1). */

const NUMBER_OF = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  NOT_FOUND: -32601,
  INTERNAL_ERROR: -32603,
  INVALID_PARAMS: -32000,
  OBJECT_NOT_FOUND: -32000,
  OPERATION_FAILED: -32000,
  TIMEOUT: -32000,
  RHINO_BUSY: -32000,
  NOT_IMPLEMENTED: -32000,
  UNAUTHORIZED: -32000,
  DOCUMENT_NOT_FOUND: -32000,
  UNDO_BLOCKED: -32000,
  TOO_LARGE: -32000,
} as const

export type FaultCode = keyof typeof NUMBER_OF

export const FAULT_CODES = Object.keys(NUMBER_OF) as FaultCode[]

/** What a fault may name: the parameter, the id, what was tried, what to do next. */
export interface FaultDetails {
  parameter?: string
  id?: string
  tried?: string
  next?: string
  [key: string]: unknown
}

/** The error object of an answer, as it stands on the wire. */
export interface WireError {
  code: number
  message: string
  data?: { code: FaultCode; details?: FaultDetails }
}

/** A failure that the caller can understand: code, one sentence, and the next step in `details.next`. */
export class Fault extends Error {
  readonly code: FaultCode
  readonly details: FaultDetails
  constructor(code: FaultCode, message: string, details: FaultDetails = {}) {
    super(message)
    this.name = 'Fault'
    this.code = code
    this.details = details
  }

  toWire(): WireError {
    const data = Object.keys(this.details).length > 0 ? { code: this.code, details: this.details } : { code: this.code }
    return { code: NUMBER_OF[this.code], message: this.message, data }
  }
}

/** Reads an error object of any host: ours, the plugin's, or GOLEM's (numbers only, or its string codes). */
export function faultFromWire(error: unknown): Fault {
  const raw = (typeof error === 'object' && error !== null ? error : {}) as Partial<WireError> & { code?: unknown }
  const message = typeof raw.message === 'string' && raw.message ? raw.message : 'Rhino gave no reason.'
  const named = raw.data?.code ?? raw.code
  if (typeof named === 'string' && named in NUMBER_OF) {
    return new Fault(named as FaultCode, message, raw.data?.details ?? {})
  }
  if (raw.code === NUMBER_OF.NOT_FOUND) return new Fault('NOT_FOUND', message)
  if (raw.code === NUMBER_OF.INTERNAL_ERROR) return new Fault('INTERNAL_ERROR', message)
  const leading = FAULT_CODES.find((code) => message.startsWith(code))
  return new Fault(leading ?? 'OPERATION_FAILED', message)
}
