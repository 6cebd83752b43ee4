import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Point } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { BrepGeometry, Frame, Geometry, Kernel } from '../geometry.ts'
import { ownHandle } from './explore.ts'
import { createKernel, type KernelInternals } from './kernel.ts'

let kernel: Kernel & KernelInternals
const kept: Geometry[] = []
const at = (x: number, y: number, z: number): Frame => ({ origin: [x, y, z], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] })
const WORLD = at(0, 0, 0)

const keep = <G extends Geometry>(geometry: G): G => {
  kept.push(geometry)
  return geometry
}
const keepAll = <G extends Geometry>(all: G[]): G[] => all.map(keep)
const refusal = (work: () => unknown): Fault => {
  try {
    work()
  } catch (fault) {
    expect(fault).toBeInstanceOf(Fault)
    expect((fault as Fault).details.next).toBeTruthy()
    return fault as Fault
  }
  throw new Error('It was not refused.')
}
const sound = (brep: BrepGeometry, volume: number, faces: number): void => {
  const described = kernel.describeBrep(brep)
  expect(described).toMatchObject({ solid: true, valid: true, faces })
  expect(described.volume).toBeCloseTo(volume, 5)
}

beforeAll(async () => {
  kernel = await createKernel()
})
afterEach(() => {
  for (const geometry of kept.splice(0)) kernel.release(geometry)
  expect(kernel.liveShapes).toBe(0)
})

test('Primitives are valid solids of exact volume', () => {
  sound(keep(kernel.box(at(1, 2, 3), 2, 3, 4)), 24, 6)
  sound(keep(kernel.box(at(0, 0, 0), 2, 3, -4)), 24, 6)
  sound(keep(kernel.sphere(WORLD, 3)), 36 * Math.PI, 1)
  sound(keep(kernel.cylinder(WORLD, 5, 12, true)), 300 * Math.PI, 3)
  sound(keep(kernel.cone(WORLD, 5, 10, true)), (250 / 3) * Math.PI, 2)
  sound(keep(kernel.cone(WORLD, 5, -10, true)), (250 / 3) * Math.PI, 2)
  sound(keep(kernel.torus(WORLD, 10, 3)), 2 * Math.PI ** 2 * 10 * 9, 1)
})

test('A tilted frame is followed, and a box may hang below it', () => {
  const tilted: Frame = { origin: [10, 0, 0], x: [0, 1, 0], y: [0, 0, 1], z: [1, 0, 0] }
  expect(kernel.boundingBox(keep(kernel.box(tilted, 1, 2, 3)))).toEqual({ min: [10, 0, 0], max: [13, 1, 2] })
  const below = kernel.boundingBox(keep(kernel.box(WORLD, 1, 2, -3)))!
  expect(below.min[2]).toBeCloseTo(-3, 9)
  expect(below.max[2]).toBeCloseTo(0, 9)
})

test('The box of a new box or sphere is the one that the kernel measures', () => {
  const tilted: Frame = { origin: [1, 2, 3], x: [0.6, 0.8, 0], y: [-0.8, 0.6, 0], z: [0, 0, 1] }
  const backwards: Frame = { origin: [1, 2, 3], x: [-1, 0, 0], y: [0, -1, 0], z: [0, 0, 1] }
  const made = [WORLD, at(0.1, 0.2, 0.3), tilted, backwards].flatMap((frame) => [
    kernel.box(frame, 0.2, 3, 4),
    kernel.box(frame, 2, 3, -4),
    kernel.sphere(frame, 2.5),
  ])
  for (const brep of keepAll(made)) {
    // Another handle on the same shape: nothing is known of it yet.
    const unknown = keep(kernel.adoptBrep(ownHandle(kernel.raw(brep.shape))))
    const [known, measured] = [kernel.boundingBox(brep)!, kernel.boundingBox(unknown)!]
    const apart = [...known.min, ...known.max].map((value, i) => value - [...measured.min, ...measured.max][i]!)
    expect(Math.max(...apart.map(Math.abs))).toBeLessThan(3e-7)
  }
})

