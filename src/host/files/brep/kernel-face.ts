import type { Geom_BSplineSurface, TopoDS_Edge, TopoDS_Face, TopoDS_Shape, TopoDS_Wire } from 'replicad-opencascadejs'
import type { BrepFace, Curve, Surface } from 'rhino3dm'
import type { Point } from '../../../shared/geometry.ts'
import { toDir, toPnt } from '../../kernel/vocabulary.ts'
import { decodeNew } from '../convert/decode.ts'
import type { KernelEdges } from './kernel-edges.ts'
import type { StoredTrim, StoredTrims } from './read-trims.ts'
import type { Building } from './to-kernel.ts'
import { toBSplineCurve2d, toBSplineSurface } from './to-kernel-curve.ts'

type Range = readonly [number, number]

/** How close to the sides of its surface, as a part of its size, a face is all of it. */
const WHOLE = 1e-6

/** How flat a surface must be to be a plane. */
const FLAT = 1e-9

/**
 * One face, by the first way that gives a sound one: a plane with its edges; a surface with the edges it shares with its
 * neighbours; all of a surface; a surface with edges of its own made of the 2D trims (needed where a seam is cut, or where
 * edges do not meet well). Null where none does.
 */
export function faceToKernel(
  building: Building,
  face: BrepFace,
  edges: KernelEdges,
  stored: StoredTrims,
  firstLoop: number,
): TopoDS_Face | null {
  const { oc, keep, keepHandle } = building
  const loops = Array.from({ length: keepHandle(face.loops).count }, (_, i) =>
    stored.trims.filter(({ loop }) => loop === firstLoop + i),
  )
  const surface = keepHandle(face.underlyingSurface())
  const trimmed = new TrimmedSurface(building, surface, stored, loops)
  const made =
    trimmed.planar(edges) ?? trimmed.withSharedEdges(edges) ?? trimmed.natural() ?? trimmed.withOwnEdges(edges)
  if (!made) return null
  const { TopAbs_FORWARD, TopAbs_REVERSED } = oc.TopAbs_Orientation
  const turned = keep(made.Oriented(face.orientationIsReversed ? TopAbs_REVERSED : TopAbs_FORWARD))
  return keep(oc.TopoDS.Face(turned))
}

export function isSound({ oc, keep }: Building, shape: TopoDS_Shape): boolean {
  return keep(new oc.BRepCheck_Analyzer(shape, true)).IsValid()
}

class TrimmedSurface {
  readonly #building: Building
  readonly #surface: Surface
  readonly #loops: readonly (readonly StoredTrim[])[]
  readonly #curves: readonly Curve[][]
  #spline: Geom_BSplineSurface | null = null

