import type { TopoDS_Edge, TopoDS_Shape } from 'replicad-opencascadejs'
import type { Keep } from '../../kernel/core.ts'
import { edgesOf, partsOf, uniqueParts } from '../../kernel/explore.ts'
import type { OpenCascade } from '../../kernel/load.ts'
import { curveToNurbs, pointOf } from './kernel-curve.ts'
import { surfaceToNurbs } from './kernel-surface.ts'
import { euclidean, type Interval, type NurbsCurve, type NurbsSurface, reversed, surfaceDomain } from './nurbs.ts'
import { type BrepFace, type BrepLoop, type BrepParts, type BrepTrim, LOOP, TRIM } from './parts.ts'
import { isoOf, trimCurve } from './trim.ts'

/**
 * A face, shell, solid or compound of the kernel as the tables of an ON_Brep. Edges stand in the kernel's own order
 * (kernel/explore.ts), so an edge index means the same before and after a save. Throws the kernel's exceptions.
 */
export function brepFromKernel(oc: OpenCascade, keep: Keep, shape: TopoDS_Shape): BrepParts {
  return new BrepBuilder(oc, keep, shape).build()
}

/** A trim on its way: its curve and the edge it belongs to. */
interface Side {
  readonly edge: TopoDS_Edge
  readonly curve: NurbsCurve
  readonly backwards: boolean
  readonly singular: boolean
}

class BrepBuilder {
  readonly #oc: OpenCascade
  readonly #keep: Keep
  readonly #shape: TopoDS_Shape
  readonly #edges: readonly TopoDS_Edge[]
  readonly #vertices: readonly TopoDS_Shape[]
  readonly #edgeIndex: (edge: TopoDS_Shape) => number
  readonly #vertexIndex: (vertex: TopoDS_Shape) => number
  readonly #curves2d: NurbsCurve[] = []
  readonly #surfaces: NurbsSurface[] = []
  readonly #trims: Omit<BrepTrim, 'type'>[] = []
  readonly #loops: BrepLoop[] = []
  readonly #faces: BrepFace[] = []

  constructor(oc: OpenCascade, keep: Keep, shape: TopoDS_Shape) {
    this.#oc = oc
    this.#keep = keep
    this.#shape = shape
    this.#edges = edgesOf(oc, keep, shape)
    this.#vertices = uniqueParts(oc, keep, shape, 'VERTEX')
    this.#edgeIndex = indexing(oc, this.#edges)
    this.#vertexIndex = indexing(oc, this.#vertices)
  }

  build(): BrepParts {
    const oc = this.#oc
    for (const face of partsOf(oc, this.#keep, this.#shape, 'FACE')) this.#addFace(face)
    const ends = this.#edges.map((edge) => this.#ends(edge))
    const trimsOf: number[][] = this.#edges.map(() => [])
    this.#trims.forEach(({ edge }, i) => {
      trimsOf[edge]?.push(i)
    })
    const curves3d = this.#edges.map((edge) => this.#edgeCurve(edge))
    return {
      curves2d: this.#curves2d,
      curves3d,
      surfaces: this.#surfaces,
      vertices: this.#vertices.map((vertex, v) => ({
        at: pointOf(oc.BRep_Tool.Pnt(this.#keep(oc.TopoDS.Vertex(vertex)))),
        edges: ends.flatMap(([start, end], e) => [start, end].filter((index) => index === v).map(() => e)),
      })),
      edges: ends.map(([start, end], e) => ({
        curve: e,
        start,
        end,
        trims: trimsOf[e] ?? [],
        tolerance: oc.BRep_Tool.Tolerance(this.#edges[e] as TopoDS_Edge),
      })),
      trims: this.#trims.map((trim) => ({ ...trim, type: this.#trimType(trim, trimsOf[trim.edge]) })),
      loops: this.#loops,
      faces: this.#faces,
    }
  }

  #trimType({ edge, loop }: Omit<BrepTrim, 'type'>, sides: readonly number[] | undefined): number {
    if (edge < 0 || !sides) return TRIM.singular
    if (sides.length === 1) return TRIM.boundary
    return sides.every((side) => this.#trims[side]?.loop === loop) ? TRIM.seam : TRIM.mated
  }

