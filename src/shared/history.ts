import { z } from 'zod'
import { changeSummary } from './change.ts'
import { conversationHead, storedEvent } from './event.ts'
import { retentionSettings } from './settings.ts'

/** Longest prompt, in characters. */
export const MAX_PROMPT = 100_000
/** Follow-ups that may wait in one conversation. */
export const MAX_QUEUE = 50

/** A piece of a text, and whether it is what was searched for: never markup, so nothing in it can be run. */
const snippetPart = z.object({ text: z.string(), hit: z.boolean() })
export type SnippetPart = z.infer<typeof snippetPart>

export const searchHit = z.object({
  conversation: z.string(),
  title: z.string(),
  archived: z.boolean(),
  /** Null where only the title holds what was searched for. */
  turn: z.string().nullable(),
  /** The turn's number in its conversation; 0 for a title. */
  number: z.number().int(),
  /** The turn's first event: where the conversation is to be opened; 0 for a title. */
  seq: z.number().int(),
  /** ms since 1970. */
  at: z.number(),
  where: z.enum(['title', 'prompt', 'answer']),
  snippet: z.array(snippetPart),
})
export type SearchHit = z.infer<typeof searchHit>

export const eventPage = z.object({
  /** Whole turns, oldest first; a turn longer than the limit comes alone and whole. */
  events: z.array(storedEvent),
  /** Ask with `before: first` for what is older; 0 where there is nothing older. */
  first: z.number().int(),
  more: z.boolean(),
  /** Turns of this page that are taken back now; the event that says so may be on a later page. */
  reverted: z.array(z.string()),
})
export type EventPage = z.infer<typeof eventPage>

export const deletedConversation = conversationHead.extend({
  deletedAt: z.number(),
  /** When it goes for good, in ms since 1970. */
  goneAt: z.number(),
})
export type DeletedConversation = z.infer<typeof deletedConversation>

export const EXPORT_FORMATS = ['md', 'html', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const exported = z.object({
  /** File name, with its ending. */
  name: z.string(),
  mime: z.string(),
  /** The file's text; null where it was written to `path`. */
  data: z.string().nullable(),
  path: z.string().nullable(),
  bytes: z.number().int(),
})
export type Exported = z.infer<typeof exported>

/** How long and how much is kept; null keeps everything. */
export const retention = retentionSettings.pick({ maxBytes: true, maxDays: true })
export type Retention = Pick<z.infer<typeof retention>, 'maxBytes' | 'maxDays'>

export const weighedConversation = z.object({
  conversation: z.string(),
  title: z.string(),
  updatedAt: z.number(),
  bytes: z.number().int(),
})
export type WeighedConversation = z.infer<typeof weighedConversation>

export const storageReport = z.object({
  /** What the store takes on disk, and how much of it conversations that were deleted but can still be brought back. */
  bytes: z.number().int(),
  deletedBytes: z.number().int(),
  /** What the copies of documents take. */
  copyBytes: z.number().int(),
  /** Largest first. */
  conversations: z.array(weighedConversation),
  retention,
  /** What was last put among the deleted because of it; null where nothing ever was. */
  lastCleaning: z
    .object({ at: z.number(), conversations: z.number().int(), bytes: z.number().int(), titles: z.array(z.string()) })
    .nullable(),
})
export type StorageReport = z.infer<typeof storageReport>

export const queueItem = z.object({ id: z.string(), prompt: z.string(), at: z.number() })
export type QueueItem = z.infer<typeof queueItem>

export const queueState = z.object({
  items: z.array(queueItem),
  /** Why nothing is sent by itself: in words for a person. Null where the next one goes when the turn ends well. */
  paused: z.string().nullable(),
})
export type QueueState = z.infer<typeof queueState>

export const rewindPreview = z.object({
  /** Newest first; the turn that was asked for is the last. */
  turns: z.array(
    z.object({
      turn: z.string(),
      number: z.number().int(),
      label: z.string(),
      /** Null for an outside client's turn that no conversation holds. */
      conversation: z.string().nullable(),
      changes: changeSummary,
    }),
  ),
  /** The user's own edits in between, newest first. */
  foreign: z.array(z.string()),
  /** The model as it was before the turn that was asked for, where there is a picture. */
  picture: z.string().nullable(),
  /** In words, what stays as it is: "saved bracket.3dm". */
  uncovered: z.array(z.string()),
  /** `undo`: step by step in the open document. `copy`: an earlier copy of the document is opened in its place. */
  way: z.enum(['undo', 'copy']),
  /** Whether a copy of the document is kept first, and where not, why. */
  copy: z.object({ kept: z.boolean(), why: z.string() }),
})
export type RewindPreview = z.infer<typeof rewindPreview>

export const documentCopy = z.object({
  id: z.string(),
  /** Of the document: "bracket". */
  name: z.string(),
  /** "Before 3 turns were taken back". */
  why: z.string(),
  at: z.number(),
  bytes: z.number().int(),
})
export type DocumentCopy = z.infer<typeof documentCopy>

export const reverted = z.object({
  /** Newest first. */
  turns: z.array(z.string()),
  /** Of the document as it was before; null where none was needed or asked for. */
  copy: documentCopy.nullable(),
})
export type Reverted = z.infer<typeof reverted>

/** How turns are taken back. */
export const taking = z.object({
  /** The user's own edits in between too. */
  includeForeign: z.boolean().default(false),
  /** Also where no copy of the document can be kept first. */
  withoutCopy: z.boolean().default(false),
})
export type Taking = z.infer<typeof taking>

/** How a turn's prompt is sent again. */
export interface Again extends Taking {
  /** In place of the turn's own prompt. */
  prompt?: string | undefined
  agent?: string | undefined
  /** What the turn and those after it made goes first, or stays. */
  model: 'take_back' | 'keep'
}
