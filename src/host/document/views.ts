import type { BoundingBox } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { FileView } from '../files/model.ts'
import { type Camera, STANDARD_VIEWS, standardView, zoomTo } from '../picture/camera.ts'
import type { DisplayStyle } from '../picture/picture.ts'

/** Width over height of a viewport here, which has no window of its own. */
export const VIEWPORT = { width: 1024, height: 768 }
const ASPECT = VIEWPORT.width / VIEWPORT.height

/** Rhino's display modes and how they are drawn here. */
const STYLES: Readonly<Record<string, DisplayStyle>> = {
  Wireframe: 'wireframe',
  Shaded: 'shaded',
  Rendered: 'shaded',
  Ghosted: 'ghosted',
  XRay: 'ghosted',
  Technical: 'shaded',
  Artistic: 'shaded',
  Pen: 'shaded',
  Arctic: 'shaded',
}

/** One viewport: where its camera is, and how it draws. */
export interface View {
  readonly name: string
  readonly camera: Camera
  /** Until somebody places the camera, the view fits whatever there is to see. */
  readonly fitting: boolean
  readonly displayMode: string
}

/** The viewports and which one is active. Not covered by undo, as in Rhino. */
export interface ViewState {
  readonly active: string
  readonly views: ReadonlyMap<string, View>
}

export function startViews(): ViewState {
  const views = STANDARD_VIEWS.map((name): View => {
    return { name, camera: standardView(name), fitting: true, displayMode: 'Shaded' }
  })
  return { active: 'Perspective', views: new Map(views.map((view) => [view.name, view])) }
}

/** A view by its name in any case, the active one without. Throws INVALID_PARAMS that names the views. */
export function viewNamed({ active, views }: ViewState, name = active, parameter = 'view_name'): View {
  const found = [...views.values()].find((view) => view.name.toLowerCase() === name.toLowerCase())
  if (found) return found
  const names = [...views.keys()]
  throw new Fault('INVALID_PARAMS', `There is no view “${name}”.`, {
    parameter,
    existing: names,
    next: `Take one of: ${names.join(', ')}.`,
  })
}

/** With one view in the place of the one of its name. */
export function withView(state: ViewState, view: View, active = state.active): ViewState {
  return { active, views: new Map([...state.views, [view.name, view]]) }
}

/** Where the view looks from, at these proportions, when this is what there is to see. */
export function cameraOf(view: View, shown: BoundingBox | null, aspect = ASPECT): Camera {
  const { camera, fitting } = view
  if (fitting) return shown ? zoomTo(camera, shown, aspect) : camera
  // A narrower picture shows as much from left to right as the viewport does.
  return aspect < ASPECT ? { ...camera, height: (camera.height * ASPECT) / aspect } : camera
}

export function zoomed(view: View, box: BoundingBox): View {
  return { ...view, camera: zoomTo(view.camera, box, ASPECT), fitting: false }
}

/** Rhino's own spelling of a display mode: "x-ray" is XRay. Throws INVALID_PARAMS that names the modes. */
export function displayModeNamed(mode: string, parameter: string): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
  const found = Object.keys(STYLES).find((name) => plain(name) === plain(mode))
  if (found) return found
  throw new Fault('INVALID_PARAMS', `There is no display mode “${mode}”.`, {
    parameter,
    existing: Object.keys(STYLES),
    next: `Take one of: ${Object.keys(STYLES).join(', ')}.`,
  })
}

export const styleOf = (displayMode: string): DisplayStyle => STYLES[displayMode] ?? 'shaded'

export function toFileView(name: string, { location, target, up, projection, lens, height }: Camera): FileView {
  return { name, camera: location, target, up, projection, lens, halfWidth: (height * ASPECT) / 2 }
}

export function fromFileView({ camera, target, up, projection, lens, halfWidth }: FileView): Camera {
  return { location: camera, target, up, projection, lens, height: (2 * halfWidth) / ASPECT, near: null }
}
