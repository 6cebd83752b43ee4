import type { Brep } from 'rhino3dm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Point } from '../../../shared/geometry.ts'
import type { BrepGeometry } from '../../geometry.ts'
import { createKernel } from '../../kernel/kernel.ts'
import { withTemporaries } from '../../kernel/temporaries.ts'
import { brepFromRhino } from '../convert/brep-from-rhino.ts'
import { type HostKernel, Notes } from '../convert/context.ts'
import { decodeNew } from '../convert/decode.ts'
import { loadRhino, type Rhino, withHandles } from '../rhino/load.ts'
import { encodeBrep } from './encode.ts'
import { brepFromKernel } from './from-kernel.ts'
import { goldenShapes } from './golden.ts'
import { curveDomain, type NurbsCurve, type NurbsSurface } from './nurbs.ts'
import type { BrepParts } from './parts.ts'

let kernel: HostKernel
let rhino: Rhino
let shapes: Record<string, BrepGeometry>

beforeAll(async () => {
  kernel = await createKernel()
  rhino = await loadRhino()
  shapes = goldenShapes(kernel)
})

const NAMES = [
  'box',
  'sphere',
  'tilted cylinder',
  'cone',
  'torus',
  'box minus sphere',
  'box with every edge rounded',
  'cut box with every edge rounded',
  'chamfered box',
  'bored cylinder',
  'loft',
  'extruded wave',
  'extruded circle',
  'extruded polyline',
  'open cylinder',
  'union',
  'two crossing cylinders',
]

const parts = (shape: BrepGeometry): BrepParts =>
  withTemporaries((keep) => brepFromKernel(kernel.oc, keep, kernel.raw(shape.shape)))

describe('a kernel shape as an openNURBS Brep', () => {
  it('covers every golden shape', () => {
    expect(Object.keys(shapes)).toEqual(NAMES)
  })

  it.each(NAMES)(
    '%s: openNURBS finds it valid, as solid as the kernel does, with the same edges in the same order',
    (name) => {
      const shape = shapes[name]!
      const brep = decodeNew(rhino, encodeBrep(parts(shape))) as Brep & { isManifold: boolean }
      const wanted = kernel.describeBrep(shape)
      expect(brep.isValidWithLog).toBeTruthy()
      expect(brep.isValid).toBe(true)
      expect(brep.isManifold).toBe(true)
      expect(brep.isSolid).toBe(wanted.solid)
      expect(brep.faces().count).toBe(wanted.faces)
      expect(brep.vertices().count).toBe(wanted.vertices)
      const edges = brep.edges()
      expect(edges.count).toBe(wanted.edges.length)
      wanted.edges.forEach(({ start, end }, i) => {
        const [from, to] = edges.get(i).domain as [number, number]
        const ends = [edges.get(i).pointAt(from), edges.get(i).pointAt(to)] as [Point, Point]
        const off = Math.min(
          Math.max(gap(ends[0], start), gap(ends[1], end)),
          Math.max(gap(ends[1], start), gap(ends[0], end)),
        )
        expect(off).toBeLessThan(1e-9)
      })
    },
  )

  it.each(NAMES)('%s: surfaces are the kernel’s own, and trims lie on their edges', (name) => {
    const shape = shapes[name]!
    const brep = parts(shape)
    expect(surfaceDeviation(shape, brep)).toBeLessThan(1e-9)
    expect(trimDeviation(brep)).toBeLessThan(2)
  })
})

describe('an openNURBS Brep in the kernel', () => {
  it.each(NAMES)('%s: comes back as it was', (name) => {
    const wanted = kernel.describeBrep(shapes[name]!)
    const before = kernel.liveShapes
    const got = fromBrep(decodeNew(rhino, encodeBrep(parts(shapes[name]!))) as Brep)
    const now = kernel.describeBrep(got)
    expect(now).toMatchObject({ solid: wanted.solid, valid: true, faces: wanted.faces, vertices: wanted.vertices })
    expect(now.edges.length).toBe(wanted.edges.length)
    if (wanted.volume !== null) expect(now.volume! / wanted.volume).toBeCloseTo(1, 4)
    kernel.release(got)
    expect(kernel.liveShapes).toBe(before)
  })

  it.each([
    ['box', () => rhino.Brep.createFromBoundingBox(new rhino.BoundingBox([0, 0, 0], [1, 2, 3])), 6],
    ['sphere', () => new rhino.Sphere([0, 0, 0], 2).toBrep(), (4 / 3) * Math.PI * 8],
    ['cylinder', () => new rhino.Cylinder(new rhino.Circle(5), 12).toBrep(true, true), Math.PI * 25 * 12],
  ])('Rhino’s own %s is a solid of the right size', (_, make, volume) => {
    const solid = fromBrep(make())
    expect(kernel.describeBrep(solid)).toMatchObject({ solid: true, valid: true })
    expect(kernel.volume(solid)! / volume).toBeCloseTo(1, 6)
    kernel.release(solid)
  })

  it('keeps an open surface open', () => {
    const open = fromBrep(new rhino.Cylinder(new rhino.Circle(5), 12).toBrep(false, false))
    expect(kernel.describeBrep(open)).toMatchObject({ solid: false, faces: 1 })
    expect(kernel.area(open)! / (Math.PI * 10 * 12)).toBeCloseTo(1, 6)
    kernel.release(open)
  })
})

