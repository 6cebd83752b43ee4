import { flatKnots } from './spline.ts'
import { type Range, type Record, UnknownText } from './text.ts'

export type FlatPoint = readonly [number, number]

/** A point of a curve in a surface's parameters. */
export function flatPoint(record: Record, t: number): FlatPoint {
  const [, a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, r = 0, minor = r] = record
  switch (record[0]) {
    case 1:
      return [a + t * c, b + t * d]
    case 2:
    case 3: {
      const [cos, sin] = [r * Math.cos(t), minor * Math.sin(t)]
      return [a + cos * c + sin * e, b + cos * d + sin * f]
    }
    case 6: {
      const [, rational = 0, degree = 0] = record
      const knots = [...Array(degree + 1).fill(0), ...Array(degree + 1).fill(1)] as number[]
      return deBoor(record, 3, 2 + rational, degree, knots, t)
    }
    case 7: {
      const [, rational = 0, periodic = 0, degree = 0, count = 0] = record
      if (periodic) throw new UnknownText('a periodic curve on a surface')
      const stride = 2 + rational
      return deBoor(record, 6, stride, degree, flatKnots(record.slice(6 + count * stride)), t)
    }
    case 8:
      return flatPoint(record.slice(3), t)
    default:
      throw new UnknownText(`flat curve of type ${record[0]}`)
  }
}

function deBoor(
  record: Record,
  first: number,
  stride: number,
  degree: number,
  knots: readonly number[],
  t: number,
): FlatPoint {
  const last = knots.length - degree - 2
  let span = degree
  while (span < last && t >= (knots[span + 1] ?? 0)) span += 1
  const row = Array.from({ length: degree + 1 }, (_, i) => {
    const at = first + (span - degree + i) * stride
    const weight = stride === 3 ? (record[at + 2] ?? 1) : 1
    return [(record[at] ?? 0) * weight, (record[at + 1] ?? 0) * weight, weight]
  })
  for (let level = 1; level <= degree; level += 1) {
    for (let i = degree; i >= level; i -= 1) {
      const from = knots[span - degree + i] ?? 0
      const to = knots[span + 1 + i - level] ?? 1
      const share = to > from ? (t - from) / (to - from) : 0
      row[i] = (row[i] ?? []).map((value, k) => value * share + (row[i - 1]?.[k] ?? 0) * (1 - share))
    }
  }
  const [x = 0, y = 0, w = 1] = row[degree] ?? []
  return [x / w, y / w]
}

/** The least and greatest parameters a curve reaches between `range`. */
export function flatBounds(record: Record, [from, to]: Range): { u: Range; v: Range } {
  const points = Array.from({ length: 33 }, (_, i) => flatPoint(record, from + ((to - from) * i) / 32))
  const [us, vs] = [points.map(([u]) => u), points.map(([, v]) => v)]
  return { u: [Math.min(...us), Math.max(...us)], v: [Math.min(...vs), Math.max(...vs)] }
}

/** A smooth cubic curve through `at` over `range`, piece by piece between `breaks`. */
export function fitted(at: (t: number) => FlatPoint, range: Range, breaks: readonly number[], steps: number): number[] {
  const ends = [range[0], ...breaks, range[1]]
  const places = ends.slice(1).flatMap((end, i) => {
    const start = ends[i] ?? end
    const count = Math.max(1, Math.ceil((steps * (end - start)) / (range[1] - range[0])))
    return Array.from({ length: count }, (_, k) => start + ((end - start) * k) / count)
  })
  places.push(range[1])
  const poles: number[] = []
  const knots: number[] = []
  places.forEach((t, i) => {
    const [before, after] = [t - (places[i - 1] ?? t), (places[i + 1] ?? t) - t]
    const [x, y] = at(t)
    const [dx, dy] = slope(at, t, range)
    if (before > 0) poles.push(x - (dx * before) / 3, y - (dy * before) / 3)
    if (before === 0 || after === 0) poles.push(x, y)
    if (after > 0) poles.push(x + (dx * after) / 3, y + (dy * after) / 3)
    knots.push(t, before === 0 || after === 0 ? 4 : 2)
  })
  return [7, 0, 0, 3, poles.length / 2, knots.length / 2, ...poles, ...knots]
}

/** Five-point difference, one-sided at the ends. */
function slope(at: (t: number) => FlatPoint, t: number, [from, to]: Range): FlatPoint {
  const h = (to - from) * 1e-4
  const sides = t - 2 * h < from ? ([0, 1, 2, 3, 4] as const) : t + 2 * h > to ? ([0, -1, -2, -3, -4] as const) : null
  if (!sides) {
    const [a, b, c, d] = [at(t - 2 * h), at(t - h), at(t + h), at(t + 2 * h)]
    const of = (k: 0 | 1): number => (a[k] - 8 * b[k] + 8 * c[k] - d[k]) / (12 * h)
    return [of(0), of(1)]
  }
  const points = sides.map((side) => at(t + side * h))
  const weights = [-25, 48, -36, 16, -3]
  const sign = (sides[1] ?? 1) > 0 ? 1 : -1
  const of = (k: 0 | 1): number =>
    (sign * points.reduce((sum, point, i) => sum + point[k] * (weights[i] ?? 0), 0)) / (12 * h)
  return [of(0), of(1)]
}

/** Where a curve crosses the given values of one of its coordinates. */
export function crossings(
  at: (t: number) => FlatPoint,
  [from, to]: Range,
  axis: 0 | 1,
  values: readonly number[],
): number[] {
  const found: number[] = []
  for (const value of values) {
    let before = from
    for (let i = 1; i <= 64; i += 1) {
      const after = from + ((to - from) * i) / 64
      let [low, high] = [before, after]
      before = after
      const start = at(low)[axis] - value
      if (start === 0 || start * (at(high)[axis] - value) > 0) continue
      for (let round = 0; round < 60; round += 1) {
        const middle = (low + high) / 2
        if (start * (at(middle)[axis] - value) > 0) low = middle
        else high = middle
      }
      found.push((low + high) / 2)
    }
  }
  return found
}
