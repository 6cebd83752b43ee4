import { afterAll, beforeAll, expect, test } from 'vitest'
import { Fault } from '../../wire/fault.ts'
import type { BrepGeometry, Frame, Geometry, Kernel } from '../geometry.ts'
import { createKernel, type KernelInternals } from './kernel.ts'

let kernel: Kernel & KernelInternals
let box: BrepGeometry
let ball: BrepGeometry
const at = (x: number, y: number, z: number): Frame => ({ origin: [x, y, z], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] })

beforeAll(async () => {
  kernel = await createKernel()
  box = kernel.box(at(0, 0, 0), 20, 20, 20)
  ball = kernel.sphere(at(20, 20, 20), 9)
})
afterAll(() => {
  kernel.release(box)
  kernel.release(ball)
  expect(kernel.liveShapes).toBe(0)
})

/** The highest address that a few allocations of every usual size get: it climbs with whatever is never given back. */
function heapTop(): number {
  const { ___libc_malloc: take, ___libc_free: give } = kernel.oc as unknown as Record<string, (n: number) => number>
  const taken = [24, 64, 100, 200, 500, 1000, 3000, 9000].flatMap((size) =>
    Array.from({ length: 20 }, () => take!(size)),
  )
  for (const pointer of taken) give!(pointer)
  return Math.max(...taken)
}

function climb(rounds: number, work: () => void): number {
  for (let round = 0; round < 20; round += 1) work()
  const before = heapTop()
  for (let round = 0; round < rounds; round += 1) work()
  return heapTop() - before
}

const dropAll = (all: readonly Geometry[]): void => {
  for (const geometry of all) kernel.release(geometry)
}
const failing = (work: () => unknown): void => expect(work).toThrow(Fault)

test('Three hundred booleans leave the memory of the kernel where it was', () => {
  const size = kernel.oc.wasmMemory.buffer.byteLength
  // A boolean takes 200 kB; one in sixty left behind would show.
  expect(climb(300, () => dropAll(kernel.difference(box, [ball], 0.001)))).toBeLessThan(1_000_000)
  expect(kernel.oc.wasmMemory.buffer.byteLength).toBe(size)
  expect(kernel.liveShapes).toBe(2)
}, 180_000)

test('Making, describing, drawing and moving leave nothing behind either', () => {
  const round = (): void => {
    const cone = kernel.cone(at(0, 0, 0), 2, 5, true)
    const moved = kernel.transform(cone, [1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    kernel.describeBrep(cone)
    kernel.display(cone, 0.1)
    kernel.boundingBox(moved)
    const square = kernel.polyline(
      [
        [0, 0, 0],
        [4, 0, 0],
        [4, 4, 0],
        [0, 4, 0],
      ],
      true,
    )
    const block = kernel.extrude(square, [0, 0, 3], true)
    const curve = kernel.nurbsCurve({
      points: [
        [0, 0, 0],
        [1, 2, 0],
        [3, 2, 1],
        [4, 0, 0],
      ],
      degree: 3,
    })
    kernel.describeCurve(curve)
    dropAll([cone, moved, square, block, curve])
  }
  expect(climb(60, round)).toBeLessThan(400_000)
  expect(kernel.liveShapes).toBe(2)
})

test('Neither do failures', () => {
  const round = (): void => {
    failing(() => kernel.filletEdges(box, [0], 50))
    failing(() => kernel.intersection([box], [{ kind: 'point', at: [0, 0, 0] }], 0.1))
    failing(() => kernel.loft([{ kind: 'point', at: [0, 0, 0] }], { straight: true, closed: false }))
  }
  expect(climb(20, round)).toBeLessThan(400_000)
  expect(kernel.liveShapes).toBe(2)
  expect(kernel.volume(box)).toBeCloseTo(8000, 9)
})

test('A shape lives as long as somebody keeps it, and is refused afterwards', () => {
  const cube = kernel.box(at(0, 0, 0), 1, 1, 1)
  kernel.retain(cube)
  kernel.release(cube)
  expect(kernel.volume(cube)).toBeCloseTo(1, 9)
  kernel.release(cube)
  expect(() => kernel.volume(cube)).toThrow(/released/)
  expect(() => kernel.release(cube)).toThrow(/released/)
})
