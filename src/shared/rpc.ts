import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { conversationHead, storedEvent, trouble } from './event.ts'
import {
  deletedConversation,
  documentCopy,
  EXPORT_FORMATS,
  eventPage,
  exported,
  MAX_PROMPT,
  queueItem,
  queueState,
  retention,
  reverted,
  rewindPreview,
  searchHit,
  storageReport,
  taking,
  weighedConversation,
} from './history.ts'
import { hostContract } from './host.ts'
import { outsideContract } from './outside.ts'
import { answer, MAX_QUESTIONS } from './question.ts'
import { settingsPatch, settingsView } from './settings.ts'
import { appStatus } from './status.ts'
import { trafficContract } from './traffic.ts'
import { viewUpdate } from './view.ts'

/**
 * Everything the panel may ask of the core. The renderer imports this file's type only; the core validates both ways.
 * Streams end when their consumer breaks; each can be opened again and picks up where it is told to.
 */
const errors = { TROUBLE: { data: trouble } }
const conversation = z.object({ conversation: z.string().min(1).max(64) })
const turn = z.object({ turn: z.string().min(1).max(64) })
/** Largest file that may be handed over from a browser, in base64 characters (about 48 MB). */
const MAX_FILE = 64 * 1024 * 1024

const item = z.object({ item: z.string().min(1).max(64) })
const copy = z.object({ copy: z.string().min(1).max(64) })
const prompt = z.object({ prompt: z.string().trim().min(1).max(MAX_PROMPT), agent: z.string().max(64).optional() })
export const contract = {
  app: {
    status: oc.output(eventIterator(appStatus)),
  },
  conversations: {
    list: oc.output(z.array(conversationHead)),
    /** Sends the list again whenever it changes. */
    watch: oc.output(eventIterator(z.array(conversationHead))),
    create: oc
      .input(z.object({ agent: z.string().max(64).optional() }))
      .output(conversationHead)
      .errors(errors),
    rename: oc
      .input(conversation.extend({ title: z.string().trim().min(1).max(200) }))
      .output(conversationHead)
      .errors(errors),
    /** Out of the list's way, but kept and found. */
    archive: oc
      .input(conversation.extend({ archived: z.boolean() }))
      .output(conversationHead)
      .errors(errors),
    /** Out of sight at once, and for good after a week; `restore` brings it back until then. */
    remove: oc.input(conversation).output(z.object({})).errors(errors),
    restore: oc.input(conversation).output(conversationHead).errors(errors),
    /** Deleted ones that can still be brought back, newest first. */
    deleted: oc.output(z.array(deletedConversation)).errors(errors),
    /** Removes a deleted one for good now. */
    purge: oc.input(conversation).output(z.object({})).errors(errors),
    /** Makes it about the open document, or about none. */
    attach: oc
      .input(conversation.extend({ to: z.enum(['document', 'none']) }))
      .output(conversationHead)
      .errors(errors),
    /** In titles, prompts and answers, newest first; every word must be there, "words in quotes" as they stand. */
    search: oc
      .input(
        z.object({
          query: z.string().max(500),
          limit: z.number().int().min(1).max(100).default(30),
          /** Only turns before this time, in ms since 1970: the next page. */
          before: z.number().optional(),
        }),
      )
      .output(z.object({ hits: z.array(searchHit), more: z.boolean() }))
      .errors(errors),
    /** The newest turns of a conversation, or those before an event: about `limit` events, in whole turns. */
    page: oc
      .input(
        conversation.extend({
          before: z.number().int().min(1).optional(),
          limit: z.number().int().min(1).max(2000).default(500),
        }),
      )
      .output(eventPage)
      .errors(errors),
    /** As one file: its text in the answer, or written to `to`, an absolute path with the format's ending. */
    export: oc
      .input(
        conversation.extend({
          format: z.enum(EXPORT_FORMATS),
          to: z.string().min(1).max(4096).optional(),
          overwrite: z.boolean().default(false),
        }),
      )
      .output(exported)
      .errors(errors),
    /** What everything takes on disk, and what retention did. */
    storage: oc.output(storageReport).errors(errors),
    /** What these limits would put among the deleted, oldest first. */
    expiring: oc.input(retention).output(z.array(weighedConversation)).errors(errors),
    /** Everything after `after`, then whatever comes, in batches of at most 500. */
    events: oc
      .input(conversation.extend({ after: z.number().int().min(0) }))
      .output(eventIterator(z.array(storedEvent)))
      .errors(errors),
  },
  turn: {
    send: oc.input(conversation.extend(prompt.shape)).output(turn).errors(errors),
    stop: oc
      .input(conversation)
      .output(z.object({ stopped: z.boolean() }))
      .errors(errors),
    /** What `revert` would do. */
    preview: oc.input(turn).output(rewindPreview).errors(errors),
    /** Takes back every turn from the newest down to this one. */
    revert: oc.input(turn.extend(taking.shape)).output(reverted).errors(errors),
    /** Sends a turn's prompt again, or another one in its place; what it made goes first, or stays. */
    regenerate: oc
      .input(
        turn.extend({
          ...taking.shape,
          prompt: prompt.shape.prompt.optional(),
          agent: prompt.shape.agent,
          model: z.enum(['take_back', 'keep']),
        }),
      )
      .output(turn.extend({ reverted }))
      .errors(errors),
    redo: oc.output(z.object({ turns: z.array(z.string()) })).errors(errors),
    answerPermission: oc
      .input(conversation.extend({ request: z.string().max(64), option: z.string().max(200).nullable() }))
      .output(z.object({}))
      .errors(errors),
  },
  question: {
    /**
     * Answers a card; null declines it. Where the agent waits it goes on; else the answer is sent as the next prompt,
     * whose turn is told, as soon as the turn that asked has ended.
     */
    answer: oc
      .input(
        conversation.extend({
          request: z.string().min(1).max(64),
          answers: z.array(answer).max(MAX_QUESTIONS).nullable(),
        }),
      )
      .output(z.object({ turn: z.string().nullable() }))
      .errors(errors),
  },
  /** Follow-ups that wait for the running turn. Kept over a restart, and then sent only when the user says so. */
  queue: {
    watch: oc.input(conversation).output(eventIterator(queueState)).errors(errors),
    /** At the end; sent at once where nothing runs and nothing else waits. */
    add: oc.input(conversation.extend(prompt.shape)).output(queueItem).errors(errors),
    edit: oc
      .input(item.extend({ prompt: prompt.shape.prompt }))
      .output(queueItem)
      .errors(errors),
    remove: oc.input(item).output(queueItem).errors(errors),
    /** Before another item, or to the end. */
    move: oc
      .input(item.extend({ before: item.shape.item.nullable() }))
      .output(z.object({}))
      .errors(errors),
    /** Stops the running turn, if there is one, and sends this next. */
    sendNow: oc.input(item).output(z.object({})).errors(errors),
    /** Holds the queue, for instance while an item is edited, or lets it go on. */
    pause: oc
      .input(conversation.extend({ paused: z.boolean() }))
      .output(z.object({}))
      .errors(errors),
  },
  /** Copies of the document that were kept before turns were taken back. */
  copies: {
    list: oc.output(z.array(documentCopy)).errors(errors),
    /** Opens one in place of the document, of which a copy is kept first. */
    open: oc
      .input(copy)
      .output(z.object({ objects: z.number().int(), notes: z.array(z.string()) }))
      .errors(errors),
    remove: oc.input(copy).output(z.object({})).errors(errors),
  },
  agents: {
    /** Looks for the agents on this machine again; what is found comes with the status. */
    refresh: oc.output(z.object({})).errors(errors),
  },
  settings: {
    /** Sends the settings again whenever they change, also by hand. */
    watch: oc.output(eventIterator(settingsView)),
    /** All of the patch or nothing of it. */
    change: oc
      .input(z.object({ patch: settingsPatch }))
      .output(settingsView)
      .errors(errors),
    /** Null takes it away; values never come back. */
    setSecret: oc
      .input(
        z.object({
          agent: z.string().min(1).max(64),
          name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/),
          value: z.string().min(1).max(20_000).nullable(),
        }),
      )
      .output(settingsView)
      .errors(errors),
  },
  picture: {
    get: oc
      .input(z.object({ picture: z.string().max(64) }))
      .output(z.object({ mime: z.string(), data: z.string() }))
      .errors(errors),
  },
  view: {
    watch: oc.output(eventIterator(viewUpdate)),
    /** Replaces the document's selection. */
    select: oc
      .input(z.object({ guids: z.array(z.string().max(64)).max(100_000) }))
      .output(z.object({}))
      .errors(errors),
  },
  document: {
    create: oc.output(z.object({})).errors(errors),
    /** `data` is base64; `name` gives the format by its ending. Replaces the document (.3dm) or adds to it (others). */
    open: oc
      .input(z.object({ name: z.string().min(1).max(255), data: z.string().max(MAX_FILE) }))
      .output(z.object({ objects: z.number().int(), notes: z.array(z.string()) }))
      .errors(errors),
    /** The whole document as a file to keep. */
    download: oc
      .input(z.object({ format: z.enum(['3dm', 'step', 'stl', 'obj']) }))
      .output(z.object({ name: z.string(), data: z.string(), notes: z.array(z.string()) }))
      .errors(errors),
  },
  /** Other programs on this computer that work through our tools. */
  outside: outsideContract,
  /** The calls of all agents, as they end. */
  traffic: trafficContract,
  host: hostContract,
}
