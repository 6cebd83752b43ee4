import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Point } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type {
  BrepGeometry,
  CurveGeometry,
  Frame,
  Geometry,
  Kernel,
  Matrix,
  MeshGeometry,
  TextGeometry,
} from '../geometry.ts'
import { createKernel } from './kernel.ts'

let kernel: Kernel
const kept: Geometry[] = []
const WORLD: Frame = { origin: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }
const MIRROR: Matrix = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
const STRETCH: Matrix = [2, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1]

const keep = <G extends Geometry>(geometry: G): G => {
  kept.push(geometry)
  return geometry
}
const move = <G extends Geometry>(geometry: G, matrix: Matrix): G => keep(kernel.transform(geometry, matrix)) as G

beforeAll(async () => {
  kernel = await createKernel()
})
afterEach(() => {
  for (const geometry of kept.splice(0)) kernel.release(geometry)
  expect(kernel.liveShapes).toBe(0)
})

const place = fc.double({ min: -100, max: 100, noNaN: true })

/** Turns about z, then x; scales; mirrors; moves. */
const similar = fc
  .record({
    turn: fc.double({ min: -4, max: 4, noNaN: true }),
    tilt: fc.double({ min: -4, max: 4, noNaN: true }),
    scale: fc.double({ min: 0.01, max: 50, noNaN: true }),
    mirrored: fc.boolean(),
    by: fc.tuple(place, place, place),
  })
  .map(({ turn, tilt, scale, mirrored, by }) => {
    const [c, s, d, t] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)]
    const side = mirrored ? -scale : scale
    const [x, y, z] = by
    const rows = [
      side * c,
      -scale * s,
      0,
      x,
      side * s * d,
      scale * c * d,
      -scale * t,
      y,
      side * s * t,
      scale * c * t,
      scale * d,
      z,
    ]
    return { matrix: [...rows, 0, 0, 0, 1] as Matrix, scale }
  })

test('What keeps shapes keeps them exactly: volume by the cube, lengths by the factor, circles circles, solids sound', () => {
  const drilled = keep(
    kernel.difference(
      keep(kernel.box(WORLD, 4, 5, 6)),
      [keep(kernel.cylinder({ ...WORLD, origin: [2, 2, -1] }, 1, 9, true))],
      0.001,
    )[0]!,
  )
  const arc = keep(kernel.arc(WORLD, 2, 0.3, 2))
  const { length } = kernel.describeCurve(arc)
  fc.assert(
    fc.property(similar, ({ matrix, scale }) => {
      const [solid, curve] = [
        kernel.transform(drilled, matrix) as BrepGeometry,
        kernel.transform(arc, matrix) as CurveGeometry,
      ]
      const described = kernel.describeBrep(solid)
      expect(described).toMatchObject({ valid: true, solid: true, faces: 7 })
      expect(described.volume! / ((120 - 6 * Math.PI) * scale ** 3)).toBeCloseTo(1, 9)
      const circles = described.edges.filter((edge) => edge.type === 'circle')
      expect(circles).toHaveLength(2)
      expect(circles[0]!.radius! / scale).toBeCloseTo(1, 9)
      expect(kernel.describeCurve(curve)).toMatchObject({ type: 'arc', radius: expect.closeTo(2 * scale, 6) })
      expect(kernel.describeCurve(curve).length / (length * scale)).toBeCloseTo(1, 9)
      kernel.release(solid)
      kernel.release(curve)
    }),
    { numRuns: 40 },
  )
})

