import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { createCore } from '../app.ts'
import { reason } from '../home/write.ts'
import type { RhinoSession } from '../rhino/session.ts'
import type { ConversationEvent, Trouble } from '../shared/event.ts'
import { troubleError, troubleOf } from '../turns/trouble.ts'
import { say } from './output.ts'
import { untilAsked } from './shutdown.ts'

/** How long a turn that was stopped may take to end by itself, in ms. */
const STOP_MS = 4000

/** What the process ends with, so that a script can tell what to do next. */
const EXIT = { good: 0, failed: 1, usage: 2, agent: 3, service: 4, asked: 5, stopped: 130 } as const
type Exit = (typeof EXIT)[keyof typeof EXIT]

export interface AskOptions {
  /** Left out: the resumed conversation's, else the practice agent. */
  agent?: string
  model?: string
  file?: string
  /** The running Rhino to work in. */
  rhino?: number | 'embedded'
  /** A conversation's id, or `true` for the newest. */
  resume?: string | true
  /** What would be asked about is allowed. */
  yes?: boolean
}

/**
 * `tickbird ask`: one turn on a document of its own, its events on stdout as they happen. Exit 0 only when the turn
 * ended well; the others are in the README. With --file the turn works on that file, which is saved only after a turn
 * that ended well and changed it.
 */
export async function ask(text: string, options: AskOptions): Promise<void> {
  let exit: Exit = EXIT.failed
  try {
    const usable = checked(text, options)
    if (!usable) return process.exit(EXIT.usage)
    const core = await createCore({
      mode: 'headless',
      ...(options.model !== undefined && { model: options.model }),
      ...(options.rhino !== undefined && { rhino: options.rhino }),
    })
    try {
      exit = await oneTurn(core, text, options, usable.file)
    } finally {
      await core.close()
    }
  } catch (error) {
    fail(troubleOf(error, 'The turn could not be run'))
  }
  process.exit(exit)
}

/** What can be known to be wrong before anything is started; null where it was told. */
function checked(text: string, options: AskOptions): { file: string | null } | null {
  try {
    if (text.trim() === '') throw troubleError('Nothing was asked', 'The text is empty.', 'Say what to make.')
    if (options.file !== undefined && options.rhino !== undefined) {
      const cause = '--file works on a document of its own, --rhino in the one that is open in Rhino.'
      throw troubleError('Both --file and --rhino were given', cause, 'Leave one of them out.')
    }
    return { file: options.file === undefined ? null : usableFile(resolve(options.file)) }
  } catch (error) {
    fail(troubleOf(error, 'The turn could not be run'))
    return null
  }
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

type Core = Awaited<ReturnType<typeof createCore>>
type Ended = Extract<ConversationEvent, { type: 'turn.end' }>

async function oneTurn(core: Core, text: string, options: AskOptions, file: string | null): Promise<Exit> {
  const { store, turns } = core.api
  const head = conversationFor(core, options)
  if (!head) return EXIT.usage
  const session = await core.ready()
  if (file && existsSync(file)) await session.call('files.open_document', { file_path: file })
  const conversation = head.id
  void untilAsked().then(() => {
    turns.stop(conversation)
    // A modeller in a long call keeps the turn from ending; without it the turn ends.
    setTimeout(() => void core.close(), STOP_MS).unref()
  })
  let asked = false
  const ended = new Promise<Ended>((done) => {
    store.onAppend((id, { seq, at, event }) => {
      if (id !== conversation) return
      // The last line is the turn's end; it is printed once the file is saved, so that it can be relied on.
      if (event.type === 'turn.end') return done(event)
      say.json({ ...event, seq, at })
      asked ||= event.type === 'question.ask' && !event.waits
      // Out of the append that tells of it, which must come first.
      setImmediate(() => answerAlone(core, conversation, event, options.yes === true))
    })
  })
  const agent = options.agent ?? head.agent
  turns.send(conversation, text, agent)
  const end = await ended
  const { added, removed, modified } = end.changes.counts
  const changed = added + removed + modified + end.changes.other.length > 0
  const unsaved = end.outcome === 'done' && file && changed ? await save(session, file) : null
  if (unsaved) fail(unsaved)
  const good = end.outcome === 'done' && !unsaved
  say.json({ ...end, file: good && changed ? file : null, conversation })
  return good ? (asked ? EXIT.asked : EXIT.good) : exitOf(core, agent, end)
}

/** The conversation to go on with, or a new one; null where there is no such one, which is told. */
function conversationFor({ api: { store } }: Core, { resume, agent = 'practice' }: AskOptions) {
  if (resume === undefined) return store.create(agent)
  const head = resume === true ? store.list().find(({ turns }) => turns > 0) : store.get(resume)
  if (head) return head
  const cause = resume === true ? 'There is no conversation yet.' : `There is no conversation ${resume}.`
  fail({
    title: 'Nothing to resume',
    cause,
    next: 'Leave --resume out, or take an id from an earlier turn’s last line.',
  })
  return null
}

/** Nobody sits here: what is asked is refused, or allowed where the caller said so beforehand. */
function answerAlone({ api: { turns } }: Core, conversation: string, event: ConversationEvent, yes: boolean): void {
  if (event.type === 'permission.ask') {
    if (!yes) say.note(`${event.title} was asked about and refused; --yes allows it.`)
    turns.answerPermission(conversation, event.request, yes ? 'once' : 'no')
  }
  if (event.type === 'question.ask' && event.waits) {
    void turns.answerQuestion(conversation, event.request, null).catch((error: unknown) => say.note(String(error)))
  }
}

function exitOf({ api }: Core, agent: string, { outcome }: Ended): Exit {
  if (outcome === 'stopped') return EXIT.stopped
  const status = api.status.get().agents.find(({ id }) => id === agent)
  if (status?.state !== 'ready') return EXIT.agent
  return status.activity === 'limited' || status.activity === 'offline' ? EXIT.service : EXIT.failed
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
