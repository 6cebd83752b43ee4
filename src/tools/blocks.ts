import { z } from 'zod'
import { attributes, idsAlias, pointOrOrigin } from './attributes.ts'
import { defineTool } from './define.ts'
import { quoted } from './phrases.ts'
import { created } from './results.ts'
import { degrees, factors, guid, guids } from './schema.ts'

const blockName = (description: string) => z.string().min(1).max(500).describe(description)

export const defineBlock = defineTool({
  name: 'define_block',
  method: 'block.define',
  title: 'Define block',
  description: 'Makes a block of objects, which an instance replaces in place. insert_block adds more of them.',
  keywords: ['component', 'symbol', 'make block', 'reusable', 'blockdefinition', 'bloc', 'bloque'],
  input: z.object({
    name: blockName('Must be new.'),
    ids: guids(),
    base_point: pointOrOrigin('Insertion point; default the origin.'),
    description: z.string().max(2000).default(''),
    delete_input: z.boolean().describe('false keeps the objects and makes no instance.').default(true),
  }),
  output: z.object({
    name: z.string(),
    object_count: z.number().int(),
    /** The instance in place of the objects. */
    instance_id: z.string().nullable(),
  }),
  effect: 'modify',
  sets: ['full'],
  aliases: idsAlias,
  summarize: (_input, output, words) => `Block ${quoted(output.name)} of ${words.count(output.object_count, 'object')}`,
  objects: (_input, output) => (output.instance_id === null ? [] : [output.instance_id]),
})

export const insertBlock = defineTool({
  name: 'insert_block',
  method: 'block.insert',
  title: 'Insert block',
  description: 'Places an instance of a block.',
  keywords: ['place component', 'instance', 'symbol', 'furniture', 'block einfügen', 'insérer'],
  input: z.object({
    block: blockName('Name from list_blocks.'),
    point: pointOrOrigin('Default the origin.'),
    scale: factors('Along X, Y, Z.').default([1, 1, 1]),
    rotation: degrees('Degrees about Z.').default(0),
    ...attributes,
  }),
  output: created,
  effect: 'create',
  sets: ['full'],
  aliases: { block: ['block_name'], point: ['insertion_point', 'position'] },
  summarize: (input) => `Inserted ${quoted(input.block)}`,
  objects: (_input, output) => [output.guid],
})

export const explodeBlock = defineTool({
  name: 'explode_block',
  method: 'block.explode',
  title: 'Explode block',
  description: 'Turns a block instance back into plain objects; the definition stays.',
  keywords: ['break apart', 'unblock', 'block auflösen', 'ungroup'],
  input: z.object({
    id: guid('Of the instance.'),
    nested: z.boolean().describe('Blocks inside it too.').default(false),
  }),
  output: z.object({ exploded_ids: z.array(z.string()), count: z.number().int() }),
  effect: 'modify',
  sets: ['full'],
  aliases: { id: ['guid'] },
  summarize: (_input, output, words) => `Exploded a block into ${words.count(output.count, 'object')}`,
  objects: (_input, output) => output.exploded_ids,
})
