import { createStore } from 'zustand/vanilla'
import type { Point } from '../../../src/shared/geometry.ts'

/** Something that is to be shown in the model: a bar over the view says what, until it is done or given up. */
export type Picking =
  | { readonly kind: 'objects'; readonly text: string; readonly done: (guids: readonly string[]) => void }
  | { readonly kind: 'point'; readonly text: string; readonly done: (point: Point) => void }

export const picking = createStore<{ now: Picking | null }>(() => ({ now: null }))

let after: () => void = () => undefined

/** `end` runs when it is over, however it ended. */
export function pick(now: Picking, end: () => void): void {
  after = end
  picking.setState({ now })
}

export function endPicking(): void {
  if (!picking.getState().now) return
  picking.setState({ now: null })
  after()
}
