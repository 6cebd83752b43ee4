import { createStore } from 'zustand/vanilla'

/** A turn that is to be shown once its conversation is open; null where the reading position is the person's. */
export const going = createStore<{ to: { readonly conversation: string; readonly turn: string } | null }>(() => ({
  to: null,
}))

export function goToTurn(conversation: string, turn: string): void {
  going.setState({ to: { conversation, turn } })
}

export function arrive(): void {
  going.setState({ to: null })
}
