import { createStore } from 'zustand/vanilla'

const keyOf = (conversation: string | null) => `tickbird.draft.${conversation ?? 'new'}`

/** Grows when a draft is written from outside the composer, which then reads it again. */
export const draftVersion = createStore(() => ({ version: 0 }))

export const loadDraft = (conversation: string | null): string => sessionStorage.getItem(keyOf(conversation)) ?? ''

export function keepDraft(conversation: string | null, text: string): void {
  if (text) sessionStorage.setItem(keyOf(conversation), text)
  else sessionStorage.removeItem(keyOf(conversation))
}

/** What was typed for a new conversation goes with it once it exists. */
export function adoptDraft(conversation: string): void {
  keepDraft(conversation, loadDraft(null))
  keepDraft(null, '')
}

/** Puts text into the composer: a prompt that was refused, a starter, a queued one to be edited. */
export function saveDraft(conversation: string | null, text: string): void {
  const typed = loadDraft(conversation)
  keepDraft(conversation, typed.trim() && typed !== text ? `${text}\n\n${typed}` : text)
  draftVersion.setState((state) => ({ version: state.version + 1 }))
}
