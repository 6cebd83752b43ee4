import type { ConversationEvent, ConversationHead, StoredEvent, StoredEventOf, Trouble } from './event.ts'
import type {
  DeletedConversation,
  EventPage,
  QueueItem,
  Retention,
  SearchHit,
  StorageReport,
  WeighedConversation,
} from './history.ts'

export interface WaitingPrompt extends QueueItem {
  conversation: string
  agent: string | null
}

/** Follow-ups that wait. An item that is gone, sent or removed, is told as a TroubleError. */
export interface QueueStore {
  /** In the order in which they are to go. */
  list(conversation: string): WaitingPrompt[]
  get(item: string): WaitingPrompt
  /** Those in which something waits. */
  conversations(): string[]
  add(conversation: string, prompt: string, agent: string | undefined): QueueItem
  edit(item: string, prompt: string): QueueItem
  remove(item: string): QueueItem
  /** Before another one of the same conversation; null is the end. */
  move(item: string, before: string | null): void
  onChange(listener: (conversation: string) => void): () => void
}

/** What retention removed. */
export type Cleaning = NonNullable<StorageReport['lastCleaning']>

/** A turn as the store knows it. */
export interface KnownTurn {
  conversation: string
  number: number
  prompt: string
  agent: string
  /** Taken back now. */
  reverted: boolean
}

/**
 * Where conversations are kept. What `append` returned survives a SIGKILL. Everything throws a TroubleError for what
 * the user can mend: a conversation that was removed, a full disk, a store held by another process.
 */
export interface ConversationStore {
  /**
   * Why nothing is kept on disk (the store then lives in memory), or that a damaged file was moved aside (new
   * conversations are then kept as usual); null where all is well.
   */
  readonly trouble: Trouble | null
  /** All but the deleted, the one that a turn touched last first. */
  list(): ConversationHead[]
  get(conversation: string): ConversationHead | undefined
  /** Its title is empty until the first prompt. */
  create(agent: string): ConversationHead
  rename(conversation: string, title: string): ConversationHead
  setAgent(conversation: string, agent: string): void
  setDocument(conversation: string, document: ConversationHead['document']): ConversationHead
  archive(conversation: string, archived: boolean): ConversationHead
  /** Out of sight at once; `restore` brings it back until it is purged, by itself a week later. */
  /** An agent's own token for going on with a conversation, and when (ms since 1970) that session was opened. */
  agentSession(conversation: string, agent: string): { session: string; openedAt: number } | undefined
  keepAgentSession(conversation: string, agent: string, session: string): void
  remove(conversation: string): void
  restore(conversation: string): ConversationHead
  deleted(): DeletedConversation[]
  /** Removes a deleted one for good, with everything of it. */
  purge(conversation: string): void
  /** Title of a conversation without one: its first prompt, shortened. `running` follows turn.begin and turn.end. */
  append(conversation: string, event: ConversationEvent): StoredEvent
  /** Events with seq > after, at most `limit`, oldest first. */
  read(conversation: string, after: number, limit: number): StoredEvent[]
  /** Every event of one type, oldest first. */
  eventsOf<T extends ConversationEvent['type']>(conversation: string, type: T): StoredEventOf<T>[]
  /** The newest turns, or those before an event, in about `limit` events; words of one stream are joined. */
  page(conversation: string, limit: number, before?: number): EventPage
  /** Also a turn of a deleted conversation: its document knows it still. */
  findTurn(turn: string): KnownTurn | undefined
  /** How a turn ended; undefined while it runs. */
  turnEnd(turn: string): Extract<ConversationEvent, { type: 'turn.end' }> | undefined
  search(query: string, limit: number, before?: number): { hits: SearchHit[]; more: boolean }
  readonly queue: QueueStore
  /** Bytes on disk, and of each conversation, largest first. */
  weigh(): { bytes: number; conversations: (WeighedConversation & { deleted: boolean })[] }
  /** What `clean` would remove, oldest first. */
  expiring(policy: Retention, inUse: ReadonlySet<string>): WeighedConversation[]
  /**
   * Puts what the policy no longer allows among the deleted, except what is in use; null where nothing had to go. What
   * was deleted a week ago goes for good.
   */
  clean(policy: Retention, inUse: ReadonlySet<string>): Cleaning | null
  lastCleaning(): Cleaning | null
  onAppend(listener: (conversation: string, stored: StoredEvent) => void): () => void
  onHeads(listener: () => void): () => void
  putPicture(mime: string, bytes: Uint8Array): string
  picture(id: string): { mime: string; bytes: Uint8Array } | undefined
  /** Ids of the pictures of a conversation. */
  picturesOf(conversation: string): string[]
  close(): void
}
