import { createStore } from 'zustand/vanilla'
import type { ConversationHead } from '../../../src/shared/event.ts'
import type { DocumentStatus } from '../../../src/shared/status.ts'
import type { Turn } from '../conversation/model.ts'
import { note } from '../conversation/panel.ts'
import { troubleOf } from '../link/fault.ts'
import type { SettingsPage } from '../settings/SettingsScreen.tsx'

export type DialogState =
  | { readonly kind: 'none' }
  /** `file` takes the document's place; null is an empty one. */
  | { readonly kind: 'replace'; readonly document: DocumentStatus; readonly file: File | null }
  | { readonly kind: 'rename'; readonly head: ConversationHead }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'settings'; readonly page: SettingsPage }
  | { readonly kind: 'again'; readonly turn: Turn }
  | { readonly kind: 'copies' }
  | { readonly kind: 'traffic' }
  | { readonly kind: 'connect' }
  | { readonly kind: 'commands' }

/** The one dialog that is open. */
export const dialog = createStore<{ shown: DialogState }>(() => ({ shown: { kind: 'none' } }))

export function showDialog(shown: DialogState): void {
  dialog.setState({ shown })
}

export function closeDialog(): void {
  showDialog({ kind: 'none' })
}

/** Runs a call for the person; what fails becomes a card. True where it went well. */
export async function ask(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    note(troubleOf(error))
    return false
  }
}
