import type { ConversationHead } from '../shared/event.ts'
import type { DocumentStatus } from '../shared/status.ts'
import type { ConversationStore } from '../shared/store.ts'

/**
 * A conversation is about the document of its first turn.
 *
 * @returns what is to be said where it goes on over another file; null where there is nothing to say
 */
export function bindToDocument(
  store: ConversationStore,
  conversation: string,
  open: DocumentStatus | null,
): string | null {
  const head = store.get(conversation)
  if (!head || !open) return null
  if (head.turns === 1 && !head.document) store.setDocument(conversation, { name: open.name, path: open.path })
  return otherDocument(head.document, open)
}

function otherDocument(about: ConversationHead['document'], open: DocumentStatus): string | null {
  if (!about?.path || !open.path || about.path === open.path) return null
  return `This conversation is about ${about.name}; it goes on in ${open.name}.`
}
