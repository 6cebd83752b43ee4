import type { Point, Vector } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { Frame } from '../geometry.ts'

/**
 * Lengths outside this range are beyond what doubles and the kernel's own tolerance (1e-7) can tell apart; a model
 * that needs them has the wrong units.
 */
export const SMALLEST = 1e-6
export const LARGEST = 1e9

export function invalid(parameter: string, message: string, next: string): Fault {
  return new Fault('INVALID_PARAMS', message, { parameter, next })
}

export function finite(value: number, parameter: string): number {
  if (Number.isFinite(value) && Math.abs(value) <= LARGEST) return value
  throw invalid(
    parameter,
    `${parameter} must be a number between −1e9 and 1e9; it is ${value}.`,
    'Give a finite number.',
  )
}

/** A length that must be above zero. */
export function positive(value: number, parameter: string): number {
  finite(value, parameter)
  if (value >= SMALLEST) return value
  throw invalid(parameter, `${parameter} must be greater than zero; it is ${value}.`, `Give a positive ${parameter}.`)
}

/** A length that may point either way but must not vanish. */
export function nonZero(value: number, parameter: string): number {
  finite(value, parameter)
  if (Math.abs(value) >= SMALLEST) return value
  throw invalid(parameter, `${parameter} must not be zero.`, `Give a ${parameter} other than zero.`)
}

export function finitePoint(point: Point, parameter: string): Point {
  for (const value of [point[0], point[1], point[2]]) finite(value, parameter)
  return point
}

export function direction(vector: Vector, parameter: string): Vector {
  finitePoint(vector, parameter)
  if (Math.hypot(...vector) >= SMALLEST) return vector
  throw invalid(parameter, `${parameter} has no length.`, 'Give a vector that points somewhere.')
}

export function finiteFrame(frame: Frame): Frame {
  finitePoint(frame.origin, 'plane')
  direction(frame.x, 'plane')
  direction(frame.z, 'plane')
  return frame
}

/** Finite points of which no two neighbours coincide. */
export function distinct(points: readonly Point[], parameter: string): readonly Point[] {
  points.forEach((point, index) => {
    finitePoint(point, parameter)
    const before = points[index - 1]
    if (before && Math.hypot(point[0] - before[0], point[1] - before[1], point[2] - before[2]) < SMALLEST) {
      throw invalid(
        parameter,
        `Points ${index - 1} and ${index} of ${parameter} are the same.`,
        'Leave one of them out.',
      )
    }
  })
  return points
}
