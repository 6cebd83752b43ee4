import type { Answer } from '../wire/message.ts'

/** What the cases are run against: one greeted connection to a host, and what is known about it. */
export interface Target {
  readonly host: 'embedded' | 'rhino'
  request(method: string, params: unknown): Promise<Answer>
  /** Texts that cases may use: `tmp`, a folder that files may be written to; `secret`. */
  readonly texts: Readonly<Record<string, string>>
  /** How many answers were made up so far by doubles of Rhino; absent where everything is real. */
  doubles?(): Promise<number>
  /** Lets somebody at Rhino do something; absent where nobody can be told to. */
  person?(does: string, how: Record<string, unknown>): Promise<void>
}

/**
 * How far a method has been proved on a host.
 * - `computed`: a call gave the values that it must give.
 * - `shape`: a call was made with parameters that Rhino takes, and answered in the shape that is promised; the values came
 *   from a double of Rhino's kernel and prove nothing.
 * - `none`: the host says that it cannot do it, with NOT_IMPLEMENTED and in its list of capabilities alike.
 */
export type Kind = 'computed' | 'shape' | 'none'

export interface Outcome {
  method: string
  /** "scene.list_objects: by layer" */
  title: string
  /** Null for a case that is about an error, or that this target cannot run. */
  kind: Kind | null
  /** The code that a wrong call was refused with. */
  refusal: string | null
  /** Why it was not run: "nobody is there to pick". */
  skipped: string | null
  /** What is wrong; empty where all is well. */
  problems: string[]
}
