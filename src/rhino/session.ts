import type { ArgumentsOf, MethodName, ResultOf } from '../tools/registry.ts'
import type { Progress } from './progress.ts'

export type SessionState = 'connecting' | 'ready' | 'busy' | 'lost' | 'closed'

export interface CallOptions {
  /** Default by the method's pace: 30 s, or 120 s for heavy ones. */
  timeoutMs?: number
  signal?: AbortSignal | undefined
  /** How much longer than `timeoutMs` the result of a call is waited for that the host is still working on; default 0. */
  lateMs?: number
  /** Told about once a second while the call runs. */
  onProgress?: ((progress: Progress) => void) | undefined
}

/** One live connection to one Rhino process, or to the embedded host: the same wire either way. */
export interface RhinoSession {
  readonly kind: 'embedded' | 'rhino'
  /** "Rhino 8", "Built-in modeller". */
  readonly label: string
  /** Of GOLEM's plugin, which does not say its own, the port stands for it. */
  readonly processId: number | null
  readonly state: SessionState
  /** Why it is busy, lost or closed, as a sentence; null otherwise. */
  readonly why: string | null
  /** When the state began, ms since 1970; for `busy`, when the call in question was sent. */
  readonly since: number
  /** GOLEM's own plugin answers: it knows no secret, no turns and no undo, and only GOLEM's methods. */
  readonly legacy: boolean
  /** Protocol extras that the host offers, from its `hello`; empty until then. */
  readonly capabilities: readonly string[]
  /**
   * Throws a Fault: the host's own; RHINO_BUSY when there is no connection (nothing was changed); OPERATION_FAILED when
   * it broke in mid-call and the host cannot say what became of it (it may have been done); TIMEOUT, where it is still
   * running. Throws the signal's reason when that fires first.
   */
  call<M extends MethodName>(method: M, params: ArgumentsOf<M>, options?: CallOptions): Promise<ResultOf<M>>
  /** For methods known only by name. */
  callRaw(method: string, params: Record<string, unknown>, options?: CallOptions): Promise<unknown>
  /** Called with every change of `state`; returns how to stop. */
  onState(listener: (state: SessionState, why: string | null) => void): () => void
  close(): Promise<void>
}
