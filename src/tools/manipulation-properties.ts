import { z } from 'zod'
import { idsAlias } from './attributes.ts'
import { defineTool } from './define.ts'
import { quoted } from './phrases.ts'
import { count } from './results.ts'
import { color, guid, guids, layerPath, objectName, rare } from './schema.ts'

export const setProperties = defineTool({
  name: 'set_object_properties',
  method: 'manipulation.set_properties',
  title: 'Set object properties',
  description: 'Changes name, layer, colour, visibility or lock; what is left out stays.',
  keywords: ['rename', 'recolor', 'hide', 'show', 'lock', 'unlock', 'change layer', 'ausblenden', 'sperren', 'farbe'],
  input: z.object({
    ids: guids(),
    layer: layerPath().optional(),
    color: color().optional(),
    name: objectName().optional(),
    visible: z.boolean().optional(),
    locked: z.boolean().optional(),
    material_index: rare(z.number().int().min(-1).optional()),
  }),
  output: z.object({
    updated_ids: z.array(z.string()),
    count,
    /** What was set, by its parameter name. */
    applied: z.record(z.string(), z.unknown()),
  }),
  effect: 'modify',
  sets: ['essentials', 'full'],
  aliases: idsAlias,
  oneOf: [['layer', 'color', 'name', 'visible', 'locked', 'material_index']],
  summarize: (input, output, words) => {
    const objects = words.count(output.count, 'object')
    const { ids: _ids, ...set } = input
    const names = Object.entries(set).filter(([, value]) => value !== undefined)
    if (names.length === 1) {
      if (input.name !== undefined) return `Named ${objects} ${quoted(input.name)}`
      if (input.layer !== undefined) return `Put ${objects} on ${quoted(input.layer)}`
      if (input.visible !== undefined) return `${input.visible ? 'Showed' : 'Hid'} ${objects}`
      if (input.locked !== undefined) return `${input.locked ? 'Locked' : 'Unlocked'} ${objects}`
    }
    return `Set ${names.map(([name]) => name.replace('_index', '')).join(', ')} of ${objects}`
  },
  objects: (_input, output) => output.updated_ids,
})

export const setUserText = defineTool({
  name: 'set_user_text',
  method: 'manipulation.set_user_text',
  title: 'Set user text',
  description: 'Writes one key and value onto an object; an empty value removes the key.',
  keywords: ['attribute', 'metadata', 'tag', 'key value', 'benutzertext'],
  input: z.object({
    id: guid(),
    key: z.string().min(1).max(1000),
    value: z.string().max(1_000_000),
    attached_to_geometry: z.boolean().default(false),
  }),
  output: z.object({ id: z.string(), key: z.string(), value: z.string(), attached_to_geometry: z.boolean() }),
  effect: 'modify',
  sets: ['full'],
  aliases: { id: ['guid'] },
  summarize: (input) => (input.value ? `Set ${input.key} to ${quoted(input.value)}` : `Removed ${input.key}`),
  objects: (input) => [input.id],
})

export const getUserText = defineTool({
  name: 'get_user_text',
  method: 'manipulation.get_user_text',
  title: 'Get user text',
  description: 'User text of an object: the value of `key`, or all keys with their values.',
  keywords: ['attribute', 'metadata', 'tag', 'benutzertext'],
  input: z.object({ id: guid(), key: z.string().min(1).max(1000).optional() }),
  output: z.object({
    id: z.string(),
    /** A text where a key was asked for, an object of all texts otherwise. */
    user_text: z.unknown(),
  }),
  effect: 'read',
  sets: ['full'],
  aliases: { id: ['guid'] },
  summarize: (input) => (input.key === undefined ? 'Read the user text' : `Read ${input.key}`),
  objects: (input) => [input.id],
})

export const selectObjects = defineTool({
  name: 'select_objects',
  method: 'manipulation.select_objects',
  title: 'Select objects',
  description: 'Adds objects to the selection, or makes them the selection with `replace`.',
  keywords: ['pick', 'highlight', 'auswählen'],
  input: z.object({ ids: guids(), replace: z.boolean().default(false) }),
  output: z.object({ selected_ids: z.array(z.string()), count: z.number().int() }),
  effect: 'view',
  sets: ['full'],
  aliases: idsAlias,
  summarize: (_input, output, words) => `Selected ${words.count(output.count, 'object')}`,
  objects: (_input, output) => output.selected_ids,
})

export const unselectAll = defineTool({
  name: 'deselect_all',
  method: 'manipulation.unselect_all',
  title: 'Deselect all',
  description: 'Selects nothing.',
  keywords: ['clear selection', 'unselect', 'auswahl aufheben'],
  input: z.object({}),
  output: z.object({ unselected_count: z.number().int() }),
  effect: 'view',
  sets: ['full'],
  summarize: (_input, output, words) => `Deselected ${words.count(output.unselected_count, 'object')}`,
})

export const groupObjects = defineTool({
  name: 'group_objects',
  method: 'manipulation.group',
  title: 'Group objects',
  description: 'Groups objects so that they are selected together. Returns the name of the group.',
  keywords: ['bundle', 'gruppieren'],
  input: z.object({ ids: guids(), name: z.string().min(1).max(500).optional() }),
  output: z.object({ group_name: z.string() }),
  effect: 'modify',
  sets: ['full'],
  aliases: { ...idsAlias, name: ['group_name'] },
  summarize: (input, output, words) =>
    `Grouped ${words.count(input.ids.length, 'object')} as ${quoted(output.group_name)}`,
  objects: (input) => input.ids,
})

export const ungroupObjects = defineTool({
  name: 'ungroup_objects',
  method: 'manipulation.ungroup',
  title: 'Ungroup objects',
  description: 'Dissolves a group; its objects stay.',
  keywords: ['gruppierung aufheben'],
  input: z.object({ group_name: z.string().min(1).max(500) }),
  output: z.object({ freed_ids: z.array(z.string()), count: z.number().int() }),
  effect: 'modify',
  sets: ['full'],
  aliases: { group_name: ['name'] },
  summarize: (input) => `Ungrouped ${quoted(input.group_name)}`,
  objects: (_input, output) => output.freed_ids,
})
