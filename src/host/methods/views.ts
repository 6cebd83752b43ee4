import { Fault } from '../../wire/fault.ts'
import { cameraOf, fromFileView, toFileView, VIEWPORT, viewNamed, withView } from '../document/views.ts'
import type { Call, Handlers } from './call.ts'
import { xyz } from './describe.ts'

export const views = {
  'viewport.get_view_info'({ view_name }, { doc }) {
    const view = viewNamed(doc.views, view_name)
    const { location, target, up, projection, lens } = cameraOf(view, doc.shownBounds())
    return {
      success: true,
      view_name: view.name,
      camera_location: xyz(location),
      target: xyz(target),
      up_vector: xyz(up),
      lens_length: projection === 'perspective' ? lens : null,
      projection,
      display_mode: view.displayMode,
      viewport_size: VIEWPORT,
    }
  },

  'viewport.add_named_view'({ name, view_name }, { doc }) {
    const view = viewNamed(doc.views, view_name)
    doc.put('view', name, toFileView(name, cameraOf(view, doc.shownBounds())))
    return { success: true, name, saved_from: view.name }
  },

  'viewport.restore_named_view'({ name, view_name }, call) {
    restore(call, name, view_name, 'name')
    return { success: true, restored: name }
  },

  'viewport.list_named_views'(_params, { doc }) {
    const named_views = [...doc.tables.map('view').keys()]
    return { success: true, named_views, count: named_views.length }
  },
} satisfies Handlers

/** Turns a view, the active one without a name, to a saved camera. Throws INVALID_PARAMS that names the saved ones. */
export function restore({ doc }: Call, name: string, viewName: string | undefined, parameter: string): void {
  const saved = doc.tables.get('view', name)
  if (!saved) {
    const names = [...doc.tables.map('view').keys()]
    throw new Fault('INVALID_PARAMS', `There is no named view “${name}”.`, {
      parameter,
      existing: names,
      next: names.length > 0 ? `Take one of: ${names.join(', ')}.` : 'The document has no named views.',
    })
  }
  const view = viewNamed(doc.views, viewName)
  doc.views = withView(doc.views, { ...view, camera: fromFileView(saved), fitting: false })
}
