import type { BRepCheck_Analyzer, TopoDS_Shape } from 'replicad-opencascadejs'
import type { BoundingBox } from '../../shared/geometry.ts'
import type { BrepGeometry, CurveGeometry } from '../geometry.ts'
import type { Anatomy } from './anatomy.ts'
import { type Attempt, kernelFault } from './failure.ts'
import type { OpenCascade } from './load.ts'
import { Shapes } from './shapes.ts'
import { type Deletable, withTemporaries } from './temporaries.ts'

/** Exact, by formula. Extents only where the axes are the world's. */
export interface Known {
  readonly anatomy: Anatomy
  readonly volume: number
  readonly area: number
  readonly extents: BoundingBox | null
}

export type Keep = <D extends Deletable>(made: D) => D

/** What every part of the kernel works with: the loaded module, the shape table, and the way to run an operation. */
export class Core {
  readonly oc: OpenCascade
  readonly shapes = new Shapes()
  /** What is known of a shape from how it was made, so that nobody has to measure it. */
  readonly known = new WeakMap<TopoDS_Shape, Known>()

  readonly #nothing: TopoDS_Shape
  #checker: BRepCheck_Analyzer | null = null

  constructor(oc: OpenCascade) {
    this.oc = oc
    const compound = new oc.TopoDS_Compound()
    const builder = new oc.TopoDS_Builder()
    builder.MakeCompound(compound)
    builder.delete()
    this.#nothing = compound
  }

  /** Whether the kernel finds a shape sound; what is known from its making is. One checker serves all: its class cannot be deleted without a trace. */
  isValid(raw: TopoDS_Shape): boolean {
    if (this.known.has(raw)) return true
    this.#checker ??= new this.oc.BRepCheck_Analyzer(this.#nothing, false)
    this.#checker.Init(raw, true)
    const valid = this.#checker.IsValid()
    this.#checker.Init(this.#nothing, false)
    return valid
  }

  /** Runs one operation: temporaries are deleted, exceptions of the kernel become Faults. */
  run<T>(attempt: Attempt, work: (keep: Keep) => T): T {
    try {
      return withTemporaries(work)
    } catch (thrown) {
      throw kernelFault(this.oc, thrown, attempt)
    }
  }

  /** A Brep of a shape that the caller made and does not delete. */
  brep(raw: TopoDS_Shape, known: Known | null = null): BrepGeometry {
    if (known !== null) this.known.set(raw, known)
    return { kind: 'brep', shape: this.shapes.adopt(raw) }
  }

  curve(raw: TopoDS_Shape): CurveGeometry {
    return { kind: 'curve', shape: this.shapes.adopt(raw) }
  }

  raw(geometry: BrepGeometry | CurveGeometry): TopoDS_Shape {
    return this.shapes.raw(geometry.shape)
  }
}
