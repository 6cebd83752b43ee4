import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { BrepGeometry, Frame, Kernel } from '../geometry.ts'
import { createKernel } from './kernel.ts'

let kernel: Kernel
beforeAll(async () => {
  kernel = await createKernel()
})

const MOVED = [1, 0, 0, 5, 0, 1, 0, -7, 0, 0, 1, 3, 0, 0, 0, 1] as const
const UPRIGHT: Frame = { origin: [1, -2, 3], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }
const LYING: Frame = { origin: [1, -2, 3], x: [0, 0.6, 0.8], y: [0, -0.8, 0.6], z: [1, 0, 0] }

const FAR: Frame = { ...LYING, origin: [1e5, -1e5, 1e5] }

const size = fc.double({ min: -3, max: 5, noNaN: true }).map((exponent) => 10 ** exponent)
const made: fc.Arbitrary<(frame: Frame) => BrepGeometry> = fc.oneof(
  fc.tuple(size, size, size, fc.boolean()).map(
    ([a, b, c, down]) =>
      (frame: Frame) =>
        kernel.box(frame, a, b, down ? -c : c),
  ),
  size.map((radius) => (frame: Frame) => kernel.sphere(frame, radius)),
  fc.tuple(size, size).map(
    ([radius, height]) =>
      (frame: Frame) =>
        kernel.cylinder(frame, radius, height, true),
  ),
  fc.tuple(size, fc.double({ min: 0.01, max: 0.99, noNaN: true })).map(
    ([major, share]) =>
      (frame: Frame) =>
        kernel.torus(frame, major, major * share),
  ),
)

test('what is said of a primitive without looking is what the kernel measures of one that it does not know', () => {
  const one = fc.tuple(made, fc.constantFrom(UPRIGHT, LYING, FAR))
  fc.assert(
    fc.property(one, ([make, frame]) => {
      const primitive = make(frame)
      const moved = kernel.transform(primitive, MOVED as never) as BrepGeometry
      const [told, measured] = [kernel.describeBrep(primitive), kernel.describeBrep(moved)]
      for (const what of ['faces', 'edges', 'vertices', 'solid', 'valid'] as const) {
        expect(what === 'edges' ? told.edges.length : told[what]).toEqual(
          what === 'edges' ? measured.edges.length : measured[what],
        )
      }
      const structure = kernel.structure(primitive)
      expect(structure).toEqual(kernel.structure(moved))
      expect((told.volume ?? 0) / (measured.volume ?? 0)).toBeCloseTo(1, 6)
      expect(told.area / measured.area).toBeCloseTo(1, 6)
      for (const geometry of [primitive, moved]) kernel.release(geometry)
    }),
    { numRuns: 200 },
  )
})

test.each([2e-6, 1e-4, 1e7])('primitives of %s units are as sound as the kernel finds them', (length) => {
  for (const primitive of [
    kernel.box(LYING, length, length, length),
    kernel.sphere(LYING, length),
    kernel.cylinder(LYING, length, length, true),
    kernel.torus(LYING, length, length * 0.6),
  ]) {
    const moved = kernel.transform(primitive, MOVED as never) as BrepGeometry
    expect(kernel.structure(primitive)).toEqual(kernel.structure(moved))
    for (const geometry of [primitive, moved]) kernel.release(geometry)
  }
})
