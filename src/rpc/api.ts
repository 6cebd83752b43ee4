import type { Trouble } from '../shared/event.ts'
import type {
  Again,
  DocumentCopy,
  Exported,
  ExportFormat,
  QueueItem,
  QueueState,
  Retention,
  Reverted,
  RewindPreview,
  StorageReport,
  Taking,
  WeighedConversation,
} from '../shared/history.ts'
import type { HostChoice } from '../shared/host.ts'
import type { OutsideClient } from '../shared/outside.ts'
import type { Answer } from '../shared/question.ts'
import type { SettingsPatch, SettingsView } from '../shared/settings.ts'
import type { AppStatus } from '../shared/status.ts'
import type { ConversationStore } from '../shared/store.ts'
import type { TrafficCall } from '../shared/traffic.ts'
import type { ViewUpdate } from '../shared/view.ts'

export type Unsubscribe = () => void

/** What the panel's RPC stands on. Whatever a person can mend is thrown as a TroubleError. */
export interface CoreApi {
  store: ConversationStore
  status: { get(): AppStatus; onChange(listener: () => void): Unsubscribe }
  turns: {
    send(conversation: string, prompt: string, agent: string | undefined): string
    stop(conversation: string): boolean
    answerPermission(conversation: string, request: string, option: string | null): void
    /** The turn that the answer began; null where the agent waited for it. */
    answerQuestion(conversation: string, request: string, answers: readonly Answer[] | null): Promise<string | null>
    /** Ends the conversation's agent before it is deleted. */
    forget(conversation: string): Promise<void>
    preview(turn: string): Promise<RewindPreview>
    revert(turn: string, taking: Taking): Promise<Reverted>
    redo(): Promise<string[]>
    regenerate(turn: string, again: Again): Promise<{ turn: string; reverted: Reverted }>
  }
  /** Written to `to`, or handed over. */
  exportConversation(
    conversation: string,
    options: { format: ExportFormat; to?: string | undefined; overwrite: boolean },
  ): Promise<Exported>
  keeping: {
    report(): StorageReport
    /** What these limits would put among the deleted, oldest first. */
    expiring(limits: Retention): WeighedConversation[]
    /** A panel shows this conversation, until the answer is called: it is never removed meanwhile. */
    shown(conversation: string): () => void
  }
  followUps: {
    state(conversation: string): QueueState
    onChange(listener: (conversation: string) => void): Unsubscribe
    add(conversation: string, prompt: string, agent: string | undefined): QueueItem
    sendNow(item: string): void
    pause(conversation: string, paused: boolean): void
  }
  copies: {
    list(): DocumentCopy[]
    open(copy: string): Promise<{ objects: number; notes: string[] }>
    remove(copy: string): void
  }
  /** The open document; null while none can be seen. */
  openDocument(): { name: string; path: string | null } | null
  agents: { defaultAgent(): string; prepare(agent: string): void; refresh(): Promise<void> }
  settings: {
    view(): Promise<SettingsView>
    onChange(listener: () => void): Unsubscribe
    change(patch: SettingsPatch): void
    setSecret(agent: string, name: string, value: string | null): Promise<void>
  }
  view: {
    onChange(listener: () => void): Unsubscribe
    /** Null while the document cannot be seen. */
    difference(known: ReadonlyMap<string, string>, reset: boolean): Promise<ViewUpdate | null>
    select(guids: string[]): Promise<void>
  }
  document: {
    create(): Promise<void>
    open(name: string, data: Buffer): Promise<{ objects: number; notes: string[] }>
    download(format: '3dm' | 'step' | 'stl' | 'obj'): Promise<{ name: string; data: Buffer; notes: string[] }>
  }
  outside: {
    list(): Promise<{ clients: OutsideClient[]; command: string | null; trouble: Trouble | null }>
    connect(client: string, connected: boolean): Promise<OutsideClient>
  }
  traffic: { after(seq: number): TrafficCall[] | null; onCall(listener: () => void): Unsubscribe }
  host: {
    restart(): Promise<void>
    list(): Promise<HostChoice[]>
    choose(processId: number | null): Promise<void>
  }
}
