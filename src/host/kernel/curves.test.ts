import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Point } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { CurveGeometry, Frame, Geometry, Kernel } from '../geometry.ts'
import { createKernel } from './kernel.ts'

let kernel: Kernel
const kept: Geometry[] = []
const WORLD: Frame = { origin: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }

const keep = <G extends Geometry>(geometry: G): G => {
  kept.push(geometry)
  return geometry
}
const about = (curve: CurveGeometry) => kernel.describeCurve(keep(curve))
const refusal = (work: () => unknown): Fault => {
  try {
    work()
  } catch (fault) {
    return fault as Fault
  }
  throw new Error('It was not refused.')
}

beforeAll(async () => {
  kernel = await createKernel()
})
afterEach(() => {
  for (const geometry of kept.splice(0)) kernel.release(geometry)
  expect(kernel.liveShapes).toBe(0)
})

test('Every kind of curve is told for what it is, with its exact length', () => {
  expect(about(kernel.line([1, 1, 1], [4, 5, 1]))).toMatchObject({
    type: 'line',
    degree: 1,
    length: 5,
    closed: false,
    planar: true,
    start: [1, 1, 1],
    end: [4, 5, 1],
  })
  const circle = about(kernel.circle({ ...WORLD, origin: [1, 2, 3] }, 5))
  expect(circle).toMatchObject({ type: 'circle', closed: true, planar: true, radius: 5, center: [1, 2, 3] })
  expect(circle.length).toBeCloseTo(10 * Math.PI, 9)
  const arc = about(kernel.arc(WORLD, 2, Math.PI / 2, Math.PI))
  expect(arc).toMatchObject({ type: 'arc', closed: false, radius: 2 })
  expect(arc.length).toBeCloseTo(Math.PI, 9)
  expect(arc.start[1]).toBeCloseTo(2)
  const polyline = about(
    kernel.polyline(
      [
        [0, 0, 0],
        [3, 0, 0],
        [3, 4, 0],
        [3, 4, 5],
      ],
      false,
    ),
  )
  expect(polyline).toMatchObject({ type: 'polyline', degree: 1, length: 12, closed: false, planar: false })
  expect(polyline.points).toHaveLength(4)
})

test('A closed polyline comes back to its start, named closed or by a repeated point', () => {
  const square: Point[] = [
    [0, 0, 0],
    [2, 0, 0],
    [2, 2, 0],
    [0, 2, 0],
  ]
  for (const curve of [kernel.polyline(square, true), kernel.polyline([...square, [0, 0, 0]], false)]) {
    const described = about(curve)
    expect(described).toMatchObject({ type: 'polyline', length: 8, closed: true, planar: true })
    expect(described.points).toHaveLength(5)
  }
})

test('A polyline that crosses itself keeps the order of its points', () => {
  const bow: Point[] = [
    [0, 0, 0],
    [4, 4, 0],
    [4, 0, 0],
    [0, 4, 0],
  ]
  expect(about(kernel.polyline(bow, false)).points).toEqual(bow)
})

test('Arcs run through their three points, or the long way when the end lies before the start', () => {
  const through = about(kernel.arcThrough([1, 0, 0], [0, 1, 0], [-1, 0, 0]))
  expect(through.type).toBe('arc')
  expect(through.length).toBeCloseTo(Math.PI, 9)
  expect(through.center?.[0]).toBeCloseTo(0)
  expect(about(kernel.arc(WORLD, 1, Math.PI / 2, 0)).length).toBeCloseTo(1.5 * Math.PI, 9)
  expect(about(kernel.arc(WORLD, 1, 0, 2 * Math.PI)).type).toBe('circle')
})

test('NURBS curves take Rhino knots, whole knots, weights and wrap round', () => {
  const w = Math.SQRT1_2
  const quarter = kernel.nurbsCurve({
    points: [
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ],
    degree: 2,
    weights: [1, w, 1],
    knots: [0, 0, 1, 1],
  })
  expect(about(quarter)).toMatchObject({ type: 'nurbs', degree: 2, start: [1, 0, 0], end: [0, 1, 0] })
  expect(kernel.describeCurve(quarter).length).toBeCloseTo(Math.PI / 2, 9)
  const whole = about(
    kernel.nurbsCurve({
      points: [
        [1, 0, 0],
        [1, 1, 0],
        [0, 1, 0],
      ],
      degree: 2,
      weights: [1, w, 1],
      knots: [0, 0, 0, 1, 1, 1],
    }),
  )
  expect(whole.length).toBeCloseTo(Math.PI / 2, 9)
  const free = about(
    kernel.nurbsCurve({
      points: [
        [0, 0, 0],
        [1, 2, 0],
        [3, 2, 1],
        [4, 0, 0],
        [6, 1, 0],
      ],
      degree: 3,
    }),
  )
  expect(free).toMatchObject({ type: 'nurbs', degree: 3, domain: [0, 2], planar: false, closed: false })
  const ring = about(
    kernel.nurbsCurve({
      points: [
        [1, 0, 0],
        [0, 1, 0],
        [-1, 0, 0],
        [0, -1, 0],
      ],
      degree: 3,
      periodic: true,
    }),
  )
  expect(ring).toMatchObject({ closed: true, planar: true })
})

