import { Fault } from '../../wire/fault.ts'
import type { BrepGeometry, EdgeDescription } from '../geometry.ts'
import type { Call } from './call.ts'

type Choice = 'all' | 'top' | 'bottom' | 'vertical'

/** Largest sine of the angle between a vertical edge and world Z. */
const UPRIGHT = 1e-6

/** The indices of the edges to work on. Throws INVALID_PARAMS for an index that is not there or a choice that is empty. */
export function chosenEdges(
  { doc }: Call,
  geometry: BrepGeometry,
  indices: readonly number[] | undefined,
  choice: Choice | undefined,
): number[] {
  const edges = doc.measures.edges(geometry)
  if (indices) return checked(indices, edges.length)
  if (!choice) {
    throw new Fault('INVALID_PARAMS', 'No edges are named.', {
      parameter: 'edge_indices',
      next: 'Send edge_indices from scene.get_object_info with edges, or edges: "all".',
    })
  }
  const bounds = doc.measures.bounds(geometry)
  const { absolute } = doc.settings.tolerances
  const level = (z: number | undefined) => (edge: EdgeDescription) =>
    [edge.start, edge.middle, edge.end].every((point) => Math.abs(point[2] - (z ?? Number.NaN)) <= absolute)
  const fits: Record<Choice, (edge: EdgeDescription) => boolean> = {
    all: () => true,
    top: level(bounds?.max[2]),
    bottom: level(bounds?.min[2]),
    vertical: ({ type, direction }) =>
      type === 'line' && direction !== null && Math.hypot(direction[0], direction[1]) <= UPRIGHT,
  }
  const chosen = edges.filter(fits[choice])
  if (chosen.length > 0) return chosen.map(({ index }) => index)
  throw new Fault('INVALID_PARAMS', `The object has no ${choice === 'all' ? '' : `${choice} `}edges to work on.`, {
    parameter: 'edges',
    next: 'Look at the edges with scene.get_object_info and name them by edge_indices.',
  })
}

function checked(indices: readonly number[], count: number): number[] {
  const unique = [...new Set(indices)]
  const wrong = unique.find((index) => index >= count)
  if (wrong === undefined) return unique
  throw new Fault('INVALID_PARAMS', `There is no edge ${wrong}: the object has ${count}, numbered from 0.`, {
    parameter: 'edge_indices',
    next: 'Look at the edges with scene.get_object_info; indices change with every operation.',
  })
}
