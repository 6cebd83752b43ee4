import { createStore } from 'zustand/vanilla'
import type { ConversationHead } from '../../../src/shared/event.ts'
import { openConversation } from '../conversation/follow.ts'
import { note, panel } from '../conversation/panel.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'

/** The conversation that was deleted last, as long as one may want it back at once. */
export const removed = createStore<{ head: ConversationHead | null; open: boolean }>(() => ({
  head: null,
  open: false,
}))

export async function remove(head: ConversationHead): Promise<void> {
  const open = panel.getState().open === head.id
  try {
    await core.call((api) => api.conversations.remove({ conversation: head.id }))
    removed.setState({ head, open })
  } catch (error) {
    note(troubleOf(error))
  }
}

/** Brings the last one back, and opens it where it was open. */
export async function bringBack(): Promise<void> {
  const { head, open } = removed.getState()
  if (!head) return
  try {
    await core.call((api) => api.conversations.restore({ conversation: head.id }))
    if (open) openConversation(head.id)
  } catch (error) {
    note(troubleOf(error))
  }
  forgetRemoved()
}

export function forgetRemoved(): void {
  removed.setState({ head: null, open: false })
}