  #addFace(raw: TopoDS_Shape): void {
    const oc = this.#oc
    const forward = this.#keep(raw.Oriented(oc.TopAbs_Orientation.TopAbs_FORWARD))
    const face = this.#keep(oc.TopoDS.Face(forward))
    const mapped = surfaceToNurbs(oc, this.#keep, face)
    const outer = this.#keep(oc.BRepTools.OuterWire(face))
    const wires = partsOf(oc, this.#keep, face, 'WIRE')
    const loops = [...wires.filter((wire) => wire.IsSame(outer)), ...wires.filter((wire) => !wire.IsSame(outer))]
    const index = this.#faces.length
    const first = this.#loops.length
    const domains = surfaceDomain(mapped.surface)
    this.#surfaces.push(mapped.surface)
    loops.forEach((wire, i) => {
      const sides = partsOf(oc, this.#keep, wire, 'EDGE').map((part): Side => {
        const edge = this.#keep(oc.TopoDS.Edge(part))
        const backwards = edge.Orientation() === oc.TopAbs_Orientation.TopAbs_REVERSED
        const curve = trimCurve(oc, this.#keep, edge, face, mapped)
        const singular = oc.BRep_Tool.Degenerated(edge)
        return { edge, curve: backwards ? reversed(curve) : curve, backwards, singular }
      })
      this.#addLoop(inOrder(sides), i === 0 ? LOOP.outer : LOOP.inner, index, domains)
    })
    this.#faces.push({
      surface: this.#surfaces.length - 1,
      loops: loops.map((_, i) => first + i),
      reversed: raw.Orientation() === oc.TopAbs_Orientation.TopAbs_REVERSED,
    })
  }

  #addLoop(sides: readonly Side[], type: number, face: number, domains: readonly [Interval, Interval]): void {
    const loop = this.#loops.length
    const trims = sides.map(({ edge, curve, backwards, singular }) => {
      const [start, end] = this.#ends(edge)
      this.#trims.push({
        curve: this.#curves2d.push(curve) - 1,
        edge: singular ? -1 : this.#edgeIndex(edge),
        start: backwards ? end : start,
        end: backwards ? start : end,
        reversed: backwards && !singular,
        iso: isoOf(curve, domains),
        loop,
      })
      return this.#trims.length - 1
    })
    this.#loops.push({ trims, type, face })
  }

  /** Vertices at the start and end of the edge's own direction. */
  #ends(edge: TopoDS_Edge): readonly [number, number] {
    const oc = this.#oc
    const { TopAbs_FORWARD, TopAbs_REVERSED } = oc.TopAbs_Orientation
    const vertices = partsOf(oc, this.#keep, this.#keep(edge.Oriented(TopAbs_FORWARD)), 'VERTEX')
    const start = vertices.find((vertex) => vertex.Orientation() === TopAbs_FORWARD) ?? vertices[0]
    const end = vertices.find((vertex) => vertex.Orientation() === TopAbs_REVERSED) ?? start
    if (!start || !end) throw new Error('An edge has no vertex.')
    return [this.#vertexIndex(start), this.#vertexIndex(end)]
  }

  #edgeCurve(edge: TopoDS_Edge): NurbsCurve {
    const { returnValue, First, Last } = this.#oc.BRep_Tool.Curve(edge, 0, 0)
    return curveToNurbs(this.#oc, this.#keep, this.#keep(returnValue), First, Last).curve
  }
}

/** Finds a part's index by what it is, whichever way it is turned. */
function indexing(oc: OpenCascade, parts: readonly TopoDS_Shape[]): (part: TopoDS_Shape) => number {
  const byHash = new Map<number, number[]>()
  const hash = (part: TopoDS_Shape): number => oc.ReplicadShapeHasher.HashCode(part, 0x7fffffff)
  parts.forEach((part, i) => {
    byHash.set(hash(part), [...(byHash.get(hash(part)) ?? []), i])
  })
  return (part) => byHash.get(hash(part))?.find((i) => parts[i]?.IsSame(part)) ?? -1
}

/** The sides of a loop from head to tail; the kernel's wires do not promise any order. */
function inOrder(sides: readonly Side[]): Side[] {
  const left = [...sides]
  const ordered = left.splice(0, 1)
  while (left.length > 0) {
    const tail = euclidean((ordered.at(-1) as Side).curve, -1)
    const gaps = left.map(({ curve }) => {
      const head = euclidean(curve, 0)
      return Math.hypot((head[0] ?? 0) - (tail[0] ?? 0), (head[1] ?? 0) - (tail[1] ?? 0))
    })
    ordered.push(...left.splice(gaps.indexOf(Math.min(...gaps)), 1))
  }
  return ordered
}