test('Without caps a cylinder and a cone are open surfaces without volume', () => {
  const pipe = keep(kernel.cylinder(WORLD, 2, 5, false))
  expect(kernel.volume(pipe)).toBeNull()
  expect(kernel.area(pipe)).toBeCloseTo(20 * Math.PI, 6)
  const hat = keep(kernel.cone(WORLD, 3, 4, false))
  expect(kernel.volume(hat)).toBeNull()
  expect(kernel.area(hat)).toBeCloseTo(15 * Math.PI, 6)
})

test('Eight corners make a solid, also a slanted one', () => {
  const low: Point[] = [
    [0, 0, 0],
    [4, 0, 0],
    [4, 3, 0],
    [0, 3, 0],
  ]
  const slanted = [...low, ...low.map(([x, y, z]): Point => [x + 1, y, z + 2])]
  sound(keep(kernel.boxFromCorners(slanted)), 24, 6)
  const sunk = [...low, ...low.map(([x, y, z]): Point => [x, y, z - 2])]
  sound(keep(kernel.boxFromCorners(sunk)), 24, 6)
  expect(refusal(() => kernel.boxFromCorners(low)).details.parameter).toBe('corners')
  expect(refusal(() => kernel.boxFromCorners([...low, ...low])).code).toBe('INVALID_PARAMS')
  const bent = [...low, ...low.map(([x, y], i): Point => [x, y, i === 2 ? 5 : 2])]
  expect(refusal(() => kernel.boxFromCorners(bent)).message).toContain('plane')
})

test('A plate with a hundred holes in one cut', () => {
  const plate = keep(kernel.box(WORLD, 100, 100, 2))
  const drills: BrepGeometry[] = []
  for (let i = 0; i < 100; i += 1) {
    drills.push(keep(kernel.cylinder(at(10 * (i % 10) + 5, 10 * Math.floor(i / 10) + 5, -1), 1.5, 4, true)))
  }
  const [result, ...more] = keepAll(kernel.difference(plate, drills, 0.001))
  expect(more).toEqual([])
  expect(kernel.volume(result!)).toBeCloseTo(20000 - 100 * Math.PI * 2.25 * 2, 4)
  const described = kernel.describeBrep(result!)
  expect(described).toMatchObject({ faces: 106, valid: true, solid: true })
  expect(described.edges.filter((edge) => edge.type === 'circle' && edge.radius === 1.5)).toHaveLength(200)
})

test('A union of touching boxes is one box with six faces; of boxes far apart it is both', () => {
  const a = keep(kernel.box(WORLD, 10, 10, 10))
  const b = keep(kernel.box(at(10, 0, 0), 5, 10, 10))
  const far = keep(kernel.box(at(100, 0, 0), 1, 1, 1))
  const [one, ...rest] = keepAll(kernel.union([a, b], 0.001))
  expect(rest).toEqual([])
  sound(one!, 1500, 6)
  const both = keepAll(kernel.union([a, far], 0.001))
  expect(both.map((brep) => kernel.volume(brep)).sort()).toEqual([expect.closeTo(1, 6), expect.closeTo(1000, 6)])
})

test('A cut that parts a solid gives its pieces one by one', () => {
  const bar = keep(kernel.box(WORLD, 30, 10, 10))
  const saw = keep(kernel.box(at(10, -1, -1), 5, 12, 12))
  const parts = keepAll(kernel.difference(bar, [saw], 0.001))
  expect(parts.map((part) => Math.round(kernel.volume(part)!)).sort((x, y) => x - y)).toEqual([1000, 1500])
})

test('An intersection is what both hold', () => {
  const box = keep(kernel.box(WORLD, 20, 20, 20))
  const ball = keep(kernel.sphere(at(20, 20, 20), 9))
  const [corner] = keepAll(kernel.intersection([box], [ball], 0.001))
  expect(kernel.volume(corner!)).toBeCloseTo(((4 / 3) * Math.PI * 729) / 8, 5)
})

