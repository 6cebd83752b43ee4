/**
 * What the core and the process of a toolset say to each other, one JSON object a line: the core on stdin, the process on
 * stdout. One call runs at a time; `run` numbers them, so that a late word of an old one is known as such.
 */
/** Called instead of a function, this gives the names of all that there are. No function can be called so. */
export const ALL_NAMES = '*'

export type ToProcess =
  | { type: 'run'; run: number; tool: string; input: Record<string, unknown>; kilobytes: number }
  | { type: 'answer'; run: number; call: number; output?: Record<string, unknown>; error?: CallError }
  | { type: 'cancel'; run: number }

export type FromProcess =
  /** The code is loaded, the function is being called. */
  | { type: 'begun'; run: number }
  | { type: 'call'; run: number; call: number; tool: string; input: Record<string, unknown> }
  | { type: 'progress'; run: number; done: number; total?: number; text?: string }
  | { type: 'done'; run: number; output: unknown }
  | { type: 'failed'; run: number; error: CallError }
  | { type: 'printed'; text: string }
  /** The process is about to end, and why. */
  | { type: 'ended'; why: 'memory' | 'crash'; message: string }

/** An error on its way in or out of the toolset's code. */
export interface CallError {
  message: string
  /** Ours, where it comes from a tool of Rhino's. */
  code?: string
  next?: string
  /** "tools.ts:12" */
  at?: string
}
