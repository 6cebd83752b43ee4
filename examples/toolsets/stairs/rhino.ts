/** What every tool of this toolset is given beside its arguments. */
export interface Rhino {
  /** Runs a tool of Tickbird's by its name and gives its result. Throws an error with a `code` and a `next` step. */
  call(tool: string, input?: object): Promise<Record<string, unknown>>
  /** Shows how far it is. */
  progress(done: number, total?: number, text?: string): void
  /** Aborted when the user stops the turn. */
  signal: AbortSignal
}
