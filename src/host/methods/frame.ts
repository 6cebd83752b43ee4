import type { Point, Vector } from '../../shared/geometry.ts'
import type { PlaneInput } from '../../tools/schema.ts'
import { Fault } from '../../wire/fault.ts'
import type { Frame } from '../geometry.ts'

export const ORIGIN: Point = [0, 0, 0]
/** Shorter vectors have no direction. */
const TINY = 1e-12

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const subtract = (a: Point, b: Point): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const times = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor]
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const lengthOf = (a: Vector): number => Math.hypot(a[0], a[1], a[2])

/** Throws INVALID_PARAMS for a vector without a direction. */
export function unit(vector: Vector, parameter: string): Vector {
  const length = lengthOf(vector)
  if (length > TINY) return times(vector, 1 / length)
  throw new Fault('INVALID_PARAMS', `${parameter} has no direction: its length is zero.`, {
    parameter,
    next: `Send ${parameter} as a direction, for example [0, 0, 1].`,
  })
}

export const worldFrame = (origin: Point = ORIGIN): Frame => ({ origin, x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] })

/** The frame of a plane parameter: by normal, by two axes, or world XY at its origin. */
export function toFrame({ origin, normal, x_axis, y_axis }: PlaneInput, parameter: string): Frame {
  if (x_axis && y_axis) return frameFromAxes(origin, x_axis, y_axis, parameter)
  if (normal) return frameFromNormal(origin, normal, `${parameter}.normal`)
  if (x_axis || y_axis) {
    throw new Fault('INVALID_PARAMS', `${parameter} has one axis only.`, {
      parameter,
      next: 'Send both x_axis and y_axis, or a normal.',
    })
  }
  return worldFrame(origin)
}

/** Rhino's way of choosing x for a normal: along world X where that lies in the plane. */
export function frameFromNormal(origin: Point, normal: Vector, parameter: string): Frame {
  const z = unit(normal, parameter)
  if (Math.abs(z[0]) < TINY && Math.abs(z[1]) < TINY) {
    const x: Vector = [1, 0, 0]
    return { origin, x, y: cross(z, x), z }
  }
  const x = unit([-z[1], z[0], 0], parameter)
  return { origin, x, y: cross(z, x), z }
}

function frameFromAxes(origin: Point, xAxis: Vector, yAxis: Vector, parameter: string): Frame {
  const x = unit(xAxis, `${parameter}.x_axis`)
  const across = cross(x, unit(yAxis, `${parameter}.y_axis`))
  if (lengthOf(across) < 1e-9) {
    throw new Fault('INVALID_PARAMS', `The axes of ${parameter} are parallel.`, {
      parameter,
      next: 'Send two axes that span a plane.',
    })
  }
  const z = unit(across, parameter)
  return { origin, x, y: cross(z, x), z }
}