function fromBrep(brep: Brep): BrepGeometry {
  const conversion = { rhino, kernel, tolerance: 0.001, notes: new Notes() }
  const { geometry: made } = withHandles(rhino, (keep) => brepFromRhino(conversion, brep, keep))
  expect(made).not.toBeNull()
  return made!
}

/** The largest distance of points of the written surfaces from the kernel's. */
function surfaceDeviation(shape: BrepGeometry, brep: BrepParts): number {
  const { oc } = kernel
  let worst = 0
  const explorer = new oc.TopExp_Explorer(kernel.raw(shape.shape), oc.TopAbs_ShapeEnum.TopAbs_FACE)
  for (const { surface: index } of brep.faces) {
    const original = oc.BRep_Tool.Surface(oc.TopoDS.Face(explorer.Current()))
    explorer.Next()
    const surface = brep.surfaces[index]!
    const [us, vs] = [samples(surface.knotsU), samples(surface.knotsV)]
    for (const u of us) {
      for (const v of vs) {
        const [x, y, z] = surfacePoint(surface, u, v)
        const near = new oc.GeomAPI_ProjectPointOnSurf(new oc.gp_Pnt(x, y, z), original)
        worst = Math.max(worst, near.NbPoints() > 0 ? near.LowerDistance() : 0)
      }
    }
  }
  return worst
}

/** The largest distance of points of trims, lifted onto their surfaces, from their edge, as a multiple of its tolerance. */
function trimDeviation(brep: BrepParts): number {
  let worst = 0
  for (const trim of brep.trims) {
    if (trim.edge < 0) continue
    const surface = brep.surfaces[brep.faces[brep.loops[trim.loop]!.face]!.surface]!
    const curve = brep.curves2d[trim.curve]!
    const { curve: edge, tolerance } = brep.edges[trim.edge]!
    for (const t of samples([...curveDomain(curve)]).slice(1, -2)) {
      const [u = 0, v = 0] = curvePoint(curve, t)
      worst = Math.max(worst, distanceToCurve(brep.curves3d[edge]!, surfacePoint(surface, u, v)) / tolerance)
    }
  }
  return worst
}

function samples(knots: readonly number[]): number[] {
  const [low, high] = [knots[0]!, knots.at(-1)!]
  return [0, 0.13, 0.37, 0.5, 0.81, 1].map((part) => low + (high - low) * part)
}

/** By search: a grid, then ever smaller steps round its best. */
function distanceToCurve(curve: NurbsCurve, point: Point): number {
  const [low, high] = curveDomain(curve)
  let step = (high - low) / 64
  const away = (t: number) => gap(curvePoint(curve, Math.min(high, Math.max(low, t))) as Point, point)
  let best = low
  for (let t = low; t <= high + step / 2; t += step) if (away(t) < away(best)) best = t
  for (; step > (high - low) * 1e-12; step /= 2) {
    for (const t of [best - step, best + step]) if (away(t) < away(best)) best = t
  }
  return away(best)
}

function gap(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

function surfacePoint(surface: NurbsSurface, u: number, v: number): Point {
  const { countU, countV, points, orderU, orderV, knotsU, knotsV, rational } = surface
  const row = Array.from({ length: countU }, (_, i) =>
    deBoor(points.slice(i * countV, (i + 1) * countV), knotsV, orderV, v),
  )
  return divided(deBoor(row, knotsU, orderU, u), rational) as Point
}

function curvePoint(curve: NurbsCurve, t: number): number[] {
  return divided(deBoor(curve.points, curve.knots, curve.order, t), curve.rational)
}

function divided(point: readonly number[], rational: boolean): number[] {
  return rational ? point.slice(0, -1).map((value) => value / point.at(-1)!) : [...point]
}

function deBoor(points: readonly (readonly number[])[], short: readonly number[], order: number, t: number): number[] {
  const knots = [short[0]!, ...short, short.at(-1)!]
  const degree = order - 1
  let span = degree
  while (span < points.length - 1 && t >= knots[span + 1]!) span++
  const d = points.slice(span - degree, span + 1).map((point) => [...point])
  for (let r = 1; r <= degree; r++) {
    for (let j = degree; j >= r; j--) {
      const i = span - degree + j
      const part = (t - knots[i]!) / (knots[i + degree - r + 1]! - knots[i]!)
      d[j] = d[j]!.map((value, k) => (1 - part) * d[j - 1]![k]! + part * value)
    }
  }
  return d[degree]!
}
