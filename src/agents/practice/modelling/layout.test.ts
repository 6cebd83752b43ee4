import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseEdges, type Edge, sensibleRadius } from './edges.ts'
import { holeCentres } from './holes.ts'

const plate = (x: number, y: number) => ({
  box: { min: [0, 0, 0], max: [x, y, 10] } as never,
  round: false,
  rounding: 0,
})
const holes = (count: number, diameter: number, as: 'auto' | 'row' | 'corners' = 'auto') => ({
  count,
  diameter,
  layout: { as },
  inset: null,
})

describe('holes', () => {
  test('one in the centre, three in a row along the longer side, on discs in a ring', () => {
    expect(holeCentres(holes(1, 5), plate(40, 20), 'none')).toEqual([[20, 10]])
    expect(holeCentres(holes(3, 5), plate(20, 60), 'none')).toEqual([
      [10, 6],
      [10, 30],
      [10, 54],
    ])
    const ring = holeCentres(holes(4, 2), { ...plate(40, 40), round: true }, 'none')
    expect(ring.map(([x, y]) => Math.hypot(x - 20, y - 20))).toEqual([15, 15, 15, 15])
  })

  test('four near the corners keep clear of rounded ones', () => {
    const [first] = holeCentres(holes(4, 4), { ...plate(100, 100), rounding: 10 }, 'none')
    expect(first).toEqual([15, 15])
  })

  test('whatever fits lies inside and apart; whatever does not is refused', () => {
    const size = fc.integer({ min: 5, max: 500 })
    const setting = fc.record({
      x: size,
      y: size,
      n: fc.integer({ min: 1, max: 12 }),
      d: fc.integer({ min: 1, max: 60 }),
      round: fc.boolean(),
    })
    fc.assert(
      fc.property(setting, ({ x, y, n, d, round }) => {
        let spots: readonly (readonly [number, number])[]
        try {
          spots = holeCentres(holes(n, d), { ...plate(x, y), round }, 'millimeters')
        } catch (error) {
          expect((error as Error).message).toMatch(/do(es)? not fit there: seen from above there is/)
          return
        }
        expect(spots).toHaveLength(n)
        for (const [a, b] of spots) {
          expect(a - d / 2).toBeGreaterThanOrEqual(0)
          expect(b - d / 2).toBeGreaterThanOrEqual(0)
          expect(a + d / 2).toBeLessThanOrEqual(x)
          expect(b + d / 2).toBeLessThanOrEqual(y)
        }
        for (const [i, a] of spots.entries()) {
          for (const b of spots.slice(i + 1)) expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThan(d)
        }
      }),
    )
  })
})

describe('edges', () => {
  const line = (index: number, start: number[], end: number[]): Edge => {
    const along = end.map((value, axis) => value - start[axis]!)
    const length = Math.hypot(...along)
    return {
      index,
      type: 'line',
      start,
      end,
      middle: start.map((v, i) => (v + end[i]!) / 2),
      length,
      direction: along.map((v) => v / length),
    }
  }
  const rim = (index: number, z: number): Edge => ({
    index,
    type: 'circle',
    start: [5, 0, z],
    end: [5, 0, z],
    middle: [-5, 0, z],
    length: 31,
    direction: [0, 0, 1],
  })
  /** A cylinder: two rims and the seam that joins them. */
  const cylinder = [rim(0, 0), line(1, [5, 0, 0], [5, 0, 8]), rim(2, 8)]

  test('where a round face closes in itself is no edge for a person', () => {
    expect(chooseEdges(cylinder, 'all')).toEqual([0, 2])
    expect(chooseEdges(cylinder, 'vertical')).toEqual([])
    expect(chooseEdges(cylinder, 'top')).toEqual([2])
    expect(chooseEdges(cylinder, 'bottom')).toEqual([0])
  })

  test('upright edges are upright', () => {
    const box = [
      line(0, [0, 0, 0], [1, 0, 0]),
      line(1, [0, 0, 0], [0, 0, 1]),
      line(2, [0, 0, 1], [1, 0, 1]),
      line(3, [0, 0, 0], [1, 0, 1]),
    ]
    expect(chooseEdges(box, 'vertical')).toEqual([1])
    expect(chooseEdges(box, 'top')).toEqual([2])
  })

  test('a sensible radius is a nice number of about a tenth of the smaller side', () => {
    const box = (x: number, y: number, z: number) => ({ min: [0, 0, 0], max: [x, y, z] })
    expect(sensibleRadius(box(40, 25, 10), 'vertical')).toBe(2.5)
    expect(sensibleRadius(box(40, 25, 10), 'all')).toBe(1)
    expect(sensibleRadius(box(2, 1.5, 1), 'vertical')).toBe(0.1)
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (side) => {
        const radius = sensibleRadius(box(side, side, side), 'all')
        expect(radius).toBeGreaterThan(side / 25)
        expect(radius).toBeLessThanOrEqual((side / 10) * (1 + 1e-6))
      }),
    )
  })
})
