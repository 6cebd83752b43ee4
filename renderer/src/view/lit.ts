import { createStore } from 'zustand/vanilla'

/** Objects that a card in the transcript points at, while the pointer or the focus is on it. */
export const lit = createStore<{ guids: readonly string[] }>(() => ({ guids: [] }))

export function lightUp(guids: readonly string[]): void {
  if (guids.length === 0 && lit.getState().guids.length === 0) return
  lit.setState({ guids })
}
