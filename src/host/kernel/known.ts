import type { Point } from '../../shared/geometry.ts'
import type { Frame } from '../geometry.ts'
import type { Known } from './core.ts'

/** What is true of the kernel's primitives of sizes that it takes; edges are counted without the poles of a sphere. */
const solidOf = (faces: number, edges: number, vertices: number) => ({
  faces,
  edges,
  vertices,
  solid: true,
  plain: true,
})

/** Beyond, the kernel's own tolerance begins to show: it finds a sphere of 1e9 unsound. There it has to look. */
const ORDINARY = { smallest: 1e-3, largest: 1e5 }

const ordinary = ({ origin }: Frame, ...lengths: readonly number[]): boolean =>
  origin.every((value) => Math.abs(value) <= ORDINARY.largest) &&
  lengths.every((length) => length >= ORDINARY.smallest && length <= ORDINARY.largest)

export function knownBox(frame: Frame, width: number, depth: number, height: number): Known | null {
  const tall = Math.abs(height)
  if (!ordinary(frame, width, depth, tall)) return null
  const [x, y, z] = frame.origin
  const low = z + Math.min(0, height)
  return {
    anatomy: solidOf(6, 12, 8),
    volume: width * depth * tall,
    area: 2 * (width * depth + depth * tall + tall * width),
    extents: isUpright(frame) ? { min: [x, y, low], max: [x + width, y + depth, low + tall] } : null,
  }
}

export function knownSphere(frame: Frame, radius: number): Known | null {
  if (!ordinary(frame, radius)) return null
  const reach = (sign: number) => frame.origin.map((value) => value + sign * radius) as Point
  return {
    anatomy: solidOf(1, 1, 2),
    volume: (4 / 3) * Math.PI * radius ** 3,
    area: 4 * Math.PI * radius ** 2,
    extents: { min: reach(-1), max: reach(1) },
  }
}

/** With both ends closed. */
export function knownCylinder(frame: Frame, radius: number, height: number): Known | null {
  if (!ordinary(frame, radius, height)) return null
  return {
    anatomy: solidOf(3, 3, 2),
    volume: Math.PI * radius ** 2 * height,
    area: 2 * Math.PI * radius * (radius + height),
    extents: null,
  }
}

export function knownTorus(frame: Frame, major: number, minor: number): Known | null {
  if (!ordinary(frame, minor, major - minor, major)) return null
  return {
    anatomy: solidOf(1, 2, 1),
    volume: 2 * Math.PI ** 2 * major * minor ** 2,
    area: 4 * Math.PI ** 2 * major * minor,
    extents: null,
  }
}

/** Whether a frame's axes are the world's. */
const isUpright = ({ x, z }: Frame): boolean =>
  x[0] === 1 && x[1] === 0 && x[2] === 0 && z[0] === 0 && z[1] === 0 && z[2] === 1
