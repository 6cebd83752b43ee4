import type { RhinoSession } from '../rhino/session.ts'
import { TroubleError } from '../shared/agent.ts'
import type { HostChoice } from '../shared/host.ts'
import { enterUnlessBusy, type Gate } from '../turns/gate.ts'
import { troubleError, troubleOf } from '../turns/trouble.ts'
import type { HostKeeper } from './host-keeper.ts'
import { HOST_STATE } from './status.ts'

/** How long a Rhino may take to name its documents, in ms. */
const NAMES_MS = 1500

/** What can be worked in, and changing it: for the panel. */
export class HostChoices {
  readonly #sessions: HostKeeper
  readonly #gate: Gate

  constructor(sessions: HostKeeper, gate: Gate) {
    this.#sessions = sessions
    this.#gate = gate
  }

  restart(): Promise<void> {
    return this.#sessions.restart()
  }

  async list(): Promise<HostChoice[]> {
    const current = this.#sessions.current()
    const sessions = [...this.#sessions.all].filter(({ state }) => state !== 'closed')
    const found = await Promise.all(sessions.map((session) => choiceOf(session, session === current)))
    if (sessions.some(({ kind }) => kind === 'embedded')) return found
    const embedded = { kind: 'embedded', label: 'Built-in modeller', processId: null, state: 'ready' } as const
    return [...found, { ...embedded, active: false, documents: [] }]
  }

  /** Throws a TroubleError while a turn is running, and where that process cannot be worked in. */
  async choose(processId: number | null): Promise<void> {
    const title = 'The document was not changed for another one'
    const release = await enterUnlessBusy(this.#gate, 'Choosing another Rhino')
    if (!release) {
      const cause = `${this.#gate.holder} is changing the document.`
      throw troubleError(title, cause, 'Wait for it or stop it, then choose again.')
    }
    try {
      await this.#sessions.choose(processId ?? 'embedded')
    } catch (error) {
      throw new TroubleError(troubleOf(error, title))
    } finally {
      release()
    }
  }
}

async function choiceOf(session: RhinoSession, active: boolean): Promise<HostChoice> {
  const { kind, label, processId, state, legacy } = session
  const asked =
    state === 'ready' && !legacy
      ? await session.call('rhino.list_documents', {}, { timeoutMs: NAMES_MS }).catch(() => ({ documents: [] }))
      : { documents: [] }
  const documents = asked.documents.map(({ serial, name, active: front }) => ({ serial, name, active: front }))
  return { kind, label, processId, state: HOST_STATE[state], active, documents }
}
