import { z } from 'zod'
import { idsAlias } from './attributes.ts'
import { defineTool } from './define.ts'
import { quoted } from './phrases.ts'
import { rgba } from './results.ts'
import { color, guids, layerPath } from './schema.ts'

const portion = (description: string) => z.number().min(0).max(1).describe(description)
const materialName = (description: string) => z.string().min(1).max(500).describe(description)

export const listMaterials = defineTool({
  name: 'list_materials',
  method: 'material.list',
  title: 'List materials',
  description: 'Materials of the document with colour, transparency and how many objects and layers use them.',
  keywords: ['finishes', 'textures', 'materialien', 'matériaux', 'materiales'],
  input: z.object({}),
  output: z.object({
    materials: z.array(
      z.object({
        index: z.number().int(),
        name: z.string(),
        color: rgba,
        transparency: z.number(),
        reflectivity: z.number(),
        gloss: z.number(),
        object_count: z.number().int(),
        layer_count: z.number().int(),
      }),
    ),
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, output, words) => words.count(output.materials.length, 'material'),
})

export const createMaterial = defineTool({
  name: 'create_material',
  method: 'material.create',
  title: 'Create material',
  description: 'New material for rendered views. assign_material puts it on objects or layers.',
  keywords: ['glass', 'metal', 'wood', 'plastic', 'finish', 'shader', 'render', 'werkstoff', 'matériau'],
  input: z.object({
    name: materialName('Must be new.'),
    color: color('Diffuse.').optional(),
    transparency: portion('1 is clear.').default(0),
    reflectivity: portion('1 is a mirror.').default(0),
    gloss: portion('Of highlights.').default(0.5),
  }),
  output: z.object({ index: z.number().int(), name: z.string() }),
  effect: 'create',
  sets: ['full'],
  aliases: { color: ['diffuse'] },
  summarize: (_input, output) => `Material ${quoted(output.name)}`,
})

export const assignMaterial = defineTool({
  name: 'assign_material',
  method: 'material.assign',
  title: 'Assign material',
  description: 'Puts a material on objects, or on layers for everything there that has none of its own.',
  keywords: ['apply material', 'give finish', 'make it glass', 'material zuweisen', 'appliquer'],
  input: z.object({
    material: materialName('Name from list_materials.'),
    ids: guids('Objects.', 0).optional(),
    layers: z.array(layerPath()).max(10_000).describe('Full paths.').optional(),
  }),
  output: z.object({
    material: z.string(),
    assigned_ids: z.array(z.string()),
    layers: z.array(z.string()),
    count: z.number().int(),
  }),
  effect: 'modify',
  sets: ['full'],
  oneOf: [['ids', 'layers']],
  aliases: { ...idsAlias, material: ['material_name'], layers: ['layer'] },
  summarize: (_input, { material, assigned_ids, layers }, words) => {
    const targets = [
      assigned_ids.length > 0 ? words.count(assigned_ids.length, 'object') : '',
      layers.length > 0 ? words.count(layers.length, 'layer') : '',
    ]
    return `Put ${quoted(material)} on ${targets.filter(Boolean).join(' and ') || 'nothing'}`
  },
  objects: (_input, output) => output.assigned_ids,
})