test('Kinds of curves are known again after a transform', () => {
  const type = (curve: CurveGeometry): string => kernel.describeCurve(curve).type
  const line = keep(kernel.line([0, 0, 0], [1, 2, 3]))
  const polyline = keep(
    kernel.polyline(
      [
        [0, 0, 0],
        [4, 0, 0],
        [4, 4, 0],
      ],
      true,
    ),
  )
  const circle = keep(kernel.circle(WORLD, 3))
  const free = keep(
    kernel.nurbsCurve({
      points: [
        [0, 0, 0],
        [1, 2, 0],
        [3, 2, 1],
        [4, 0, 0],
      ],
      degree: 3,
    }),
  )
  const all = [line, polyline, circle, free]
  expect(all.map((curve) => type(move(curve, MIRROR)))).toEqual(['line', 'polyline', 'circle', 'nurbs'])
  expect(all.map((curve) => type(move(curve, STRETCH)))).toEqual(['line', 'polyline', 'nurbs', 'nurbs'])
  expect(kernel.describeCurve(move(line, STRETCH))).toMatchObject({ start: [1, 2, 3], end: [3, 4, 6] })
  expect(kernel.describeCurve(move(polyline, STRETCH))).toMatchObject({
    closed: true,
    length: 8 + 4 + Math.hypot(8, 4),
  })
})

test('A mirrored solid and a mirrored mesh still face outwards', () => {
  const outward = (geometry: Geometry, centre: Point): boolean => {
    const { positions, normals, triangles } = kernel.display(geometry, 0.1)
    return [...triangles].every(
      (i) => [0, 1, 2].reduce((sum, a) => sum + (positions[i * 3 + a]! - centre[a]!) * normals[i * 3 + a]!, 0) > 0,
    )
  }
  const box = keep(kernel.box(WORLD, 2, 2, 2))
  expect(outward(box, [1, 1, 1])).toBe(true)
  expect(outward(move(box, MIRROR), [-1, 1, 1])).toBe(true)
  const { positions, triangles } = kernel.display(box, 0.1)
  const mesh: MeshGeometry = {
    kind: 'mesh',
    vertices: Float64Array.from(positions),
    triangles,
    quads: new Uint32Array(),
  }
  expect(outward(mesh, [1, 1, 1])).toBe(true)
  const mirrored = move(mesh, MIRROR)
  expect(outward(mirrored, [-1, 1, 1])).toBe(true)
  expect(kernel.boundingBox(mirrored)).toEqual({ min: [-2, 0, 0], max: [0, 2, 2] })
})

test('Points, text and what is only kept move along; text never slants or turns over', () => {
  expect(kernel.transform({ kind: 'point', at: [1, 1, 1] }, STRETCH)).toEqual({ kind: 'point', at: [3, 3, 4] })
  const text: TextGeometry = {
    kind: 'text',
    text: 'A',
    frame: WORLD,
    height: 2,
    font: 'Arial',
    bold: false,
    italic: false,
  }
  const moved = kernel.transform(text, [0, -3, 0, 5, 3, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1]) as TextGeometry
  expect(moved).toMatchObject({ height: 6, frame: { origin: [5, 0, 0], x: [0, 1, 0], z: [0, expect.closeTo(0), 1] } })
  const over = kernel.transform(text, MIRROR) as TextGeometry
  const { x, y, z } = over.frame
  expect(
    x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) + x[2] * (y[0] * z[1] - y[1] * z[0]),
  ).toBeCloseTo(1)
  const kept: Geometry = {
    kind: 'opaque',
    objectType: 'SubD',
    encoded: null,
    transform: null,
    bounds: { min: [0, 0, 0], max: [1, 1, 1] },
    preview: { vertices: Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]), triangles: Uint32Array.from([0, 1, 2]) },
  }
  const twice = kernel.transform(kernel.transform(kept, STRETCH), MIRROR)
  expect(twice).toMatchObject({ bounds: { min: [-3, 2, 3], max: [-1, 3, 4] } })
  expect([...kernel.display(twice, 0.1).positions]).toEqual([-1, 2, 3, -3, 2, 3, -1, 3, 3])
})

test('A matrix that squashes, bends or is none is refused by its name', () => {
  const box = keep(kernel.box(WORLD, 1, 1, 1))
  const flat = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
  const bent = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1]
  for (const matrix of [flat, bent, [1, 2, 3], flat.map(() => 0), flat.map(() => Number.NaN)]) {
    try {
      kernel.transform(box, matrix)
      expect.unreachable()
    } catch (fault) {
      expect(fault).toBeInstanceOf(Fault)
      expect(fault).toMatchObject({ code: 'INVALID_PARAMS', details: { parameter: 'matrix' } })
    }
  }
})
