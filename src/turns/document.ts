import type { RhinoSession } from '../rhino/session.ts'
import { UNIT_ABBREVIATION, UNIT_SYSTEMS } from '../shared/geometry.ts'
import type { DocumentStatus } from '../shared/status.ts'
import type { DisplayObject, ViewUpdate } from '../shared/view.ts'
import type { ResultOf } from '../tools/registry.ts'
import { unturned } from './plain.ts'
import type { SessionSource } from './ports.ts'

/** How often the document is looked at while nobody of ours is changing it, in ms. */
const LOOK_EVERY_MS = 1000

export interface UndoState {
  undoable: { turn: string; label: string } | null
  redoable: { turn: string; label: string } | null
}

/** Follows the document of the session in use: its status, its undo list, and what the 3D view should draw. */
export class DocumentWatch {
  readonly #sessions: SessionSource
  readonly #listeners = new Set<() => void>()
  #status: DocumentStatus | null = null
  /** Whose document that is. */
  #seen: RhinoSession | null = null
  #undo: UndoState = { undoable: null, redoable: null }
  #looking: Promise<void> | null = null
  #next: Promise<void> | null = null
  #timer: NodeJS.Timeout
  #closed = false

  constructor(sessions: SessionSource) {
    this.#sessions = sessions
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS)
    this.#timer.unref()
    sessions.onChange(() => this.look())
  }

  /** Null while no document can be seen. */
  get status(): DocumentStatus | null {
    return this.#status
  }

  get undo(): UndoState {
    return this.#undo
  }

  /** Called when status or undo list changed. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Looks now. When it resolves, what was so at the call is known. */
  look(): Promise<void> {
    if (this.#closed) return Promise.resolve()
    if (!this.#looking) return this.#begin()
    // The look under way may have read what is past by now.
    this.#next ??= this.#looking.then(() => {
      this.#next = null
      return this.#closed ? undefined : this.#begin()
    })
    return this.#next
  }

  #begin(): Promise<void> {
    this.#looking = this.#lookOnce().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  /** What a view that knows `known` keys must change. */
  async difference(known: ReadonlyMap<string, string>, reset: boolean): Promise<ViewUpdate | null> {
    const session = this.#sessions.current()
    if (session?.state !== 'ready') return null
    const keys = new Set(known.values())
    const upserts: DisplayObject[] = []
    let drawn: ResultOf<'viewport.display_meshes'>
    do {
      drawn = await session.call('viewport.display_meshes', { known: [...keys] })
      upserts.push(...drawn.objects)
      for (const { key } of drawn.objects) keys.add(key)
      // A large document comes in several answers.
    } while (drawn.objects.length > 0 && drawn.visible.some(({ key }) => !keys.has(key)))
    const visible = new Set(drawn.visible.map(({ guid }) => guid))
    return {
      reset,
      revision: drawn.revision,
      upserts,
      removed: [...known.keys()].filter((guid) => !visible.has(guid)),
      selection: drawn.selection,
      changed: drawn.changed,
    }
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
  }

  async #lookOnce(): Promise<void> {
    const session = this.#sessions.current()
    if (session?.state !== 'ready')
      return this.#take(session === null || session.state !== 'busy' ? null : this.#status, this.#undo)
    try {
      if (session.legacy) return this.#take(await legacyStatus(session), NOTHING_TO_UNDO)
      const { documents } = await session.call('rhino.list_documents', {})
      const active = documents.find((document) => document.active)
      // Numbers of two programs say nothing of each other.
      const same = this.#seen === session && active?.serial === this.#status?.serial
      if (active && same && active.revision === this.#status?.revision) return
      const context = await session.call('context.get', {})
      this.#seen = session
      this.#take(statusOf(context), await undoState(session))
    } catch {
      // The session says itself what is wrong with it; the status stays until the next look.
    }
  }

  #take(status: DocumentStatus | null, undo: UndoState): void {
    if (JSON.stringify([status, undo]) === JSON.stringify([this.#status, this.#undo])) return
    this.#status = status
    this.#undo = undo
    for (const listener of this.#listeners) listener()
  }
}

const NOTHING_TO_UNDO: UndoState = { undoable: null, redoable: null }

/** What GOLEM's plugin can say of its one document. */
async function legacyStatus(session: RhinoSession): Promise<DocumentStatus> {
  const info = await session.call('scene.get_document_info', {})
  const units = UNIT_SYSTEMS.find((name) => name === String(info.units).toLowerCase()) ?? 'other'
  const path = info.file_path || null
  return {
    serial: 1,
    name: path ? (path.split(/[\\/]/).at(-1) ?? path) : 'Untitled',
    path,
    modified: false,
    units,
    unit: UNIT_ABBREVIATION[units],
    tolerance: info.absolute_tolerance,
    objects: info.object_count,
    selected: 0,
    revision: info.object_count,
  }
}

function statusOf({ document, selection }: ResultOf<'context.get'>): DocumentStatus {
  return {
    serial: document.serial,
    name: unturned(document.name),
    path: document.path,
    modified: document.modified,
    units: document.units,
    unit: UNIT_ABBREVIATION[document.units],
    tolerance: document.absolute_tolerance,
    objects: document.object_count,
    selected: selection.count,
    revision: document.revision,
  }
}

async function undoState(session: RhinoSession): Promise<UndoState> {
  const { turns } = await session.call('undo.list', {})
  const live = turns.findLast((turn) => turn.state === 'live')
  const undone = turns.find((turn) => turn.state === 'undone')
  return {
    undoable: live ? { turn: live.turn_id, label: live.label } : null,
    redoable: undone ? { turn: undone.turn_id, label: undone.label } : null,
  }
}