test('Booleans without a result say why, and leave their inputs alone', () => {
  const box = keep(kernel.box(WORLD, 10, 10, 10))
  const far = keep(kernel.sphere(at(100, 0, 0), 1))
  const around = keep(kernel.box(at(-1, -1, -1), 12, 12, 12))
  expect(refusal(() => kernel.difference(box, [far], 0.001))).toMatchObject({ code: 'OPERATION_FAILED' })
  expect(refusal(() => kernel.difference(box, [around], 0.001)).message).toContain('Nothing is left')
  expect(refusal(() => kernel.intersection([box], [far], 0.001)).message).toContain('in common')
  expect(refusal(() => kernel.union([box], 0.001)).code).toBe('INVALID_PARAMS')
  expect(refusal(() => kernel.difference(box, [], 0.001)).code).toBe('INVALID_PARAMS')
  const pipe = keep(kernel.cylinder(WORLD, 2, 5, false))
  expect(refusal(() => kernel.difference(box, [pipe], 0.001)).message).toContain('open surface')
  const mesh: Geometry = {
    kind: 'mesh',
    vertices: new Float64Array(9),
    triangles: new Uint32Array([0, 1, 2]),
    quads: new Uint32Array(),
  }
  expect(refusal(() => kernel.union([box, mesh], 0.001))).toMatchObject({ code: 'INVALID_PARAMS' })
  expect(kernel.volume(box)).toBeCloseTo(1000, 9)
  expect(kernel.liveShapes).toBe(4)
})

test('Fillet and chamfer work on edges by their index', () => {
  const box = keep(kernel.box(WORLD, 40, 25, 10))
  const upright = kernel.describeBrep(box).edges.filter((edge) => Math.abs(edge.direction?.[2] ?? 0) > 0.99)
  expect(upright).toHaveLength(4)
  const indices = upright.map((edge) => edge.index)
  sound(keep(kernel.filletEdges(box, indices, 3)), 10000 - 4 * (9 - (Math.PI * 9) / 4) * 10, 10)
  sound(keep(kernel.chamferEdges(box, indices, 2)), 10000 - 4 * 2 * 10, 10)
  expect(kernel.describeBrep(box).edges.map((edge) => edge.index)).toEqual([...Array(12).keys()])
})

test('A radius that does not fit is refused with one that does, and nothing is left behind', () => {
  const box = keep(kernel.box(WORLD, 10, 10, 10))
  const before = kernel.liveShapes
  const fault = refusal(() => kernel.filletEdges(box, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 50))
  expect(fault.code).toBe('OPERATION_FAILED')
  expect(fault.message).toContain('50')
  const fits = fault.details.fits as number
  expect(fits).toBeGreaterThan(1)
  expect(kernel.liveShapes).toBe(before)
  keep(kernel.filletEdges(box, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], fits))
  expect(refusal(() => kernel.chamferEdges(box, [0], 30)).code).toBe('OPERATION_FAILED')
  expect(refusal(() => kernel.filletEdges(box, [12], 1))).toMatchObject({
    code: 'INVALID_PARAMS',
    details: { parameter: 'edge_indices' },
  })
  expect(refusal(() => kernel.filletEdges(box, [], 1)).code).toBe('INVALID_PARAMS')
  expect(refusal(() => kernel.filletEdges(box, [0], 0)).details.parameter).toBe('radius')
})

