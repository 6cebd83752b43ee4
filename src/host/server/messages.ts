import type { FaultCode, FaultDetails } from '../../wire/fault.ts'

/** Between the main thread, which serves the sockets, and the thread that holds the document and the kernel. */
export type ToModeller =
  | { kind: 'call'; job: string; connection: number; method: string; params: Record<string, unknown> }
  | { kind: 'gone'; connection: number }

export type FromModeller =
  | { kind: 'ready' }
  /** `json` is the result as UTF-8 JSON. */
  | { kind: 'result'; job: string; json: Uint8Array }
  | { kind: 'fault'; job: string; code: FaultCode; message: string; details: FaultDetails }
