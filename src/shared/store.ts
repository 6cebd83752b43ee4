import type { ConversationEvent, ConversationHead, StoredEvent, StoredEventOf, Trouble } from './event.ts'

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
  list(): ConversationHead[]
  get(conversation: string): ConversationHead | undefined
  /** Its title is empty until the first prompt. */
  create(agent: string): ConversationHead
  rename(conversation: string, title: string): ConversationHead
  setAgent(conversation: string, agent: string): void
  remove(conversation: string): void
  /** Title of a conversation without one: its first prompt, shortened. `running` follows turn.begin and turn.end. */
  append(conversation: string, event: ConversationEvent): StoredEvent
  /** Events with seq > after, at most `limit`, oldest first. */
  read(conversation: string, after: number, limit: number): StoredEvent[]
  /** Every event of one type, oldest first. */
  eventsOf<T extends ConversationEvent['type']>(conversation: string, type: T): StoredEventOf<T>[]
  /** Which conversation a turn belongs to, and its number and prompt. */
  findTurn(turn: string): { conversation: string; number: number; prompt: string } | undefined
  onAppend(listener: (conversation: string, stored: StoredEvent) => void): () => void
  onHeads(listener: () => void): () => void
  putPicture(mime: string, bytes: Uint8Array): string
  picture(id: string): { mime: string; bytes: Uint8Array } | undefined
  close(): void
}
