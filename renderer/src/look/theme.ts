import { createStore } from 'zustand/vanilla'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'tickbird.theme'
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')

const kept = THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system'

/** What was chosen, and what that is now. */
export const look = createStore<{ chosen: Theme; shown: 'light' | 'dark' }>(() => ({
  chosen: kept,
  shown: resolve(kept),
}))

function resolve(theme: Theme): 'light' | 'dark' {
  if (theme !== 'system') return theme
  return systemDark.matches ? 'dark' : 'light'
}

export function choose(chosen: Theme): void {
  localStorage.setItem(KEY, chosen)
  look.setState({ chosen, shown: resolve(chosen) })
}

/** Before the first drawing, so that nothing flashes. */
export function startTheme(): void {
  const show = () => {
    document.documentElement.dataset.theme = look.getState().shown
  }
  look.subscribe(show)
  systemDark.addEventListener('change', () => choose(look.getState().chosen))
  show()
}
