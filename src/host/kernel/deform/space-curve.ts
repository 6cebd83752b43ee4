import type { Vector } from '../../../shared/geometry.ts'
import { type Affine, mapPoint, mapVector } from '../matrix.ts'
import { cross, dot, length, unit } from '../space.ts'
import { movePoles, triple } from './surface.ts'
import { type Record, UnknownText } from './text.ts'

/** What became of a curve: its record, and its parameter as a multiple of the old one and a shift. */
export interface DeformedCurve {
  readonly record: Record
  readonly factor: number
  readonly shift: number
}

/** Lines stay lines, circles and ellipses become ellipses (or circles again), splines stay splines. */
export function deformCurve(record: Record, map: Affine): DeformedCurve {
  switch (record[0]) {
    case 1: {
      const along = mapVector(map, triple(record, 4))
      return { record: [1, ...mapPoint(map, triple(record, 1)), ...unit(along)], factor: length(along), shift: 0 }
    }
    case 2:
    case 3:
      return ellipse(record, map)
    case 6:
      return { record: movePoles(record, 3, (record[2] ?? 0) + 1, 3 + (record[1] ?? 0), map), factor: 1, shift: 0 }
    case 7:
      return { record: movePoles(record, 6, record[4] ?? 0, 3 + (record[1] ?? 0), map), factor: 1, shift: 0 }
    case 8: {
      const { record: base, factor, shift } = deformCurve(record.slice(3), map)
      const [from, to] = [1, 2].map((at) => (record[at] ?? 0) * factor + shift)
      return { record: [8, from ?? 0, to ?? 0, ...base], factor, shift }
    }
    default:
      throw new UnknownText(`a curve of type ${record[0]}`)
  }
}

/**
 * The image of c + cos t · a + sin t · b. Its half axes are at the angle where the two images, turned against each other,
 * stand square; from there the angle is counted anew.
 */
function ellipse(record: Record, map: Affine): DeformedCurve {
  const [major = 0, minor = major] = record.slice(13)
  const scaled = (vector: Vector, size: number): Vector => vector.map((value) => value * size) as Vector
  const a = mapVector(map, scaled(triple(record, 7), major))
  const b = mapVector(map, scaled(triple(record, 10), minor))
  const turn = Math.atan2(2 * dot(a, b), dot(a, a) - dot(b, b)) / 2
  const at = (angle: number): Vector =>
    a.map((value, i) => Math.cos(angle) * value + Math.sin(angle) * (b[i] ?? 0)) as Vector
  // The half-angle of atan2 always names the longer axis.
  const [x, y] = [at(turn), at(turn + Math.PI / 2)]
  const [long, short] = [length(x), length(y)]
  const frame = [...mapPoint(map, triple(record, 1)), ...unit(cross(x, y)), ...unit(x), ...unit(y)]
  const round = long - short <= 1e-12 * long
  return { record: round ? [2, ...frame, long] : [3, ...frame, long, short], factor: 1, shift: -turn }
}
