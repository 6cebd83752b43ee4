import type { Color } from '../../shared/geometry.ts'
import { pack } from './look.ts'

/**
 * Light as a table: the right and up parts of a normal that faces the viewer choose the colour. One table a colour, made
 * once, so that shading a sample is a single look-up.
 */
export const SIDE_BITS = 7
const SIDE = 1 << SIDE_BITS

/** A part of a normal (−1 to 1) as a place in the table, still a fraction. */
export const SHADE_SCALE = (SIDE - 1) / 2
export const SHADE_MIDDLE = SIDE / 2

type Light = { readonly from: readonly [number, number, number]; readonly strength: number }

/** Over the viewer's left shoulder, and a weak one from the right to keep shadowed sides readable. */
const KEY: Light = { from: normal(-0.38, 0.55, 0.74), strength: 0.54 }
const FILL: Light = { from: normal(0.75, -0.05, 0.66), strength: 0.16 }
const AMBIENT = 0.44
const SKY = 0.05
const GLOSS = { sharpness: 36, strength: 26 }
/** Sides that turn away darken a little, which draws the outline of round things. */
const RIM = 0.3

const tables = new Map<number, Uint32Array>()
const MOST_TABLES = 256

export function shadeTable(color: Color): Uint32Array {
  const key = pack(color)
  const known = tables.get(key)
  if (known) return known
  if (tables.size >= MOST_TABLES) tables.clear()
  const table = new Uint32Array(SIDE * SIDE)
  for (let row = 0; row < SIDE; row += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      table[(row << SIDE_BITS) | column] = pack(
        lit(color, (column + 0.5 - SHADE_MIDDLE) / SHADE_SCALE, (row + 0.5 - SHADE_MIDDLE) / SHADE_SCALE),
      )
    }
  }
  tables.set(key, table)
  return table
}

function lit(color: Color, x: number, y: number): Color {
  const flat = Math.hypot(x, y)
  const [nx, ny, nz] = flat > 1 ? [x / flat, y / flat, 0] : [x, y, Math.sqrt(1 - flat * flat)]
  const facing = ({ from }: Light): number => Math.max(0, nx * from[0] + ny * from[1] + nz * from[2])
  const diffuse = AMBIENT + SKY * ny + KEY.strength * facing(KEY) + FILL.strength * facing(FILL)
  const rim = 1 - RIM * (1 - nz) ** 3
  const [hx, hy, hz] = normal(KEY.from[0], KEY.from[1], KEY.from[2] + 1)
  const gloss = GLOSS.strength * Math.max(0, nx * hx + ny * hy + nz * hz) ** GLOSS.sharpness
  return color.map((value) => value * diffuse * rim + gloss) as Color
}

function normal(x: number, y: number, z: number): [number, number, number] {
  const size = Math.hypot(x, y, z)
  return [x / size, y / size, z / size]
}
