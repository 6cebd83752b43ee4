import { z } from 'zod'
import { defineTool } from './define.ts'
import { quoted } from './phrases.ts'
import { success, xyz } from './results.ts'
import { viewName } from './schema.ts'

export const getViewInfo = defineTool({
  name: 'get_view_info',
  method: 'viewport.get_view_info',
  title: 'View info',
  description: 'Camera, target, lens, projection, display mode and size in pixels of a view.',
  keywords: ['camera position', 'projection', 'kamera'],
  input: z.object({ view_name: viewName('Default: the active view.').optional() }),
  output: z.object({
    ...success,
    view_name: z.string(),
    camera_location: xyz,
    target: xyz,
    up_vector: xyz,
    lens_length: z.number().nullable(),
    projection: z.enum(['parallel', 'perspective', 'two_point_perspective', 'unknown']),
    display_mode: z.string(),
    viewport_size: z.object({ width: z.number().int(), height: z.number().int() }),
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, output) => `Read the camera of ${output.view_name}`,
})

export const addNamedView = defineTool({
  name: 'add_named_view',
  method: 'viewport.add_named_view',
  title: 'Save named view',
  description: 'Keeps the camera of a view under a name; a view of that name is replaced.',
  keywords: ['bookmark', 'remember view', 'ansicht speichern'],
  input: z.object({ name: viewName(), view_name: viewName('Default: the active view.').optional() }),
  output: z.object({ ...success, name: z.string(), saved_from: z.string() }),
  effect: 'view',
  sets: ['full'],
  aliases: { name: ['save_as'], view_name: ['source_view_name'] },
  twins: [{ method: 'viewport.create_named_view' }],
  summarize: (_input, output) => `Saved the view ${quoted(output.name)}`,
})

export const restoreNamedView = defineTool({
  name: 'restore_named_view',
  method: 'viewport.restore_named_view',
  title: 'Restore named view',
  description: 'Turns a view to a saved camera.',
  keywords: ['go to view', 'recall view', 'ansicht wiederherstellen'],
  input: z.object({ name: viewName(), view_name: viewName('Default: the active view.').optional() }),
  output: z.object({ ...success, restored: z.string() }),
  effect: 'view',
  sets: ['full'],
  aliases: { name: ['named_view'], view_name: ['target_view_name'] },
  summarize: (_input, output) => `Restored the view ${quoted(output.restored)}`,
})

export const listNamedViews = defineTool({
  name: 'list_named_views',
  method: 'viewport.list_named_views',
  title: 'List named views',
  description: 'Names of the saved views.',
  keywords: ['bookmarks', 'saved cameras', 'ansichten'],
  input: z.object({}),
  output: z.object({ ...success, named_views: z.array(z.string()), count: z.number().int() }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, output, words) => words.count(output.count, 'named view'),
})
