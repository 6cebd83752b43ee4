import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { BrepGeometry, Frame, Geometry, Kernel, Matrix } from '../../geometry.ts'
import { createKernel } from '../kernel.ts'

let kernel: Kernel
const kept: Geometry[] = []
const at = (x: number, y: number, z: number): Frame => ({ origin: [x, y, z], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] })
const keep = <G extends Geometry>(geometry: G): G => {
  kept.push(geometry)
  return geometry
}

beforeAll(async () => {
  kernel = await createKernel()
})
afterEach(() => {
  for (const geometry of kept.splice(0)) kernel.release(geometry)
  expect(kernel.liveShapes).toBe(0)
})

const MAPS: Record<string, { matrix: Matrix; factor: number }> = {
  'uneven scale': { matrix: [2, 0, 0, 3, 0, 1, 0, -4, 0, 0, 0.5, 5, 0, 0, 0, 1], factor: 1 },
  shear: { matrix: [1, 0.3, 0, 5, 0, 1, 0.2, 0, 0, 0, 1, 0, 0, 0, 0, 1], factor: 1 },
  'uneven mirror': { matrix: [-2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], factor: 2 },
}

const biteOf = (k: Kernel): BrepGeometry => {
  const [box, ball] = [keep(k.box(at(0, 0, 0), 20, 20, 20)), keep(k.sphere(at(20, 20, 20), 9))]
  return k.difference(box, [ball], 0.001)[0]!
}
const SOLIDS: Record<string, (k: Kernel) => BrepGeometry> = {
  box: (k) => k.box(at(1, 2, 3), 2, 3, 4),
  cylinder: (k) => k.cylinder(at(1, 2, 3), 5, 12, true),
  cone: (k) => k.cone(at(0, 0, 0), 5, 10, true),
  sphere: (k) => k.sphere(at(0, 0, 0), 4),
  torus: (k) => k.torus(at(0, 0, 0), 10, 3),
  bite: biteOf,
  'box with round edges': (k) => k.filletEdges(keep(k.box(at(0, 0, 0), 20, 20, 20)), [...Array(12).keys()], 2),
  'bite with round edges': (k) => k.filletEdges(keep(biteOf(k)), [...Array(15).keys()], 1),
  'slanted cylinder': (k) => k.extrude(keep(k.circle(at(0, 0, 0), 5)), [1, 0, 3], true),
  'half a sphere': (k) =>
    k.difference(keep(k.sphere(at(0, 0, 0), 5)), [keep(k.box(at(-10, -10, 0), 20, 20, 20))], 0.001)[0]!,
}

for (const [map, { matrix, factor }] of Object.entries(MAPS)) {
  test.each(Object.keys(SOLIDS))(`${map}: a %s stays a sound solid of the volume it must have`, (name) => {
    const before = keep(SOLIDS[name]!(kernel))
    const after = keep(kernel.transform(before, matrix)) as BrepGeometry
    const [old, now] = [kernel.describeBrep(before), kernel.describeBrep(after)]
    expect(now).toMatchObject({ valid: true, solid: true, faces: old.faces })
    expect(now.edges).toHaveLength(old.edges.length)
    expect(now.volume! / (old.volume! * factor)).toBeCloseTo(1, 6)
  })
}

test('A stretched sphere is the very ellipsoid: every vertex of its mesh lies on it, normals outwards', () => {
  const sphere = keep(kernel.sphere(at(0, 0, 0), 4))
  for (const side of [3, -3]) {
    const egg = keep(kernel.transform(sphere, [side, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]))
    const { positions, normals } = kernel.display(egg, 0.05)
    expect(positions.length).toBeGreaterThan(300)
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!]
      expect((x / 12) ** 2 + (y / 4) ** 2 + (z / 8) ** 2).toBeCloseTo(1, 4)
      expect((x * normals[i]!) / 144 + (y * normals[i + 1]!) / 16 + (z * normals[i + 2]!) / 64).toBeGreaterThan(0)
    }
  }
})

test('A stretched solid can be cut and rounded again', () => {
  const plate = keep(
    kernel.transform(keep(kernel.box(at(0, 0, 0), 10, 10, 10)), [4, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
  )
  const hole = keep(
    kernel.transform(
      keep(kernel.cylinder(at(0, 0, 0), 1, 1, true)),
      [4, 0, 0, 20, 0, 2, 0, 10, 0, 0, 12, -1, 0, 0, 0, 1],
    ),
  )
  const cut = keep(kernel.difference(plate, [hole], 0.001)[0]!)
  expect(kernel.volume(cut)! / (8000 - Math.PI * 8 * 10)).toBeCloseTo(1, 6)
  const upright = kernel
    .describeBrep(cut)
    .edges.filter((edge) => edge.type === 'line' && Math.abs(edge.direction![2]) > 0.99 && edge.start[0] % 40 === 0)
  const round = keep(
    kernel.filletEdges(
      cut,
      upright.map((edge) => edge.index),
      2,
    ),
  )
  expect(kernel.describeBrep(round).valid).toBe(true)
})

test('Any map that can be undone is undone by its inverse, for curves and solids', () => {
  const number = fc.double({ min: -3, max: 3, noNaN: true })
  const matrices = fc
    .array(number, { minLength: 12, maxLength: 12 })
    .map((m): Matrix => [...m, 0, 0, 0, 1])
    .filter((m) => Math.abs(determinant(m)) > 0.3)
  const wedge = keep(kernel.chamferEdges(keep(kernel.box(at(0, 0, 0), 4, 5, 6)), [0], 1))
  const arc = keep(kernel.arc(at(1, 2, 3), 2, 0, 2))
  const { volume } = kernel.describeBrep(wedge)
  const { length } = kernel.describeCurve(arc)
  fc.assert(
    fc.property(matrices, (matrix) => {
      const there = [kernel.transform(wedge, matrix), kernel.transform(arc, matrix)] as const
      expect(kernel.volume(there[0])! / (volume! * Math.abs(determinant(matrix)))).toBeCloseTo(1, 6)
      const back = there.map((geometry) => kernel.transform(geometry, inverse(matrix)))
      expect(kernel.volume(back[0]!)! / volume!).toBeCloseTo(1, 6)
      const box = kernel.boundingBox(back[0]!)!
      ;[0, 0, 0, 4, 5, 6].forEach((value, i) => {
        expect([...box.min, ...box.max][i]).toBeCloseTo(value, 4)
      })
      expect(kernel.describeCurve(back[1] as never).length).toBeCloseTo(length, 6)
      for (const geometry of [...there, ...back]) kernel.release(geometry)
    }),
    { numRuns: 25 },
  )
})

function determinant(m: Matrix): number {
  const a = (i: number): number => m[i]!
  return a(0) * (a(5) * a(10) - a(6) * a(9)) - a(1) * (a(4) * a(10) - a(6) * a(8)) + a(2) * (a(4) * a(9) - a(5) * a(8))
}

function inverse(m: Matrix): Matrix {
  const det = determinant(m)
  const linear = [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) => {
      const [r1, r2] = [0, 1, 2].filter((r) => r !== column) as [number, number]
      const [c1, c2] = [0, 1, 2].filter((c) => c !== row) as [number, number]
      const minor = m[r1 * 4 + c1]! * m[r2 * 4 + c2]! - m[r1 * 4 + c2]! * m[r2 * 4 + c1]!
      return ((row + column) % 2 === 0 ? minor : -minor) / det
    }),
  )
  return [
    ...linear.flatMap((row) => [...row, -row.reduce((sum, value, i) => sum + value * m[i * 4 + 3]!, 0)]),
    0,
    0,
    0,
    1,
  ]
}
