import { z } from 'zod'
import { idsAlias } from './attributes.ts'
import { defineTool } from './define.ts'
import { success, xyz } from './results.ts'
import { color, guids, length, point, STANDARD_VIEWS, viewName } from './schema.ts'

const view = viewName('Default: the active view.').optional()
const pixels = () => z.number().int().min(16).max(4096)
const displayMode = (description: string) => z.string().min(1).max(100).describe(description)

export const capture = defineTool({
  name: 'capture_viewport',
  method: 'viewport.capture',
  title: 'Capture view',
  description: 'Picture of a view. Look before you say that something is done.',
  keywords: ['screenshot', 'image', 'render', 'see', 'show', 'preview', 'bild', 'bildschirmfoto'],
  input: z.object({
    // GOLEM's 1920 × 1080 is over what most clients take as a picture.
    width: pixels().default(1024),
    height: pixels().default(768),
    display_mode: displayMode('Shaded, Wireframe, …').optional(),
    view_name: viewName('Top, Front, Perspective, …; default the active one.').optional(),
  }),
  output: z.object({
    ...success,
    /** PNG, base64. */
    image: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    view_name: z.string(),
    display_mode: z.string(),
  }),
  effect: 'read',
  pace: 'heavy',
  sets: ['essentials', 'full'],
  picture: 'image',
  summarize: (_input, output) => `Looked at ${output.view_name}, ${output.display_mode.toLowerCase()}`,
})

export const setView = defineTool({
  name: 'set_view',
  method: 'viewport.set_view',
  title: 'Set view',
  description: 'Turns the active view to a standard direction, or to a saved named view.',
  keywords: ['top view', 'front view', 'perspective', 'look from', 'ansicht'],
  input: z.object({
    view_name: z.enum(STANDARD_VIEWS).optional(),
    named_view: viewName('Wins over view_name.').optional(),
  }),
  output: z.object({
    ...success,
    view_set: z.string().optional(),
    restored_named_view: z.string().optional(),
  }),
  effect: 'view',
  sets: ['full'],
  oneOf: [['view_name', 'named_view']],
  summarize: (_input, output) => `View ${output.restored_named_view ?? output.view_set ?? ''}`.trim(),
})

export const setCamera = defineTool({
  name: 'set_camera',
  method: 'viewport.set_camera',
  title: 'Set camera',
  description: 'Puts the camera of a view at a point, looking at a target.',
  keywords: ['eye', 'look at', 'focal length', 'lens', 'kamera'],
  input: z.object({
    camera_location: point(),
    target: point(),
    lens_length: length('Millimetres.').default(50),
    view_name: view,
  }),
  output: z.object({
    ...success,
    view_name: z.string(),
    camera_location: xyz,
    target: xyz,
    lens_length: z.number().nullable(),
  }),
  effect: 'view',
  sets: ['full'],
  aliases: { camera_location: ['location'] },
  summarize: (_input, output) => `Moved the camera of ${output.view_name}`,
})

export const zoomExtents = defineTool({
  name: 'zoom_extents',
  method: 'viewport.zoom_extents',
  title: 'Zoom extents',
  description: 'Fits everything visible into a view.',
  keywords: ['fit', 'frame all', 'zoom all', 'alles zeigen'],
  input: z.object({ view_name: view }),
  output: z.object({ ...success, zoomed: z.string() }),
  effect: 'view',
  sets: ['full'],
  summarize: () => 'Zoomed to everything',
})

export const zoomObject = defineTool({
  name: 'zoom_objects',
  method: 'viewport.zoom_object',
  title: 'Zoom to objects',
  description: 'Fits objects into the active view.',
  keywords: ['focus', 'frame', 'close-up'],
  input: z.object({ ids: guids() }),
  output: z.object({
    ...success,
    bounding_box: z.object({ min: xyz, max: xyz }),
    object_count: z.number().int(),
    missing_ids: z.array(z.string()).optional(),
  }),
  effect: 'view',
  sets: ['full'],
  aliases: idsAlias,
  summarize: (_input, output, words) => `Zoomed to ${words.count(output.object_count, 'object')}`,
  objects: (input) => input.ids,
})

export const zoomSelected = defineTool({
  name: 'zoom_selected',
  method: 'viewport.zoom_selected',
  title: 'Zoom to selection',
  description: 'Fits the selected objects into the active view.',
  keywords: ['focus selection', 'auswahl zeigen'],
  input: z.object({}),
  output: z.object({ ...success }),
  effect: 'view',
  sets: ['full'],
  summarize: () => 'Zoomed to the selection',
})

export const setDisplayMode = defineTool({
  name: 'set_display_mode',
  method: 'viewport.set_display_mode',
  title: 'Set display mode',
  description: 'How a view is drawn.',
  keywords: ['wireframe', 'shaded', 'rendered', 'ghosted', 'x-ray', 'arctic', 'darstellung'],
  input: z.object({
    mode: displayMode(
      'Wireframe, Shaded, Rendered, Ghosted, XRay, Technical, Artistic, Pen, Arctic or one of your own.',
    ),
    view_name: view,
  }),
  output: z.object({ ...success, view_name: z.string(), display_mode: z.string() }),
  effect: 'view',
  sets: ['full'],
  summarize: (_input, output) => `Drew ${output.view_name} ${output.display_mode.toLowerCase()}`,
})

export const setBackgroundColor = defineTool({
  name: 'set_background_color',
  method: 'viewport.set_background_color',
  title: 'Set background colour',
  description: 'Background of all views, for this and every other document.',
  keywords: ['backdrop', 'viewport color', 'white background', 'hintergrund', 'fond', 'fondo'],
  input: z.object({ color: color() }),
  output: z.object({ ...success, color: z.object({ r: z.number().int(), g: z.number().int(), b: z.number().int() }) }),
  effect: 'view',
  sets: ['full'],
  summarize: ({ color: [r, g, b] }) => `Background ${r}, ${g}, ${b}`,
})
