import { enterUnlessBusy, type Gate } from '../turns/gate.ts'
import type { History } from '../turns/history.ts'
import type { SessionSource } from '../turns/ports.ts'
import { troubleError } from '../turns/trouble.ts'
import type { Autosave } from './autosave.ts'
import type { Copies } from './copies.ts'
import type { Documents } from './documents.ts'

interface Parts {
  autosave: Autosave
  copies: Copies
  documents: Documents
  sessions: SessionSource
  gate: Gate
  history: History
}

/**
 * Opens a copy in place of the document, of which a copy is kept first, and tells every conversation which of its turns
 * are in the model now.
 */
export async function openCopy({ autosave, copies, documents, gate, sessions, history }: Parts, id: string) {
  const { copy, live, data } = copies.read(id)
  // An outside client's turn that pauses ends first: what it made is to be known.
  const release = await enterUnlessBusy(gate, 'Opening a copy')
  if (!release) {
    throw troubleError('The copy was not opened', `${gate.holder} is changing the document.`, 'Wait for it or stop it.')
  }
  release()
  const session = await sessions.ready()
  const now = await autosave.present(session)
  try {
    await copies.keep(session, `Before the copy “${copy.why}” was opened`)
  } catch (error) {
    throw troubleError(
      'The copy was not opened',
      `No copy of the open document could be kept first: ${error instanceof Error ? error.message : String(error)}`,
      'Save the document, free some space, then try again.',
    )
  }
  const opened = await autosave.replacing(session, live, () => documents.open(`${copy.name}.3dm`, data))
  history.replaced(now, live)
  return opened
}
