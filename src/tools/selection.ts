import { z } from 'zod'
import { point } from '../shared/geometry.ts'
import { idsAlias } from './attributes.ts'
import { defineTool } from './define.ts'
import { color, guids, rare } from './schema.ts'

const PICKABLE = [
  'any',
  'point',
  'curve',
  'surface',
  'solid',
  'mesh',
  'subd',
  'annotation',
  'block_instance',
  'edge',
  'face',
] as const

export const pick = defineTool({
  name: 'pick_objects',
  method: 'selection.pick',
  title: 'Let the user pick',
  description:
    'Asks the user to pick objects, edges or faces in Rhino and waits for it. Only where they must choose; for what is selected already use get_selected_objects.',
  keywords: ['ask user', 'click', 'choose', 'point at', 'interactive', 'auswählen lassen'],
  input: z.object({
    prompt: z.string().min(1).max(200).describe('What they read: "Pick the edges to round".'),
    filter: z.array(z.enum(PICKABLE)).min(1).max(PICKABLE.length).describe('What may be picked.').default(['any']),
    min: z.number().int().min(1).max(10_000).default(1),
    max: z.number().int().min(0).max(10_000).describe('0: as many as they like.').default(0),
  }),
  output: z.object({
    /** True where the user pressed Esc; nothing is picked then. */
    cancelled: z.boolean(),
    picked: z.array(
      z.object({
        guid: z.string(),
        kind: z.string(),
        /** Of an edge or a face, as fillet_edges takes it. */
        edge_index: z.number().int().optional(),
        face_index: z.number().int().optional(),
        /** Where they clicked. */
        point: point().nullable(),
      }),
    ),
    count: z.number().int(),
  }),
  effect: 'view',
  pace: 'heavy',
  sets: ['full'],
  summarize: (_input, output, words) =>
    output.cancelled ? 'The user picked nothing' : `The user picked ${words.count(output.count, 'object')}`,
  objects: (_input, output) => [...new Set(output.picked.map(({ guid }) => guid))],
})

export const highlight = defineTool({
  name: 'highlight_objects',
  method: 'selection.highlight',
  title: 'Highlight objects',
  description: 'Lights objects up in the views to point them out; selects and changes nothing. An empty list ends it.',
  keywords: ['show me', 'point out', 'flash', 'mark', 'indicate', 'hervorheben'],
  input: z.object({
    ids: guids(undefined, 0),
    color: rare(color().optional()),
    seconds: z.number().min(0).max(600).describe('0: until the next call.').default(3),
  }),
  output: z.object({ highlighted_ids: z.array(z.string()), count: z.number().int() }),
  effect: 'view',
  sets: ['full'],
  aliases: idsAlias,
  summarize: (_input, output, words) =>
    output.count > 0 ? `Pointed out ${words.count(output.count, 'object')}` : 'Ended the highlight',
  objects: (_input, output) => output.highlighted_ids,
})
