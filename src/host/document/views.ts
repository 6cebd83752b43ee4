import type { FileView } from '../files/model.ts'

export const DISPLAY_MODES = [
  'wireframe',
  'shaded',
  'rendered',
  'ghosted',
  'xray',
  'technical',
  'artistic',
  'pen',
  'arctic',
] as const
export type DisplayMode = (typeof DISPLAY_MODES)[number]

/** One viewport: where its camera is, and how it draws. */
export interface View extends FileView {
  readonly displayMode: string
}

/** The viewports and which one is active. Not covered by undo, as in Rhino. */
export interface ViewState {
  readonly active: string
  readonly views: ReadonlyMap<string, View>
}

/** Rhino's four viewports, looking at 100 units round the origin. */
export function startViews(): ViewState {
  const common = { target: [0, 0, 0], lens: 50, halfWidth: 60, displayMode: 'shaded' } as const
  const parallel = { ...common, target: [0, 0, 0] as [number, number, number], projection: 'parallel' as const }
  const views: View[] = [
    { ...parallel, name: 'Top', camera: [0, 0, 150], up: [0, 1, 0] },
    { ...parallel, name: 'Front', camera: [0, -150, 0], up: [0, 0, 1] },
    { ...parallel, name: 'Right', camera: [150, 0, 0], up: [0, 0, 1] },
    {
      ...parallel,
      name: 'Perspective',
      projection: 'perspective',
      camera: [90, -130, 80],
      up: [0, 0, 1],
    },
  ]
  return { active: 'Perspective', views: new Map(views.map((view) => [view.name, view])) }
}

export function activeView({ active, views }: ViewState): View {
  const view = views.get(active)
  if (!view) throw new Error(`There is no viewport ${active}.`)
  return view
}
