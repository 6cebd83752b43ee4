import { z } from 'zod'
import type { EdgeChoice } from '../language/command.ts'

const xyz = z.array(z.number()).length(3)

/** An edge as get_object_info gives it. */
export const edgeInfo = z.object({
  index: z.number().int(),
  type: z.string(),
  start: xyz,
  end: xyz,
  middle: xyz,
  length: z.number(),
  direction: xyz.nullable(),
})
export type Edge = z.infer<typeof edgeInfo>

const near = (a: readonly number[], b: readonly number[]): boolean =>
  Math.hypot(...a.map((value, axis) => value - (b[axis] ?? 0))) < 1e-6 * (1 + Math.hypot(...a))

const isClosed = (edge: Edge): boolean => edge.type !== 'line' && near(edge.start, edge.end)
const isUpright = ({ type, direction }: Edge): boolean =>
  type === 'line' && direction !== null && Math.hypot(direction[0] ?? 0, direction[1] ?? 0) < 1e-6

/** Where a round face closes in itself: an edge for the kernel, none for a person. */
function isSeam(edge: Edge, all: readonly Edge[]): boolean {
  return all.some(
    (circle) => isClosed(circle) && (near(circle.start, edge.start) || near(circle.start, edge.end)) && circle !== edge,
  )
}

/** Indices of the edges that a person means; a hole's rim is none of the thing's own edges unless all are asked for. */
export function chooseEdges(edges: readonly Edge[], which: EdgeChoice): number[] {
  const real = edges.filter((edge) => isClosed(edge) || !isSeam(edge, edges))
  if (which === 'all') return real.map(({ index }) => index)
  if (which === 'vertical') return real.filter(isUpright).map(({ index }) => index)
  const heights = real.flatMap(({ start, end, middle }) => [start[2] ?? 0, end[2] ?? 0, middle[2] ?? 0])
  const level = which === 'top' ? Math.max(...heights) : Math.min(...heights)
  const slack = 1e-6 * (1 + Math.abs(level))
  return real
    .filter(({ start, end, middle }) =>
      [start, end, middle].every((point) => Math.abs((point[2] ?? 0) - level) < slack),
    )
    .map(({ index }) => index)
}

/** A radius that looks right where none is said: a tenth of the smaller side, a nice number. */
export function sensibleRadius(box: { min: readonly number[]; max: readonly number[] }, which: EdgeChoice): number {
  const sides = [0, 1, 2].map((axis) => (box.max[axis] ?? 0) - (box.min[axis] ?? 0))
  const smaller = Math.min(...(which === 'vertical' ? sides.slice(0, 2) : sides))
  const tenth = smaller / 10
  const power = 10 ** Math.floor(Math.log10(tenth))
  const step = [1, 2, 2.5, 5].findLast((one) => one * power <= tenth * (1 + 1e-9)) ?? 1
  return Number((step * power).toPrecision(6))
}
