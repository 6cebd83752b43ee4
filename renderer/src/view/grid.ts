import { BufferAttribute, BufferGeometry, type Color, LineBasicMaterial, LineSegments } from 'three'
import type { Palette } from './palette.ts'

const CELLS = 50
const MAJOR = 5

/** A grid step that suits a model: 1, 10, 100 … so that a model spans some ten to a hundred cells. */
export function gridStep(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 1
  return 10 ** Math.round(Math.log10(size / 40))
}

/** Rhino's construction plane: fine and bold lines, the x axis red, the y axis green. */
export function makeGrid(step: number, palette: Palette): LineSegments {
  const positions: number[] = []
  const colors: number[] = []
  const reach = CELLS * step
  const line = (x1: number, y1: number, x2: number, y2: number, { r, g, b }: Color) => {
    positions.push(x1, y1, 0, x2, y2, 0)
    colors.push(r, g, b, r, g, b)
  }
  for (const bold of [false, true]) {
    for (let i = -CELLS; i <= CELLS; i++) {
      if (i === 0 || (i % MAJOR === 0) !== bold) continue
      const color = bold ? palette.major : palette.minor
      line(i * step, -reach, i * step, reach, color)
      line(-reach, i * step, reach, i * step, color)
    }
  }
  line(-reach, 0, 0, 0, palette.major)
  line(0, -reach, 0, 0, palette.major)
  line(0, 0, reach, 0, palette.xAxis)
  line(0, 0, 0, reach, palette.yAxis)
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3))
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(colors), 3))
  const grid = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, depthWrite: false }))
  grid.renderOrder = -1
  return grid
}
