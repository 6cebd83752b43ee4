import type { Point } from '../../shared/geometry.ts'
import type { Frame } from '../geometry.ts'

/** The construction plane's grid, as Rhino draws it: lines a spacing apart, every so many a stronger one, two axes. */
export interface Grid {
  readonly frame: Frame
  readonly spacing: number
  /** Lines on each side of the origin. */
  readonly lines: number
  readonly majorEvery: number
  /** Half transparent greys, for a ground that is not known. */
  readonly faint?: boolean
}

/** Rhino's own default for millimetres. */
export function defaultGrid(frame: Frame): Grid {
  return { frame, spacing: 1, lines: 70, majorEvery: 5 }
}

export interface GridLines {
  readonly minor: Float32Array
  readonly major: Float32Array
  readonly xAxis: Float32Array
  readonly yAxis: Float32Array
}

/** The grid as pairs of points. `coarse` leaves the minor lines out: from far away they would be a grey sheet. */
export function gridLines({ frame, spacing, lines, majorEvery }: Grid, coarse: boolean): GridLines {
  const reach = spacing * lines
  const at = (u: number, v: number): Point =>
    frame.origin.map((value, i) => value + u * (frame.x[i] ?? 0) + v * (frame.y[i] ?? 0)) as Point
  const minor: number[] = []
  const major: number[] = []
  for (let line = -lines; line <= lines; line += 1) {
    const place = line * spacing
    const strong = line % majorEvery === 0
    if (!strong && coarse) continue
    const into = strong ? major : minor
    // The positive halves of the axes are drawn by themselves.
    const end = line === 0 ? 0 : reach
    into.push(...at(place, -reach), ...at(place, end), ...at(-reach, place), ...at(end, place))
  }
  return {
    minor: Float32Array.from(minor),
    major: Float32Array.from(major),
    xAxis: Float32Array.from([...at(0, 0), ...at(reach, 0)]),
    yAxis: Float32Array.from([...at(0, 0), ...at(0, reach)]),
  }
}
