import { createStore } from 'zustand/vanilla'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { note, panel } from './panel.ts'

/** The turn that the undo dialog is about; null while it is closed. */
export const undoing = createStore<{ turn: string | null }>(() => ({ turn: null }))

export function askUndo(turn: string): void {
  undoing.setState({ turn })
}

/** Asks about the document's newest turn, in whatever conversation it was. False where there is none. */
export function askUndoNewest(): boolean {
  const newest = panel.getState().status?.undoableTurn
  if (!newest) return false
  askUndo(newest.turn)
  return true
}

export async function redo(): Promise<void> {
  try {
    await core.call((api) => api.turn.redo())
  } catch (error) {
    note(troubleOf(error))
  }
}
