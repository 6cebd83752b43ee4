import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createCore } from '../app.ts'
import { TroubleError } from '../shared/agent.ts'
import type { StoredEvent } from '../shared/event.ts'
import { say } from './output.ts'
import { untilAsked } from './shutdown.ts'

/**
 * `tickbird ask`: one turn on a document of its own, its events on stdout as they happen. Exit 0 only when the turn
 * ended well. With --file the turn works on that file, which is saved only after a turn that ended well and changed it.
 */
export async function ask(text: string, options: { agent: string; file?: string }): Promise<void> {
  const core = await createCore({ mode: 'headless' })
  let good = false
  try {
    good = await oneTurn(core, text, options)
  } catch (error) {
    if (!(error instanceof TroubleError)) throw error
    const { title, cause, next } = error.trouble
    say.fail(`${title}: ${cause} ${next}`)
  } finally {
    await core.close()
  }
  process.exit(good ? 0 : 1)
}

async function oneTurn(
  core: Awaited<ReturnType<typeof createCore>>,
  text: string,
  options: { agent: string; file?: string },
) {
  const file = options.file === undefined ? null : resolve(options.file)
  const session = await core.ready()
  if (file && existsSync(file)) await session.call('files.open_document', { file_path: file })
  const conversation = core.api.store.create(options.agent).id
  void untilAsked().then(() => core.api.turns.stop(conversation))
  const ended = new Promise<Extract<StoredEvent['event'], { type: 'turn.end' }>>((done) => {
    core.api.store.onAppend((id, { seq, at, event }) => {
      if (id !== conversation) return
      // The last line is the turn's end; it is printed once the file is saved, so that it can be relied on.
      if (event.type === 'turn.end') done(event)
      else say.json({ ...event, seq, at })
    })
  })
  core.api.turns.send(conversation, text, options.agent)
  const end = await ended
  const good = end.outcome === 'done'
  const { added, removed, modified } = end.changes.counts
  const changed = added + removed + modified + end.changes.other.length > 0
  if (good && file && changed) await session.call('files.save_document_as', { file_path: file, overwrite: true })
  say.json({ ...end, file: good && changed ? file : null })
  return good
}
