import type { Length } from './units.ts'

/** What a sentence is made of. `start` and `end` are places in the text, for quoting what was not understood. */
export type Token = { start: number; end: number } & (
  | { kind: 'word'; word: string }
  /** A number, with a length unit where one was written. */
  | ({ kind: 'number'; spelled: boolean } & Length)
  /** "40 x 25 x 10": two numbers or three. A unit at the end counts for all that have none. */
  | { kind: 'sizes'; sizes: Length[] }
  /** Coordinates; two become three with z = 0. */
  | { kind: 'point'; point: [Length, Length, Length] }
  /** Degrees. */
  | { kind: 'angle'; degrees: number }
  | { kind: 'percent'; percent: number }
  /** "2x", "3 times". */
  | { kind: 'times'; times: number }
  | { kind: 'quoted'; text: string }
  | { kind: 'color'; color: [number, number, number] }
  | { kind: 'mark'; mark: string }
  /** Something that could be read in two ways; `hint` says how to write it. */
  | { kind: 'unclear'; hint: string }
)
export type TokenKind = Token['kind']
export type TokenOf<K extends TokenKind> = Extract<Token, { kind: K }>
