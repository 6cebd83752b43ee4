import type { Point, Vector } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { DocumentObject } from '../document/entry.ts'
import { cameraOf, displayModeNamed, styleOf, type View, viewNamed, withView, zoomed } from '../document/views.ts'
import { axesOf } from '../picture/camera.ts'
import type { Call, Handlers, Limits } from './call.ts'
import { xyz } from './describe.ts'
import { cross, lengthOf, subtract } from './frame.ts'
import { photograph } from './picture.ts'
import { restore } from './views.ts'

export const viewport = {
  'viewport.capture'({ width, height, display_mode, view_name }, { doc }) {
    const view = viewNamed(doc.views, view_name)
    const mode = display_mode === undefined ? view.displayMode : displayModeNamed(display_mode, 'display_mode')
    const bounds = doc.shownBounds()
    const camera = cameraOf(view, bounds, width / height)
    const image = photograph(doc, doc.shownObjects(), { camera, style: styleOf(mode), width, height, bounds })
    return { success: true, image, width, height, view_name: view.name, display_mode: mode }
  },

  'viewport.set_view'({ view_name, named_view }, call) {
    const { doc } = call
    if (named_view !== undefined) {
      restore(call, named_view, undefined, 'named_view')
      return { success: true, restored_named_view: named_view }
    }
    if (view_name === 'TwoPointPerspective') {
      throw new Fault('NOT_IMPLEMENTED', 'The built-in modeller has no two-point perspective.', {
        parameter: 'view_name',
        next: 'Use Perspective here.',
      })
    }
    const view = viewNamed(doc.views, view_name)
    doc.views = withView(doc.views, view, view.name)
    return { success: true, view_set: view.name }
  },

  'viewport.set_camera'({ camera_location, target, lens_length, view_name }, { doc }) {
    const view = viewNamed(doc.views, view_name)
    const up = upFor(camera_location, target)
    const camera = { ...view.camera, location: camera_location, target, up, lens: lens_length, near: null }
    axesOf(camera)
    doc.views = withView(doc.views, { ...view, camera, fitting: false })
    return {
      success: true,
      view_name: view.name,
      camera_location: xyz(camera_location),
      target: xyz(target),
      lens_length: camera.projection === 'perspective' ? lens_length : null,
    }
  },

  'viewport.zoom_extents'({ view_name }, call) {
    const view = viewNamed(call.doc.views, view_name)
    zoom(call, view, call.doc.shownObjects())
    return { success: true, zoomed: view.name }
  },

  'viewport.zoom_object'({ ids }, call) {
    const { doc } = call
    const missing = ids.filter((id) => !doc.tables.get('object', id))
    const objects = doc.objects(missing.length < ids.length ? ids.filter((id) => !missing.includes(id)) : ids)
    const box = zoom(call, viewNamed(doc.views), objects) ?? { min: [0, 0, 0] as Point, max: [0, 0, 0] as Point }
    return {
      success: true,
      bounding_box: { min: xyz(box.min), max: xyz(box.max) },
      object_count: objects.length,
      ...(missing.length > 0 ? { missing_ids: missing } : {}),
    }
  },

  'viewport.zoom_selected'(_params, call) {
    const selected = [...call.doc.selection].map((id) => call.doc.object(id))
    if (selected.length === 0) {
      throw new Fault('OPERATION_FAILED', 'Nothing is selected.', {
        next: 'Select objects first, or name them with viewport.zoom_object.',
      })
    }
    zoom(call, viewNamed(call.doc.views), selected)
    return { success: true }
  },

  'viewport.set_display_mode'({ mode, view_name }, { doc }) {
    const view = viewNamed(doc.views, view_name)
    const displayMode = displayModeNamed(mode, 'mode')
    doc.views = withView(doc.views, { ...view, displayMode })
    return { success: true, view_name: view.name, display_mode: displayMode }
  },
} satisfies Handlers

const MODES = 'Wireframe, Shaded and Ghosted have a look of their own; XRay is drawn as Ghosted, the others as Shaded.'
export const viewportLimits = {
  'viewport.capture': MODES,
  'viewport.set_display_mode': MODES,
  'viewport.set_view': 'No two-point perspective.',
} satisfies Limits

/** Fits objects into a view and gives their box; nothing to see leaves the view as it is. */
function zoom({ doc }: Call, view: View, objects: readonly DocumentObject[]) {
  const box = doc.boundsOf(objects)
  if (box) doc.views = withView(doc.views, zoomed(view, box))
  return box
}

/** World Z is up, but where the camera looks along it. */
function upFor(from: Point, target: Point): Vector {
  const along = subtract(target, from)
  return lengthOf(cross(along, [0, 0, 1])) > 1e-9 * lengthOf(along) ? [0, 0, 1] : [0, 1, 0]
}
