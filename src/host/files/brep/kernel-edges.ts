import type { TopoDS_Edge, TopoDS_Vertex } from 'replicad-opencascadejs'
import type { Brep } from 'rhino3dm'
import type { Point } from '../../../shared/geometry.ts'
import { distance } from '../../kernel/space.ts'
import { toPnt } from '../../kernel/vocabulary.ts'
import type { Building } from './to-kernel.ts'
import { toBSplineCurve } from './to-kernel-curve.ts'

/** How straight an edge must be to become a line, relative to its size. */
const EXACT = 1e-9

/** Edges of a Brep as kernel edges, made when first asked for, so that faces share them and their vertices. */
export class KernelEdges {
  readonly #building: Building
  readonly #brep: Brep
  readonly #vertices: readonly TopoDS_Vertex[]
  readonly #edges = new Map<number, TopoDS_Edge | null>()

  constructor(building: Building, brep: Brep) {
    const { oc, keep, keepHandle } = building
    this.#building = building
    this.#brep = brep
    const list = keepHandle(brep.vertices())
    this.#vertices = Array.from({ length: list.count }, (_, i) => {
      const at = keepHandle(list.get(i)).location as Point
      return keep(keep(new oc.BRepBuilderAPI_MakeVertex(toPnt(oc, keep, at))).Vertex())
    })
  }

  vertex(index: number): TopoDS_Vertex | undefined {
    return this.#vertices[index]
  }

  /** Null where the curve does not end at its vertices, or is too short to be one. */
  edge(index: number, from: number, to: number): TopoDS_Edge | null {
    const known = this.#edges.get(index)
    if (known !== undefined) return known
    const [start, end] = [this.#vertices[from], this.#vertices[to]]
    const made = start && end ? this.#make(index, start, end) : null
    this.#edges.set(index, made)
    return made
  }

  #make(index: number, from: TopoDS_Vertex, to: TopoDS_Vertex): TopoDS_Edge | null {
    const { oc, keep, keepHandle } = this.#building
    const curve = keepHandle(keepHandle(this.#brep.edges()).get(index))
    const [first, last] = curve.domain as [number, number]
    const at = (share: number) => curve.pointAt(first + (last - first) * share) as Point
    const slack = EXACT * (1 + distance(at(0), at(0.5)))
    // Takes a tolerance, which the declarations leave out.
    const isLinear = curve.isLinear as unknown as (tolerance: number) => boolean
    if (isLinear.call(curve, slack)) return this.#done(new oc.BRepBuilderAPI_MakeEdge(from, to))
    // Arcs stay rational splines: their parameter is that of the surface beside them, which sewing needs.
    const spline = toBSplineCurve(oc, keep, keepHandle(curve.toNurbsCurve()), keepHandle)
    return this.#done(new oc.BRepBuilderAPI_MakeEdge(spline, from, to, spline.FirstParameter(), spline.LastParameter()))
  }

  #done(maker: InstanceType<Building['oc']['BRepBuilderAPI_MakeEdge']>): TopoDS_Edge | null {
    const { keep } = this.#building
    keep(maker)
    return maker.IsDone() ? keep(maker.Edge()) : null
  }
}
