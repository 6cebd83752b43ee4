import { createStore } from 'zustand/vanilla'

interface Layout {
  /** Room for list, panel and model side by side. */
  readonly wide: boolean
  /** The conversation list is shown: beside the panel when wide, over it when narrow. */
  readonly list: boolean
  /** What a narrow window shows. */
  readonly pane: 'panel' | 'model'
  /** Of the panel when wide, in px. */
  readonly panelWidth: number
}

const WIDE = window.matchMedia('(min-width: 901px)')
const KEY = 'tickbird.layout'
export const PANEL_MIN = 340
export const PANEL_MAX = 720
const PANEL_FIRST = 440

export const layout = createStore<Layout>(() => ({
  wide: WIDE.matches,
  list: WIDE.matches && readKept().list,
  pane: 'panel',
  panelWidth: readKept().panelWidth,
}))

function readKept(): { list: boolean; panelWidth: number } {
  const [list, width] = (localStorage.getItem(KEY) ?? '').split(' ')
  const panelWidth = Number(width)
  return {
    list: list !== 'closed' && window.innerWidth >= 1180,
    panelWidth: panelWidth >= PANEL_MIN && panelWidth <= PANEL_MAX ? panelWidth : PANEL_FIRST,
  }
}

const keep = ({ list, panelWidth }: Layout) =>
  localStorage.setItem(KEY, `${list ? 'open' : 'closed'} ${Math.round(panelWidth)}`)

export function toggleList(): void {
  layout.setState((state) => ({ list: !state.list }))
  if (layout.getState().wide) keep(layout.getState())
}

export function closeDrawer(): void {
  if (!layout.getState().wide) layout.setState({ list: false })
}

export function showPane(pane: Layout['pane']): void {
  layout.setState({ pane })
}

export function setPanelWidth(width: number): void {
  const room = window.innerWidth - 260
  layout.setState({ panelWidth: Math.max(PANEL_MIN, Math.min(PANEL_MAX, room, width)) })
  keep(layout.getState())
}

export function startLayout(): () => void {
  const change = () => layout.setState({ wide: WIDE.matches, list: WIDE.matches && readKept().list })
  WIDE.addEventListener('change', change)
  return () => WIDE.removeEventListener('change', change)
}
