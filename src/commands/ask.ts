import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { createCore } from '../app.ts'
import { reason } from '../home/write.ts'
import type { RhinoSession } from '../rhino/session.ts'
import type { StoredEvent, Trouble } from '../shared/event.ts'
import { troubleError, troubleOf } from '../turns/trouble.ts'
import { say } from './output.ts'
import { untilAsked } from './shutdown.ts'

/** How long a turn that was stopped may take to end by itself, in ms. */
const STOP_MS = 4000

/**
 * `tickbird ask`: one turn on a document of its own, its events on stdout as they happen. Exit 0 only when the turn
 * ended well. With --file the turn works on that file, which is saved only after a turn that ended well and changed it.
 */
export async function ask(text: string, options: { agent: string; file?: string }): Promise<void> {
  let good = false
  try {
    if (text.trim() === '') throw troubleError('Nothing was asked', 'The text is empty.', 'Say what to make.')
    const file = options.file === undefined ? null : usableFile(resolve(options.file))
    const core = await createCore({ mode: 'headless' })
    try {
      good = await oneTurn(core, text, options.agent, file)
    } finally {
      await core.close()
    }
  } catch (error) {
    fail(troubleOf(error, 'The turn could not be run'))
  }
  process.exit(good ? 0 : 1)
}

function fail({ title, cause, next }: Trouble): void {
  say.fail(`${title}: ${cause} ${next}`)
}

/** Said before the turn, not after it, when its work would be lost. Throws a TroubleError. */
function usableFile(file: string): string {
  const cannot = (cause: string, next: string) => troubleError(`${file} cannot be worked on`, cause, next)
  if (extname(file).toLowerCase() !== '.3dm') throw cannot('Its name does not end in .3dm.', 'Name a .3dm file.')
  const place = existsSync(file) ? file : dirname(file)
  try {
    if (place === file && !statSync(file).isFile()) throw cannot('It is no file.', 'Name a .3dm file.')
    accessSync(place, constants.W_OK)
    // It is replaced as a whole, which its folder must allow.
    accessSync(dirname(file), constants.W_OK)
  } catch (error) {
    const code = reason(error)
    if (code === 'ENOENT') throw cannot('Its folder does not exist.', 'Make the folder first.')
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw cannot('It may not be written to.', 'Make it writable, or work on a copy elsewhere.')
    throw error
  }
  return file
}

async function oneTurn(core: Awaited<ReturnType<typeof createCore>>, text: string, agent: string, file: string | null) {
  const session = await core.ready()
  if (file && existsSync(file)) await session.call('files.open_document', { file_path: file })
  const conversation = core.api.store.create(agent).id
  void untilAsked().then(() => {
    core.api.turns.stop(conversation)
    // A modeller in a long call keeps the turn from ending; without it the turn ends.
    setTimeout(() => void core.close(), STOP_MS).unref()
  })
  const ended = new Promise<Extract<StoredEvent['event'], { type: 'turn.end' }>>((done) => {
    core.api.store.onAppend((id, { seq, at, event }) => {
      if (id !== conversation) return
      // The last line is the turn's end; it is printed once the file is saved, so that it can be relied on.
      if (event.type === 'turn.end') done(event)
      else say.json({ ...event, seq, at })
    })
  })
  core.api.turns.send(conversation, text, agent)
  const end = await ended
  const { added, removed, modified } = end.changes.counts
  const changed = added + removed + modified + end.changes.other.length > 0
  const unsaved = end.outcome === 'done' && file && changed ? await save(session, file) : null
  if (unsaved) fail(unsaved)
  const good = end.outcome === 'done' && !unsaved
  say.json({ ...end, file: good && changed ? file : null })
  return good
}

/** Null where it was saved. */
async function save(session: RhinoSession, file: string): Promise<Trouble | null> {
  try {
    await session.call('files.save_document_as', { file_path: file, overwrite: true })
    return null
  } catch (error) {
    return troubleOf(error, `${file} was not saved`)
  }
}
