import type { z } from 'zod'

/** What a method does to the document. Only `create`, `modify` and `delete` are covered by undo. */
export const EFFECTS = ['read', 'create', 'modify', 'delete', 'file', 'view', 'run'] as const
export type Effect = (typeof EFFECTS)[number]

export const TOOL_SETS = ['essentials', 'full'] as const
export type ToolSet = (typeof TOOL_SETS)[number]

/**
 * A second name for a method, with other parameters: GOLEM's `creation.*` beside `geometry.*`.
 * It is data, so that every host can follow it: `from` says for each parameter of the main method where its value
 * stands in the twin's, one name, or three for a point. Parameters that are not named pass as they are.
 */
export interface Twin {
  method: string
  /** Left out where the twin takes the same parameters. */
  input?: z.ZodObject
  from?: Record<string, string | readonly [string, string, string]>
  /** Values the main method gets whatever the caller sends. */
  fixed?: Record<string, unknown>
}

/**
 * Other names a parameter is taken under, beside its own: what GOLEM's clients send, and GOLEM's own aliases. Three
 * names give a point. They are read on the wire and over MCP but never shown. The first one that is there counts.
 */
export type Aliases = Record<string, readonly (string | readonly [string, string, string])[]>

/** One method of the wire. Every method also takes `doc`, which the hosts handle themselves. */
export interface MethodSpec<
  M extends string = string,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
> {
  method: M
  input: I
  output: O
  effect: Effect
  /** False where undo cannot take it back although the effect is a change. */
  undoable?: boolean
  /** First Rhino that can do it. Default 7. */
  minRhino?: 7 | 8 | 9
  /** `heavy`: 120 s instead of 30 s. `instant`: never waits for Rhino's UI thread. */
  pace?: 'instant' | 'normal' | 'heavy'
  twins?: readonly Twin[]
  aliases?: Aliases
  /** Of each group, at least one parameter must be there: [['direction', 'path_id']]. */
  oneOf?: readonly (readonly string[])[]
}

/** What a sentence on a card may use: the document's unit, and how it writes numbers. */
export interface Wording {
  /** "mm"; empty where the document has no unit. */
  unit: string
  /** A length with the document's precision and unit: "12.5 mm". */
  length(value: number): string
  /** A bare number with the document's precision: "12.5". */
  number(value: number): string
  /** "1 object", "3 objects". */
  count(n: number, singular: string, plural?: string): string
}

/** A method that agents are offered as an MCP tool. The descriptions are read by agents, the title by people. */
export interface ToolSpec<
  M extends string = string,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
> extends MethodSpec<M, I, O> {
  /** snake_case, at most 63 characters; GOLEM's name where it has one. */
  name: string
  title: string
  /** When to use it, in which units, what comes back. */
  description: string
  /** Words people use for it that stand in neither name nor title. */
  keywords: readonly string[]
  sets: readonly ToolSet[]
  /** The sentence on the tool card, past tense, without a full stop: "Box 40 × 25 × 10 mm". */
  summarize(input: z.output<I>, output: z.output<O>, words: Wording): string
  /** Ids of the objects the card is about. */
  objects?(input: z.output<I>, output: z.output<O>): readonly string[]
  /** A PNG in the output, base64: it is shown as a picture and left out of the text. The name of that field. */
  picture?: keyof z.output<O> & string
}

/** A method without a tool: sessions, turns, the panel's own needs. */
export function defineMethod<const M extends string, I extends z.ZodObject, O extends z.ZodObject>(
  spec: MethodSpec<M, I, O>,
): MethodSpec<M, I, O> {
  return spec
}

/** A tool, defined once; everything else about it is derived (architecture.md, "One source for every tool"). */
export function defineTool<const M extends string, I extends z.ZodObject, O extends z.ZodObject>(
  spec: ToolSpec<M, I, O>,
): ToolSpec<M, I, O> {
  return spec
}