  constructor(building: Building, surface: Surface, stored: StoredTrims, loops: readonly (readonly StoredTrim[])[]) {
    const { rhino, keepHandle } = building
    this.#building = building
    this.#surface = surface
    this.#loops = loops
    this.#curves = loops.map((trims) =>
      trims.map(({ curve }) => keepHandle(decodeNew(rhino, stored.curves[curve] ?? new Uint8Array()) as Curve)),
    )
  }

  planar(edges: KernelEdges): TopoDS_Face | null {
    const { oc, keep } = this.#building
    // Takes a tolerance, which the declarations leave out.
    const isPlanar = this.#surface.isPlanar as unknown as (tolerance: number) => boolean
    if (!isPlanar.call(this.#surface, FLAT)) return null
    const [[u0, u1], [v0, v1]] = this.#domains()
    const [u, v] = [(u0 + u1) / 2, (v0 + v1) / 2]
    const origin = toPnt(oc, keep, this.#surface.pointAt(u, v) as Point)
    const plane = keep(new oc.gp_Pln(origin, toDir(oc, keep, this.#surface.normalAt(u, v) as Point)))
    const [outer, ...inner] = this.#wires(edges)
    if (!outer) return null
    const maker = keep(new oc.BRepBuilderAPI_MakeFace(plane, outer, true))
    return this.#finished(maker, inner)
  }

  /** Where the only loop runs round the whole surface. */
  natural(): TopoDS_Face | null {
    const { oc, keep } = this.#building
    const [curves, ...more] = this.#curves
    if (!curves || more.length > 0) return null
    const domains = this.#domains()
    const onSide = curves.every((curve) => {
      const points = pointsAlong(curve)
      return ([0, 1] as const).some((k) =>
        domains[k].some((side) => points.every((point) => Math.abs(point[k] - side) <= WHOLE * size(domains[k]))),
      )
    })
    if (!onSide || curves.length !== 4) return null
    return this.#checked(keep(keep(new oc.BRepBuilderAPI_MakeFace(this.#bspline(), WHOLE)).Face()))
  }

  withSharedEdges(edges: KernelEdges): TopoDS_Face | null {
    if (this.#loops.some(hasSeamOrPole)) return null
    const { oc, keep } = this.#building
    const [outer, ...inner] = this.#wires(edges)
    if (!outer) return null
    return this.#finished(keep(new oc.BRepBuilderAPI_MakeFace(this.#bspline(), outer, true)), inner)
  }

  withOwnEdges(edges: KernelEdges): TopoDS_Face | null {
    const { oc, keep } = this.#building
    const wires = this.#loops.map((trims, l) =>
      this.#wire(
        trims.map((trim, t) => (trim.edge < 0 ? null : this.#edgeOnSurface(trim, this.#curves[l]?.[t], edges))),
      ),
    )
    const [outer, ...inner] = wires
    if (!outer) return null
    for (const wire of wires) oc.BRepLib.BuildCurves3d(wire)
    return this.#finished(keep(new oc.BRepBuilderAPI_MakeFace(this.#bspline(), outer, true)), inner)
  }

  #edgeOnSurface(trim: StoredTrim, curve: Curve | undefined, edges: KernelEdges): TopoDS_Edge | null {
    if (!curve) return null
    const { oc, keep, keepHandle } = this.#building
    const nurbs = keepHandle(curve.toNurbsCurve())
    const flat = toBSplineCurve2d(oc, keep, nurbs, (u, v) => this.#nurbsParameter(u, v), keepHandle)
    const [first, last] = [flat.FirstParameter(), flat.LastParameter()]
    const [from, to] = [edges.vertex(trim.start), edges.vertex(trim.end)]
    if (from && to) {
      const joined = keep(new oc.BRepBuilderAPI_MakeEdge(flat, this.#bspline(), from, to, first, last))
      if (joined.IsDone()) return keep(joined.Edge())
    }
    const loose = keep(new oc.BRepBuilderAPI_MakeEdge(flat, this.#bspline(), first, last))
    return loose.IsDone() ? keep(loose.Edge()) : null
  }

  /** The wires of the face's loops from shared edges; none where an edge is missing. */
  #wires(edges: KernelEdges): TopoDS_Wire[] {
    const { oc, keep } = this.#building
    const { TopAbs_FORWARD, TopAbs_REVERSED } = oc.TopAbs_Orientation
    const sides = this.#loops.map((trims) =>
      trims.map(({ edge, reversed, start, end }) => {
        const made = reversed ? edges.edge(edge, end, start) : edges.edge(edge, start, end)
        return made && keep(oc.TopoDS.Edge(keep(made.Oriented(reversed ? TopAbs_REVERSED : TopAbs_FORWARD))))
      }),
    )
    return sides.every((loop) => loop.every((side) => side !== null)) ? sides.map((loop) => this.#wire(loop)) : []
  }

  /** In the order given; the kernel's own wire builder joins whatever meets. */
  #wire(sides: readonly (TopoDS_Edge | null)[]): TopoDS_Wire {
    const { oc, keep } = this.#building
    const builder = keep(new oc.TopoDS_Builder())
    const wire = keep(new oc.TopoDS_Wire())
    builder.MakeWire(wire)
    for (const side of sides) if (side) builder.Add(wire, side)
    wire.Closed(true)
    return wire
  }

  #finished(maker: InstanceType<Building['oc']['BRepBuilderAPI_MakeFace']>, inner: readonly TopoDS_Wire[]) {
    const { oc, keep, tolerance } = this.#building
    if (!maker.IsDone()) return null
    for (const wire of inner) maker.Add(wire)
    const fix = keep(new oc.ShapeFix_Face(keep(maker.Face())))
    fix.SetMaxTolerance(tolerance)
    fix.Perform(keep(new oc.Message_ProgressRange()))
    fix.FixOrientation()
    return this.#checked(keep(fix.Face()))
  }

  /** The face, if the kernel finds it sound and it lies where the trims are. */
  #checked(face: TopoDS_Face): TopoDS_Face | null {
    if (!isSound(this.#building, face)) return null
    return face
  }

  #domains(): readonly [Range, Range] {
    return [this.#surface.domain(0) as unknown as Range, this.#surface.domain(1) as unknown as Range]
  }

  #bspline(): Geom_BSplineSurface {
    const { oc, keep, keepHandle } = this.#building
    this.#spline ??= toBSplineSurface(oc, keep, keepHandle(this.#surface.toNurbsSurface()), keepHandle)
    return this.#spline
  }

  /** Surfaces of revolution count angles, their NURBS form does not. */
  #nurbsParameter(u: number, v: number): readonly [number, number] {
    const [known, s, t] = this.#surface.getNurbsFormParameterFromSurfaceParameter(u, v) as [boolean, number, number]
    return known ? [s, t] : [u, v]
  }
}

function hasSeamOrPole(trims: readonly StoredTrim[]): boolean {
  const seen = new Set<number>()
  return trims.some(({ edge }) => edge < 0 || seen.size === seen.add(edge).size)
}

function pointsAlong(curve: Curve): Point[] {
  const [first, last] = curve.domain as [number, number]
  return [0, 0.13, 0.37, 0.5, 0.81, 1].map((share) => curve.pointAt(first + (last - first) * share) as Point)
}

function size([low, high]: Range): number {
  return high - low
}
