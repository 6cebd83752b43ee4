import type { Color } from '../../../shared/geometry.ts'
import type { Length } from './units.ts'
import type { ShapeKind } from './words.ts'

/** Three lengths; coordinates or a way to go. */
export type Triple = [Length, Length, Length]
export type Axis = 'x' | 'y' | 'z'

/** Which objects a sentence is about. */
export type Target =
  /** What was made or changed last: "it", "them", "that". */
  | { by: 'it' }
  | { by: 'all' }
  | { by: 'selected' }
  /** "the plate", "all spheres". */
  | { by: 'noun'; kind: ShapeKind; noun: string; plural: boolean }
  | { by: 'name'; name: string }
  | { by: 'layer'; layer: string }
  /** Rhino's kinds: "all curves". */
  | { by: 'kind'; kind: string; word: string }
  | { by: 'list'; of: Target[] }

export type Side = 'on' | 'under' | 'right' | 'left' | 'front' | 'behind' | 'centre'

export type Place =
  /** A box stands with its lowest corner there, or its base's centre where it is to be centred; round things always with their centre. */
  { at: 'point'; point: Triple; centered: boolean } | { at: 'beside'; side: Side; target: Target; gap: Length | null }

/** What is turned, scaled or mirrored about: a point, the middle of something, or (null) its own middle. */
export type Center = Triple | { middleOf: Target } | null

export interface Look {
  name?: string
  layer?: string
  color?: Color
}

export type Shape =
  | { kind: 'box'; noun: string; sizes: Triple }
  | { kind: 'sphere'; noun: string; radius: Length }
  | { kind: 'cylinder'; noun: string; radius: Length; height: Length }
  | { kind: 'tube'; noun: string; outer: Length; inner: Length; height: Length }
  | { kind: 'cone'; noun: string; radius: Length; height: Length }
  /** Radius of the ring's middle line, radius of its section. */
  | { kind: 'torus'; noun: string; major: Length; minor: Length }
  | { kind: 'point'; noun: string }
  | { kind: 'line'; noun: string; from: Triple; to: Triple }
  | { kind: 'circle'; noun: string; radius: Length }
  | { kind: 'rectangle'; noun: string; width: Length; depth: Length }
  | { kind: 'polygon'; noun: string; sides: number; radius: Length }
  | { kind: 'polyline'; noun: string; points: Triple[]; closed: boolean }
  | { kind: 'curve'; noun: string; points: Triple[] }
  | { kind: 'text'; noun: string; text: string; height: Length | null }

export type HoleLayout =
  /** One in the centre, two and three in a row, four near the corners, more in a row; in a ring on round things. */
  | { as: 'auto' }
  | { as: 'centre' }
  | { as: 'corners' }
  | { as: 'row' }
  | { as: 'ring'; diameter: Length | null }
  | { as: 'grid'; columns: number; rows: number }
  | { as: 'points'; points: Triple[] }

export interface Holes {
  count: number
  diameter: Length
  /** Null goes through. */
  depth: Length | null
  layout: HoleLayout
  /** From the edges to the holes' centres. */
  inset: Length | null
}

export type EdgeChoice = 'all' | 'top' | 'bottom' | 'vertical'

export interface EdgeWork {
  op: 'fillet' | 'chamfer'
  /** Null where the sentence does not say: the upright ones, or all where there are none. */
  which: EdgeChoice | null
  /** Null where the sentence does not say: a tenth of the smaller side. */
  size: Length | null
}

export type Feature = { kind: 'holes'; holes: Holes } | { kind: 'edges'; edges: EdgeWork }

export type Command =
  | {
      do: 'create'
      shape: Shape
      count: number
      spacing: Length | null
      features: Feature[]
      place: Place | null
      look: Look
    }
  | { do: 'holes'; target: Target; holes: Holes }
  | { do: 'edges'; target: Target; edges: EdgeWork }
  | { do: 'union'; target: Target }
  | { do: 'subtract'; from: Target; what: Target }
  | { do: 'intersect'; target: Target; with: Target | null }
  | { do: 'move'; target: Target; by: Triple }
  | { do: 'place'; target: Target; place: Place }
  | { do: 'copy'; target: Target; by: Triple; count: number }
  | { do: 'grid'; target: Target; counts: [number, number]; spacing: [Length, Length]; axes: [Axis, Axis] }
  | { do: 'ring'; target: Target; count: number; center: Center; degrees: number; axis: Axis }
  | { do: 'rotate'; target: Target; degrees: number; axis: Axis; center: Center; copy: boolean }
  | { do: 'scale'; target: Target; factors: [number, number, number]; center: Center }
  | { do: 'mirror'; target: Target; axis: Axis; center: Center; copy: boolean }
  | { do: 'delete'; target: Target }
  | { do: 'look'; target: Target; look: Look }
  | { do: 'state'; target: Target; visible?: boolean; locked?: boolean }
  | { do: 'select'; target: Target | null }
  | { do: 'extrude'; target: Target; distance: Length }
  | { do: 'layer'; name: string; color: Color | null }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'describe' }
  | { do: 'measure'; target: Target }
  | { do: 'picture'; view: string | null }
  | { do: 'zoom'; target: Target | null }
  | { do: 'help' }

/** What became of one clause. `text` is its own words. */
export type Parsed =
  | { is: 'command'; command: Command; text: string }
  /** Something is missing; `ask` is the question, with an example. */
  | { is: 'question'; ask: string; text: string }
  /** It was not understood; `why` says which words. */
  | { is: 'unclear'; why: string; text: string }

/** Thrown inside the grammar to leave it with a question or a refusal; never leaves `parse`. */
export class Missing extends Error {}
export class NotUnderstood extends Error {}
