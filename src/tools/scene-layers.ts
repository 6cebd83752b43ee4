import { z } from 'zod'
import { defineTool } from './define.ts'
import { quoted } from './phrases.ts'
import { rgba, success } from './results.ts'
import { color, layerPath, rare } from './schema.ts'

export const listLayers = defineTool({
  name: 'list_layers',
  method: 'scene.list_layers',
  title: 'List layers',
  description: 'Every layer: full path, colour, visible, locked, how many objects, whether it is current.',
  keywords: ['layer table', 'ebenen'],
  input: z.object({}),
  output: z.object({
    layers: z.array(
      z.object({
        name: z.string(),
        full_path: z.string(),
        color: rgba,
        visible: z.boolean(),
        locked: z.boolean(),
        parent_name: z.string().nullable(),
        object_count: z.number().int(),
        is_current: z.boolean(),
      }),
    ),
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, output, words) => words.count(output.layers.length, 'layer'),
})

export const createLayer = defineTool({
  name: 'create_layer',
  method: 'scene.create_layer',
  title: 'Create layer',
  description: 'New layer; "Arch::Walls" makes the missing parents too. Does not become current.',
  keywords: ['add layer', 'ebene'],
  input: z.object({
    name: layerPath(),
    color: color().optional(),
    visible: rare(z.boolean().default(true)),
    locked: rare(z.boolean().default(false)),
    parent_name: rare(layerPath('Full path of an existing layer.').optional()),
  }),
  output: z.object({ layer_index: rare(z.number().int()), full_path: z.string(), ...success }),
  effect: 'create',
  sets: ['essentials', 'full'],
  aliases: { parent_name: ['parent'] },
  summarize: (_input, output) => `Layer ${quoted(output.full_path)}`,
})

export const deleteLayer = defineTool({
  name: 'delete_layer',
  method: 'scene.delete_layer',
  title: 'Delete layer',
  description: 'Deletes a layer; with objects on it only if `delete_objects` is set. Never the current one.',
  keywords: ['remove layer', 'ebene löschen'],
  input: z.object({ name: layerPath('Full path.'), delete_objects: z.boolean().default(false) }),
  output: z.object({ ...success, deleted_objects: z.number().int(), message: z.string() }),
  effect: 'delete',
  sets: ['full'],
  summarize: (input, output, words) =>
    `Deleted layer ${quoted(input.name)}` +
    (output.deleted_objects > 0 ? ` and ${words.count(output.deleted_objects, 'object')} on it` : ''),
})

export const setCurrentLayer = defineTool({
  name: 'set_current_layer',
  method: 'scene.set_current_layer',
  title: 'Set current layer',
  description: 'The layer that new objects go to.',
  keywords: ['active layer', 'switch layer', 'aktuelle ebene'],
  input: z.object({ name: layerPath('Full path.') }),
  output: z.object({ ...success, layer_index: z.number().int(), full_path: z.string() }),
  effect: 'modify',
  sets: ['full'],
  summarize: (_input, output) => `Made ${quoted(output.full_path)} the current layer`,
})
