import type { Point } from '../../../shared/geometry.ts'
import type { NurbsCurve, NurbsSurface } from './nurbs.ts'

/** A boundary representation as openNURBS builds it (ON_Brep): tables that refer to each other by index. */
export interface BrepParts {
  readonly curves2d: readonly NurbsCurve[]
  readonly curves3d: readonly NurbsCurve[]
  readonly surfaces: readonly NurbsSurface[]
  readonly vertices: readonly BrepVertex[]
  readonly edges: readonly BrepEdge[]
  readonly trims: readonly BrepTrim[]
  readonly loops: readonly BrepLoop[]
  readonly faces: readonly BrepFace[]
}

export interface BrepVertex {
  readonly at: Point
  readonly edges: readonly number[]
}

export interface BrepEdge {
  readonly curve: number
  readonly start: number
  readonly end: number
  readonly trims: readonly number[]
  readonly tolerance: number
}

/** ON_BrepTrim::TYPE. */
export const TRIM = { boundary: 1, mated: 2, seam: 3, singular: 4 } as const

/** ON_BrepLoop::TYPE. */
export const LOOP = { outer: 1, inner: 2 } as const

/** One side of an edge, where it bounds a face; −1 for the edge of a singular one (the pole of a sphere). */
export interface BrepTrim {
  readonly curve: number
  readonly edge: number
  readonly start: number
  readonly end: number
  /** The trim runs against its edge. */
  readonly reversed: boolean
  readonly type: number
  /** ON_Surface::ISO: 0 none, 1 and 2 inside, 3 west, 4 south, 5 east, 6 north. */
  readonly iso: number
  readonly loop: number
}

export interface BrepLoop {
  readonly trims: readonly number[]
  readonly type: number
  readonly face: number
}

export interface BrepFace {
  readonly surface: number
  readonly loops: readonly number[]
  /** The face's normal is against its surface's. */
  readonly reversed: boolean
}
