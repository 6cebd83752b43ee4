import type { Point } from '../../../shared/geometry.ts'
import { CODE } from '../archive/codes.ts'
import { ArchiveWriter } from '../archive/writer.ts'
import { curveDomain, type NurbsCurve, type NurbsSurface } from './nurbs.ts'
import type { BrepParts } from './parts.ts'

const CLASS = {
  brep: '60b5dbc5-e660-11d3-bfe4-0010830122f0',
  nurbsCurve: '4ed7d4dd-e947-11d3-bfe5-0010830122f0',
  nurbsSurface: '4ed7d4de-e947-11d3-bfe5-0010830122f0',
} as const

/** openNURBS' number for "never set". */
const UNSET = -1.23432101234321e308

/** An unset bounding box as openNURBS writes it: from 1 down to −1. */
const NO_BOX = [1, 0, 0, -1, 0, 0]

/** The class chunk of an ON_Brep (version 3.3 of its format), ready for `CommonObject.decode` or a record. */
export function encodeBrep(parts: BrepParts): Uint8Array {
  const out = new ArchiveWriter()
  out.object(CLASS.brep, () => {
    out.u8(0x33)
    objects(out, parts.curves2d, (curve) => writeCurve(out, curve))
    objects(out, parts.curves3d, (curve) => writeCurve(out, curve))
    objects(out, parts.surfaces, (surface) => writeSurface(out, surface))
    writeVertices(out, parts)
    writeEdges(out, parts)
    writeTrims(out, parts)
    list(out, 0x10, parts.loops, ({ trims, type, face }, i) => out.i32(i).indices(trims).i32(type, face))
    writeFaces(out, parts)
    const [low, high] = box(parts.vertices.map(({ at }) => at))
    out.f64(...low, ...high)
    // Render and analysis meshes: one byte a face says that there is none.
    for (let kind = 0; kind < 2; kind++) out.chunk(CODE.anonymous, () => out.bytes(new Uint8Array(parts.faces.length)))
    // Solid or not: openNURBS finds out by itself.
    out.i32(0)
    // No region topology either.
    out.chunk(CODE.anonymous, () => out.i32(1, 1).u8(0))
  })
  return out.done()
}

/** A versioned table of plain records. */
function list<T>(
  out: ArchiveWriter,
  version: number,
  items: readonly T[],
  write: (item: T, index: number) => void,
  after?: () => void,
): void {
  out.chunk(CODE.anonymous, () => {
    out.u8(version).i32(items.length)
    items.forEach(write)
    after?.()
  })
}

/** A table of objects, each after a mark that says it is there. */
function objects<T>(out: ArchiveWriter, items: readonly T[], write: (item: T) => void): void {
  list(out, 0x10, items, (item) => {
    out.i32(1)
    write(item)
  })
}

export function writeCurve(out: ArchiveWriter, curve: NurbsCurve): void {
  out.object(CLASS.nurbsCurve, () => {
    out.u8(0x11)
    out.i32(curve.dimension, curve.rational ? 1 : 0, curve.order, curve.points.length, 0, 0)
    out.f64(...NO_BOX)
    out.i32(curve.knots.length).f64(...curve.knots)
    out.i32(curve.points.length)
    for (const point of curve.points) out.f64(...point)
    out.u8(0)
  })
}

function writeSurface(out: ArchiveWriter, surface: NurbsSurface): void {
  out.object(CLASS.nurbsSurface, () => {
    const { orderU, orderV, countU, countV, knotsU, knotsV, points } = surface
    out.u8(0x10)
    out.i32(3, surface.rational ? 1 : 0, orderU, orderV, countU, countV, 0, 0)
    out.f64(...NO_BOX)
    out.i32(knotsU.length).f64(...knotsU)
    out.i32(knotsV.length).f64(...knotsV)
    out.i32(points.length)
    for (const point of points) out.f64(...point)
  })
}

function writeVertices(out: ArchiveWriter, { vertices }: BrepParts): void {
  list(out, 0x10, vertices, ({ at, edges }, i) =>
    out
      .i32(i)
      .f64(...at)
      .indices(edges)
      .f64(0),
  )
}

function writeEdges(out: ArchiveWriter, { edges, curves3d }: BrepParts): void {
  list(out, 0x10, edges, ({ curve, start, end, trims, tolerance }, i) => {
    const domain = curveDomain(curves3d[curve] as NurbsCurve)
    out
      .i32(i, curve, 0)
      .f64(...domain)
      .i32(start, end)
      .indices(trims)
      .f64(tolerance, ...domain)
  })
}

function writeTrims(out: ArchiveWriter, { trims, curves2d }: BrepParts): void {
  list(out, 0x10, trims, (trim, i) => {
    const domain = curveDomain(curves2d[trim.curve] as NurbsCurve)
    out.i32(i, trim.curve).f64(...domain)
    out.i32(trim.edge, trim.start, trim.end, trim.reversed ? 1 : 0, trim.type, trim.iso, trim.loop)
    out.f64(0, 0, ...domain)
    // Two 2D points of an older format, and its tolerances.
    out.f64(0, 0, 0, 0, UNSET, UNSET)
  })
}

function writeFaces(out: ArchiveWriter, { faces }: BrepParts): void {
  const ids = () => out.bytes(new Uint8Array(16 * faces.length))
  list(
    out,
    0x11,
    faces,
    ({ surface, loops, reversed }, i) =>
      out
        .i32(i)
        .indices(loops)
        .i32(surface, reversed ? 1 : 0, 0),
    ids,
  )
}

function box(points: readonly Point[]): readonly [low: number[], high: number[]] {
  const along = (k: number) => points.map((point) => point[k] ?? 0)
  return [[0, 1, 2].map((k) => Math.min(...along(k))), [0, 1, 2].map((k) => Math.max(...along(k)))]
}
