import { z } from 'zod'
import { FAULT_CODES } from '../wire/fault.ts'

/**
 * Contract cases as data, `test/contract/<family>.json`. A text `$name` stands for a value that a step has kept
 * (`$name.0.guid` for a part of one), `${name}` for one inside a longer text, `$last` for the id of the last step's request. What a result must be is described by
 * example; see match.ts.
 */

const values = z.record(z.string(), z.unknown())

/** One call beside the one that the case is about. */
const step = z.strictObject({
  call: z.string(),
  params: values.default({}),
  /** name → path into the result: {"box": "guid"} */
  keep: z.record(z.string(), z.string()).default({}),
  expect: z.unknown().optional(),
})
export type Step = z.output<typeof step>

/** What somebody at Rhino does meanwhile; only where there is somebody: the fake Rhino, which obeys. */
const person = z.strictObject({ does: z.string(), with: values.default({}) })

export const contractCase = z.strictObject({
  method: z.string(),
  /** What it is about, where a method has several. */
  name: z.string().optional(),
  /** Before the call: steps, or names of steps in given.json. */
  given: z.array(z.union([z.string(), step])).default([]),
  /** Done before the call, and what the call then meets. */
  person: person.optional(),
  params: z.unknown().default({}),
  keep: z.record(z.string(), z.string()).default({}),
  /** Held against the result. */
  expect: z.unknown().optional(),
  /** The code that the call must fail with. */
  error: z.enum(FAULT_CODES).optional(),
  /** Afterwards, in the same turn: what the call has done to the document. */
  leaves: z.array(step).default([]),
  /** Whatever became of the call: what undo does not take back. */
  cleanup: z.array(step).default([]),
  /**
   * By default a case runs as a turn that is taken back, and the document must be as it was. False: the case is about
   * turns, or about what no turn covers, and cleans up by itself.
   */
  turn: z.boolean().default(true),
  /** Hosts that may say NOT_IMPLEMENTED to just these parameters. */
  without: z.array(z.enum(['embedded', 'rhino'])).default([]),
  /** Ends what answers; it runs last, and never in somebody's own Rhino. */
  ends: z.boolean().default(false),
  /** Opens or replaces documents, or changes a setting of Rhino itself; never in somebody's own Rhino. */
  intrusive: z.boolean().default(false),
})
export type ContractCase = z.output<typeof contractCase>

export const caseFile = z.strictObject({ comment: z.string().optional(), cases: z.array(contractCase) })
export const givenFile = z.strictObject({ comment: z.string().optional(), given: z.record(z.string(), step) })
