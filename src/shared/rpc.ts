import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { changeSummary } from './change.ts'
import { conversationHead, storedEvent, trouble } from './event.ts'
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
/** Longest prompt, in characters. */
export const MAX_PROMPT = 100_000
/** Largest file that may be handed over from a browser, in base64 characters (about 48 MB). */
const MAX_FILE = 64 * 1024 * 1024

export const undoPreview = z.object({
  /** Newest first; the turn that was asked for is the last. */
  turns: z.array(z.object({ turn: z.string(), number: z.number().int(), label: z.string(), changes: changeSummary })),
  /** The user's own edits in between, which stand in the way of an undo. */
  foreign: z.array(z.string()),
})

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
    remove: oc.input(conversation).output(z.object({})).errors(errors),
    /** Everything after `after`, then whatever comes, in batches of at most 500. */
    events: oc
      .input(conversation.extend({ after: z.number().int().min(0) }))
      .output(eventIterator(z.array(storedEvent)))
      .errors(errors),
  },
  turn: {
    send: oc
      .input(
        conversation.extend({ prompt: z.string().trim().min(1).max(MAX_PROMPT), agent: z.string().max(64).optional() }),
      )
      .output(turn)
      .errors(errors),
    stop: oc
      .input(conversation)
      .output(z.object({ stopped: z.boolean() }))
      .errors(errors),
    preview: oc.input(turn).output(undoPreview).errors(errors),
    /** Takes back every turn from the newest down to this one; `includeForeign` the user's own edits in between too. */
    revert: oc
      .input(turn.extend({ includeForeign: z.boolean().default(false) }))
      .output(z.object({ turns: z.array(z.string()) }))
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
  host: {
    /** Starts the host again after it was lost. */
    restart: oc.output(z.object({})).errors(errors),
  },
}