test('Sizes that make no solid are refused by name', () => {
  const named = (work: () => unknown): unknown => {
    const fault = refusal(work)
    expect(fault.code).toBe('INVALID_PARAMS')
    return fault.details.parameter
  }
  expect(named(() => kernel.box(WORLD, 0, 1, 1))).toBe('width')
  expect(named(() => kernel.box(WORLD, 1, -1, 1))).toBe('depth')
  expect(named(() => kernel.box(WORLD, 1, 1, 0))).toBe('height')
  expect(named(() => kernel.box(WORLD, 1, 1, Number.NaN))).toBe('height')
  expect(named(() => kernel.box(WORLD, 1e308, 1, 1))).toBe('width')
  expect(named(() => kernel.sphere(WORLD, 0))).toBe('radius')
  expect(named(() => kernel.sphere(at(Number.POSITIVE_INFINITY, 0, 0), 1))).toBe('plane')
  expect(named(() => kernel.cylinder(WORLD, -1, 1, true))).toBe('radius')
  expect(named(() => kernel.cone(WORLD, 1, 0, true))).toBe('height')
  expect(named(() => kernel.torus(WORLD, 1, 1))).toBe('minor_radius')
  expect(named(() => kernel.torus(WORLD, 1, 2))).toBe('minor_radius')
})

test('Volume and area of an extruded free curve are exact, where the kernel by itself is percents off', () => {
  const circle = keep(kernel.circle(WORLD, 5))
  const ellipse = keep(kernel.transform(circle, [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]))
  const bar = keep(kernel.extrude(ellipse, [0, 0, 3], true))
  expect(kernel.volume(bar)).toBeCloseTo(150 * Math.PI, 5)
  // The circumference of the ellipse of 10 and 5 is 48.44224110273838.
  expect(kernel.area(bar)).toBeCloseTo(3 * 48.44224110273838 + 100 * Math.PI, 6)
  expect(kernel.area(keep(kernel.torus(WORLD, 10, 3)))).toBeCloseTo(120 * Math.PI ** 2, 6)
})

test('Loft through circles closes between points and stays open between curves', () => {
  const rings = [0, 15, 30].map((z, i) => keep(kernel.circle(at(0, 0, z), [8, 4, 9][i]!)))
  const skin = keep(kernel.loft(rings, { straight: false, closed: false }))
  expect(kernel.describeBrep(skin)).toMatchObject({ solid: false, valid: true, faces: 1 })
  const straight = keep(kernel.loft(rings.slice(0, 2), { straight: true, closed: false }))
  expect(kernel.area(straight)).toBeCloseTo(Math.PI * 12 * Math.hypot(15, 4), 4)
  const bud = keep(kernel.loft(rings, { straight: false, closed: false, start: [0, 0, -10], end: [0, 0, 40] }))
  expect(kernel.describeBrep(bud)).toMatchObject({ solid: true, valid: true })
  const line = keep(kernel.line([0, 0, 50], [1, 0, 50]))
  expect(refusal(() => kernel.loft([rings[0]!, line], { straight: false, closed: false })).code).toBe('INVALID_PARAMS')
  expect(refusal(() => kernel.loft([line], { straight: false, closed: false })).code).toBe('INVALID_PARAMS')
})

test('Extrusions are solids with caps and surfaces without', () => {
  const circle = keep(kernel.circle(WORLD, 5))
  sound(keep(kernel.extrude(circle, [0, 0, 12], true)), 300 * Math.PI, 3)
  expect(kernel.describeBrep(keep(kernel.extrude(circle, [0, 0, 12], false)))).toMatchObject({ solid: false, faces: 1 })
  const square = keep(
    kernel.polyline(
      [
        [0, 0, 0],
        [4, 0, 0],
        [4, 4, 0],
        [0, 4, 0],
      ],
      true,
    ),
  )
  sound(keep(kernel.extrude(square, [1, 1, 3], true)), 48, 6)
  sound(keep(kernel.extrude(square, [0, 0, -3], true)), 48, 6)
  expect(refusal(() => kernel.extrude(square, [1, 0, 0], true)).details.parameter).toBe('direction')
  expect(refusal(() => kernel.extrude(square, [0, 0, 0], true)).details.parameter).toBe('direction')
  const path = keep(kernel.line([0, 0, 0], [1, 1, 3]))
  sound(keep(kernel.extrudeAlong(square, path, true)), 48, 6)
})