test('A curve through points passes through all of them', () => {
  const points: Point[] = [
    [0, 0, 0],
    [0, 10, 10],
    [10, 20, 10],
    [20, 20, 20],
  ]
  const curve = keep(kernel.interpolatedCurve(points, 3))
  expect(kernel.describeCurve(curve)).toMatchObject({ type: 'nurbs', degree: 3, start: points[0], end: points[3] })
  const drawn = kernel.display(curve, 0.001).edges
  for (const point of points) {
    let nearest = Infinity
    for (let at = 0; at < drawn.length; at += 3) {
      nearest = Math.min(
        nearest,
        Math.hypot(drawn[at]! - point[0], drawn[at + 1]! - point[1], drawn[at + 2]! - point[2]),
      )
    }
    expect(nearest).toBeLessThan(0.6)
  }
  expect(about(kernel.interpolatedCurve(points, 1)).type).toBe('polyline')
})

test('An ellipse of NURBS has the length of the series, not of a coarse quadrature', () => {
  const circle = keep(kernel.circle(WORLD, 1))
  const ellipse = keep(kernel.transform(circle, [3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])) as CurveGeometry
  expect(kernel.describeCurve(ellipse)).toMatchObject({ type: 'nurbs', closed: true, planar: true })
  // 4 a E(e) for a = 3, b = 1.
  expect(kernel.describeCurve(ellipse).length).toBeCloseTo(13.3648932205553, 7)
})

test('Degenerate curves are refused by the name of the parameter', () => {
  const named = (work: () => unknown): [string, unknown] => {
    const fault = refusal(work)
    expect(fault).toBeInstanceOf(Fault)
    expect(fault.details.next).toBeTruthy()
    return [fault.code, fault.details.parameter]
  }
  expect(named(() => kernel.line([1, 1, 1], [1, 1, 1]))).toEqual(['INVALID_PARAMS', 'end'])
  expect(named(() => kernel.line([Number.NaN, 1, 1], [1, 1, 1]))).toEqual(['INVALID_PARAMS', 'start'])
  expect(
    named(() =>
      kernel.polyline(
        [
          [0, 0, 0],
          [0, 0, 0],
          [1, 0, 0],
        ],
        false,
      ),
    ),
  ).toEqual(['INVALID_PARAMS', 'points'])
  expect(named(() => kernel.polyline([[0, 0, 0]], false))).toEqual(['INVALID_PARAMS', 'points'])
  expect(
    named(() =>
      kernel.polyline(
        [
          [0, 0, 0],
          [1, 0, 0],
        ],
        true,
      ),
    ),
  ).toEqual(['INVALID_PARAMS', 'points'])
  expect(named(() => kernel.circle(WORLD, 0))).toEqual(['INVALID_PARAMS', 'radius'])
  expect(named(() => kernel.circle(WORLD, -1))).toEqual(['INVALID_PARAMS', 'radius'])
  expect(named(() => kernel.arc(WORLD, 1, 1, 1))).toEqual(['INVALID_PARAMS', 'end_angle'])
  expect(named(() => kernel.arc(WORLD, 1, 0, 7))).toEqual(['INVALID_PARAMS', 'end_angle'])
  expect(named(() => kernel.arcThrough([0, 0, 0], [1, 1, 0], [2, 2, 0]))).toEqual(['INVALID_PARAMS', 'on'])
  const three: Point[] = [
    [0, 0, 0],
    [1, 0, 0],
    [2, 1, 0],
  ]
  expect(named(() => kernel.nurbsCurve({ points: three, degree: 3 }))).toEqual(['INVALID_PARAMS', 'points'])
  expect(named(() => kernel.nurbsCurve({ points: three, degree: 0 }))).toEqual(['INVALID_PARAMS', 'degree'])
  expect(named(() => kernel.nurbsCurve({ points: three, degree: 2, weights: [1, 0, 1] }))[1]).toBe('weights')
  expect(named(() => kernel.nurbsCurve({ points: three, degree: 2, knots: [0, 0, 1] }))[1]).toBe('knots')
  expect(named(() => kernel.nurbsCurve({ points: three, degree: 2, knots: [1, 1, 0, 0] }))[1]).toBe('knots')
  expect(named(() => kernel.interpolatedCurve(three, 5))).toEqual(['INVALID_PARAMS', 'degree'])
})
