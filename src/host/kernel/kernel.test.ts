import { beforeAll, expect, test } from 'vitest'
import type { Frame, Kernel } from '../geometry.ts'
import { createKernel, type KernelInternals } from './kernel.ts'

let kernel: Kernel & KernelInternals
const at = (x: number, y: number, z: number): Frame => ({ origin: [x, y, z], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] })

beforeAll(async () => {
  kernel = await createKernel()
})

test('A box minus an eighth of a sphere has the exact volume', () => {
  const box = kernel.box(at(0, 0, 0), 20, 20, 20)
  const sphere = kernel.sphere(at(20, 20, 20), 9)
  const [result, ...more] = kernel.difference(box, [sphere], 0.001)
  expect(more).toEqual([])
  expect(kernel.volume(result!)).toBeCloseTo(8000 - ((4 / 3) * Math.PI * 729) / 8, 6)
  expect(kernel.volume(box)).toBeCloseTo(8000, 9)
  for (const made of [box, sphere, result!]) kernel.release(made)
  expect(kernel.liveShapes).toBe(0)
})

test('A cylinder of radius 5 and height 12 holds 942.48, upwards and downwards', () => {
  for (const height of [12, -12]) {
    const cylinder = kernel.cylinder(at(0, 0, 0), 5, height, true)
    expect(kernel.volume(cylinder)).toBeCloseTo(300 * Math.PI, 6)
    const drawn = kernel.display(cylinder, 0.05)
    const z = drawn.positions.filter((_, index) => index % 3 === 2)
    expect([Math.min(...z), Math.max(...z)]).toEqual(height > 0 ? [0, 12] : [-12, 0])
    expect(drawn.edges.length).toBeGreaterThan(6)
    kernel.release(cylinder)
  }
})
