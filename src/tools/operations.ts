import { z } from 'zod'
import { defineTool, type Wording } from './define.ts'
import { operated } from './results.ts'
import { guid, guids, length } from './schema.ts'

const deleteInput = z.boolean().describe('false keeps the inputs.').default(true)

export const booleanUnion = defineTool({
  name: 'boolean_union',
  method: 'operations.boolean_union',
  title: 'Boolean union',
  description: 'Merges solids into one.',
  keywords: ['merge', 'combine', 'fuse', 'add', 'join solids', 'vereinigen'],
  input: z.object({ guids: guids(undefined, 2), delete_input: deleteInput }),
  output: operated,
  effect: 'modify',
  sets: ['essentials', 'full'],
  aliases: { guids: ['ids'] },
  summarize: (input, output, words) => `United ${words.count(input.guids.length, 'object')} into ${output.count}`,
  objects: (_input, output) => output.guids,
})

export const booleanDifference = defineTool({
  name: 'boolean_difference',
  method: 'operations.boolean_difference',
  title: 'Boolean difference',
  description: 'Cuts solids out of a solid: holes, pockets, slots.',
  keywords: ['subtract', 'cut', 'hole', 'drill', 'pocket', 'slot', 'minus', 'remove material', 'abziehen', 'bohren'],
  input: z.object({
    guid_a: guid('Cut into this.'),
    guids_b: guids('Cutters.'),
    delete_input: deleteInput,
  }),
  output: operated,
  effect: 'modify',
  sets: ['essentials', 'full'],
  aliases: { guid_a: ['target_guids'], guids_b: ['cutter_guids'] },
  summarize: (input, output, words) =>
    `Cut ${words.count(input.guids_b.length, 'object')} out of a solid` +
    (output.count === 1 ? '' : `, ${words.count(output.count, 'piece')} left`),
  objects: (_input, output) => output.guids,
})

export const booleanIntersection = defineTool({
  name: 'boolean_intersection',
  method: 'operations.boolean_intersection',
  title: 'Boolean intersection',
  description: 'Keeps what the solids of a and b share.',
  keywords: ['common', 'overlap', 'shared volume', 'schnittmenge'],
  input: z.object({ guids_a: guids(), guids_b: guids(), delete_input: deleteInput }),
  output: operated,
  effect: 'modify',
  sets: ['full'],
  summarize: (_input, output, words) => `Intersected solids, ${words.count(output.count, 'piece')} left`,
  objects: (_input, output) => output.guids,
})

/** Which edges, where a caller does not want to look their indices up. Vertical is along the world's Z. */
const EDGE_CHOICES = ['all', 'top', 'bottom', 'vertical'] as const

const whichEdges = {
  edge_indices: z.array(z.number().int().min(0)).min(1).describe('From get_object_info with edges.').optional(),
  edges: z.enum(EDGE_CHOICES).describe('Instead of edge_indices.').optional(),
}

/** "4 edges", "all edges", "the top edges" */
function edgesPhrase(
  { edge_indices, edges }: { edge_indices?: readonly number[] | undefined; edges?: string | undefined },
  words: Wording,
): string {
  if (edge_indices) return words.count(new Set(edge_indices).size, 'edge')
  return edges === 'all' ? 'all edges' : `the ${edges} edges`
}

export const filletEdge = defineTool({
  name: 'fillet_edges',
  method: 'operations.fillet_edge',
  title: 'Fillet edges',
  description: 'Rounds edges of a solid.',
  keywords: ['round', 'rounded', 'radius', 'soften', 'blend edge', 'abrunden', 'verrunden'],
  input: z.object({ brep_id: guid(), radius: length(), ...whichEdges }),
  output: operated,
  effect: 'modify',
  sets: ['essentials', 'full'],
  oneOf: [['edge_indices', 'edges']],
  aliases: { brep_id: ['guid', 'id'] },
  summarize: (input, _output, words) => `Filleted ${edgesPhrase(input, words)}, r ${words.length(input.radius)}`,
  objects: (_input, output) => output.guids,
})

export const chamferEdge = defineTool({
  name: 'chamfer_edges',
  method: 'operations.chamfer_edge',
  title: 'Chamfer edges',
  description: 'Bevels edges of a solid at 45°.',
  keywords: ['bevel', 'break edge', 'fase', 'abschrägen'],
  input: z.object({ brep_id: guid(), distance: length(), ...whichEdges }),
  output: operated,
  effect: 'modify',
  sets: ['essentials', 'full'],
  oneOf: [['edge_indices', 'edges']],
  aliases: { brep_id: ['guid', 'id'] },
  summarize: (input, _output, words) => `Chamfered ${edgesPhrase(input, words)}, ${words.length(input.distance)}`,
  objects: (_input, output) => output.guids,
})
