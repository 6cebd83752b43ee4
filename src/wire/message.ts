import { Fault, type WireError } from './fault.ts'

/** `number` ids are not GOLEM's, but they come back as they were sent. */
export type RequestId = string | number

export interface Request {
  id: RequestId
  method: string
  params: Record<string, unknown>
}

/** Both keys are always there, one of them null. `id` is null only where no id could be read. */
export interface Answer {
  id: RequestId | null
  result: unknown
  error: WireError | null
}

export function answerWith(id: RequestId, result: unknown): Answer {
  return { id, result: result === undefined || result === null ? {} : result, error: null }
}

export function answerFault(id: RequestId | null, fault: Fault): Answer {
  return { id, result: null, error: fault.toWire() }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (value: unknown): value is RequestId => typeof value === 'string' || typeof value === 'number'

export type ReadRequest = { ok: true; request: Request } | { ok: false; id: RequestId | null; fault: Fault }

/** A request, or the INVALID_REQUEST that answers it. Missing or non-object params are `{}`. */
export function readRequest(value: unknown): ReadRequest {
  const refuse = (id: RequestId | null, why: string): ReadRequest => ({
    ok: false,
    id,
    fault: new Fault('INVALID_REQUEST', why, { next: 'Send {"id": "…", "method": "namespace.name", "params": {…}}.' }),
  })
  if (!isRecord(value)) return refuse(null, 'A request is a JSON object.')
  const { id, method, params } = value
  if (!isId(id)) return refuse(null, 'The id of a request is a string or a number.')
  if (typeof method !== 'string') return refuse(id, 'The method of a request is a string.')
  return { ok: true, request: { id, method, params: isRecord(params) ? params : {} } }
}

/** An answer as a client reads it; undefined for anything that is not one. */
export function readAnswer(value: unknown): Answer | undefined {
  if (!isRecord(value) || !('result' in value || 'error' in value)) return undefined
  const id = isId(value.id) ? value.id : null
  return { id, result: value.result ?? null, error: (value.error as WireError | null | undefined) ?? null }
}
