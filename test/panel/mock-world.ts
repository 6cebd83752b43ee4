import { randomUUID } from 'node:crypto'
import { type ChangeSummary, noChange, type ObjectBrief } from '../../src/shared/change.ts'
import type { ConversationEvent, ConversationHead, StoredEvent, Trouble, TurnOutcome } from '../../src/shared/event.ts'
import type { DocumentCopy, Reverted } from '../../src/shared/history.ts'
import type { HostChoice } from '../../src/shared/host.ts'
import type { OutsideClient } from '../../src/shared/outside.ts'
import { type SettingsView, settings } from '../../src/shared/settings.ts'
import type { AppStatus } from '../../src/shared/status.ts'
import type { TrafficCall } from '../../src/shared/traffic.ts'
import type { DisplayObject } from '../../src/shared/view.ts'
import type { Solid } from './mock-model.ts'
import { Topic } from './topic.ts'

export interface Scene {
  readonly solids: ReadonlyMap<string, Solid>
  readonly selection: readonly string[]
  readonly changed: readonly string[]
}

interface DoneTurn {
  readonly turn: string
  readonly conversation: string
  readonly number: number
  readonly label: string
  readonly changes: ChangeSummary
  readonly before: Scene
  readonly after: Scene
}

/** Everything the mock core remembers. The router reads it, the scripts write it, the tests look at it. */
export class World {
  readonly status: Topic<AppStatus>
  readonly heads = new Topic<ConversationHead[]>([])
  readonly scene = new Topic<Scene>({ solids: new Map(), selection: [], changed: [] })
  readonly events = new Map<string, Topic<StoredEvent[]>>()
  readonly stops = new Map<string, AbortController>()
  readonly answers = new Map<string, (option: string | null) => void>()
  /** Lets a turn go on that waits for the answers to a card. */
  readonly answered = new Map<string, () => void>()
  /** Called when a turn has ended. */
  onEnd: (conversation: string, outcome: TurnOutcome) => void = () => undefined
  /** Older pages of a conversation wait for this. */
  older: Promise<void> = Promise.resolve()
  /** What can be worked in; the panel offers it where there are several. */
  hosts: HostChoice[] | 'failing' = []
  readonly foreign: string[] = []
  /** What no undo takes back. */
  readonly uncovered: string[] = []
  readonly copies: DocumentCopy[] = []
  readonly settings = new Topic<SettingsView>({
    settings: settings.parse({}),
    problems: [],
    secretsSet: {},
    secretStore: 'file',
    file: '/home/ada/.local/share/tickbird/settings.json',
  })
  /** Every call that changes something, in order, for the tests to look at. */
  readonly calls: string[] = []
  readonly traffic = new Topic<TrafficCall[]>([])
  outside: { clients: OutsideClient[]; command: string | null; trouble: Trouble | null } = {
    clients: outsideClients(),
    command: 'npm run -s tickbird -- connect',
    trouble: null,
  }
  #undo: DoneTurn[] = []
  #redo: DoneTurn[] = []
  #clock: () => number

  constructor(clock: () => number = Date.now) {
    this.#clock = clock
    this.status = new Topic(firstStatus())
  }

  createConversation(title: string, agent = 'practice'): ConversationHead {
    const at = this.#clock()
    const head: ConversationHead = {
      id: randomUUID(),
      title,
      agent,
      createdAt: at,
      updatedAt: at,
      turns: 0,
      running: false,
      archived: false,
      document: null,
    }
    this.events.set(head.id, new Topic<StoredEvent[]>([]))
    this.heads.edit((heads) => [head, ...heads])
    return head
  }

  editHead(id: string, change: Partial<ConversationHead>): void {
    this.heads.edit((heads) => heads.map((head) => (head.id === id ? { ...head, ...change } : head)))
  }

  head(id: string): ConversationHead {
    const head = this.heads.value.find((h) => h.id === id)
    if (!head) throw new Error(`No conversation ${id}`)
    return head
  }

  append(conversation: string, event: ConversationEvent): void {
    const at = this.#clock()
    this.events.get(conversation)?.edit((events) => [...events, { seq: events.length + 1, at, event }])
    const { turns } = this.head(conversation)
    if (event.type === 'turn.begin') this.editHead(conversation, { turns: turns + 1, running: true, updatedAt: at })
    if (event.type === 'turn.end') this.editHead(conversation, { running: false, updatedAt: at })
  }

  connect(id: string, connected: boolean): OutsideClient {
    const clients = this.outside.clients.map(
      (client): OutsideClient =>
        client.id === id ? { ...client, state: connected ? 'connected' : 'not_connected' } : client,
    )
    this.outside = { ...this.outside, clients }
    const client = clients.find((one) => one.id === id)
    if (!client) throw new Error(`No client ${id}`)
    return client
  }

  /** A card with questions that can still be answered. */
  asked(conversation: string, request: string): Extract<ConversationEvent, { type: 'question.ask' }> | undefined {
    const events = this.events.get(conversation)?.value.map((stored) => stored.event) ?? []
    if (events.some((event) => event.type === 'question.answer' && event.request === request)) return undefined
    return events.find((event) => event.type === 'question.ask' && event.request === request) as never
  }

  show(solids: Iterable<Solid>, changed: readonly string[] = []): void {
    this.#setScene({ solids: new Map([...solids].map((s) => [s.display.guid, s])), selection: [], changed })
  }

  select(guids: readonly string[]): void {
    this.#setScene({ ...this.scene.value, selection: guids.filter((guid) => this.scene.value.solids.has(guid)) })
  }

  /** Ends a turn's change of the scene: it can be taken back from now on. */
  record(turn: Omit<DoneTurn, 'after'>): void {
    this.#undo.push({ ...turn, after: this.scene.value })
    this.#redo = []
    this.#offer()
  }

  /** Where a turn's prompt stands. */
  turn(id: string): { conversation: string; prompt: string } {
    for (const [conversation, { value }] of this.events) {
      for (const { event } of value) {
        if (event.type === 'turn.begin' && event.turn === id) return { conversation, prompt: event.prompt }
      }
    }
    throw new Error(`No turn ${id}`)
  }

  preview(turn: string): DoneTurn[] {
    const at = this.#undo.findIndex((done) => done.turn === turn)
    return at < 0 ? [] : this.#undo.slice(at).reverse()
  }

  revert(turn: string): string[] {
    const going = this.preview(turn)
    for (const done of going) this.append(done.conversation, { type: 'turn.reverted', turns: [done.turn] })
    this.#undo = this.#undo.slice(0, this.#undo.length - going.length)
    this.#redo.push(...going)
    const oldest = going.at(-1)
    if (oldest) this.#setScene(oldest.before)
    this.#offer()
    return going.map((done) => done.turn)
  }

  /** A copy is kept where more goes than the newest turn. */
  copyFor(turn: string): { kept: boolean; why: string } {
    return this.preview(turn).length > 1
      ? { kept: true, why: 'A copy of the document as it is now is kept first.' }
      : { kept: false, why: 'Redo brings back what is taken back.' }
  }

  revertKeeping(turn: string): Reverted {
    const { kept } = this.copyFor(turn)
    const turns = this.revert(turn)
    if (!kept) return { turns, copy: null }
    const why = `Before ${turns.length} turns were taken back`
    const copy = { id: randomUUID(), name: 'bracket', why, at: this.#clock(), bytes: 128_400 }
    this.copies.unshift(copy)
    return { turns, copy }
  }

  redo(): string[] {
    const done = this.#redo.pop()
    if (!done) return []
    this.#undo.push(done)
    this.append(done.conversation, { type: 'turn.redone', turns: [done.turn] })
    this.#setScene(done.after)
    this.#offer()
    return [done.turn]
  }

  host(state: AppStatus['host']['state'], trouble: Trouble | null = null): void {
    this.status.edit((status) => ({ ...status, host: { ...status.host, state, trouble } }))
  }

  #setScene(scene: Scene): void {
    this.scene.set(scene)
    this.status.edit((status) => ({
      ...status,
      document: status.document && {
        ...status.document,
        objects: scene.solids.size,
        selected: scene.selection.length,
        modified: true,
        revision: status.document.revision + 1,
      },
    }))
  }

  #offer(): void {
    const offer = (done: DoneTurn | undefined) =>
      done ? { turn: done.turn, conversation: done.conversation, label: done.label } : null
    this.status.edit((status) => ({
      ...status,
      undoableTurn: offer(this.#undo.at(-1)),
      redoableTurn: offer(this.#redo.at(-1)),
    }))
  }
}

export const drawn = (scene: Scene): DisplayObject[] => [...scene.solids.values()].map((solid) => solid.display)

/** What changed between two scenes, as the core would say it. */
export function changesBetween(before: Scene, after: Scene): ChangeSummary {
  const brief = (scene: Scene, guid: string): ObjectBrief[] => {
    const solid = scene.solids.get(guid)
    return solid ? [solid.brief] : []
  }
  const added = [...after.solids.keys()]
    .filter((guid) => !before.solids.has(guid))
    .flatMap((guid) => brief(after, guid))
  const removed = [...before.solids.keys()]
    .filter((guid) => !after.solids.has(guid))
    .flatMap((guid) => brief(before, guid))
  const modified = [...after.solids]
    .filter(([guid, solid]) => before.solids.has(guid) && before.solids.get(guid)?.display.key !== solid.display.key)
    .flatMap(([guid]) => brief(after, guid))
  const counts = { added: added.length, removed: removed.length, modified: modified.length }
  return { ...noChange(), counts, added, removed, modified }
}

function outsideClients(): OutsideClient[] {
  const client = { present: true, state: 'not_connected', trouble: null } as const
  return [
    {
      ...client,
      id: 'claude-desktop',
      name: 'Claude Desktop',
      file: '/home/mia/.config/Claude/claude_desktop_config.json',
      afterwards: 'Quit Claude Desktop and open it again.',
    },
    {
      ...client,
      id: 'cursor',
      name: 'Cursor',
      state: 'old',
      file: '/home/mia/.cursor/mcp.json',
      afterwards: 'Open Cursor’s settings, “MCP”, and switch tickbird on if it is off.',
    },
    {
      ...client,
      id: 'zed',
      name: 'Zed',
      state: 'unreadable',
      file: '/home/mia/.config/zed/settings.json',
      afterwards: 'Nothing: Zed sees the change by itself.',
      trouble: {
        title: 'The settings of Zed were not changed',
        cause: 'Line 12 has a comma too many.',
        next: 'Nothing is lost: the file is as it was.',
      },
    },
    {
      ...client,
      id: 'lmstudio',
      name: 'LM Studio',
      present: false,
      file: '/home/mia/.lmstudio/mcp.json',
      afterwards: 'In LM Studio’s Program tab switch mcp/tickbird on.',
    },
  ]
}

function firstStatus(): AppStatus {
  const agent = { state: 'ready', practice: false, version: null, trouble: null } as const
  return {
    version: '0.1.0',
    host: { state: 'ready', kind: 'embedded', label: 'Built-in modeller', processId: 4242, trouble: null },
    document: {
      serial: 1,
      name: 'Untitled',
      path: null,
      modified: false,
      units: 'millimeters',
      unit: 'mm',
      tolerance: 0.01,
      objects: 0,
      selected: 0,
      revision: 1,
    },
    agents: [
      { ...agent, id: 'practice', title: 'Practice agent', practice: true },
      { ...agent, id: 'claude', title: 'Claude', version: '2.1.4' },
      {
        ...agent,
        id: 'gemini',
        title: 'Gemini',
        state: 'not_signed_in',
        trouble: {
          title: 'Gemini has no key',
          cause: 'No API key was found.',
          next: 'Set GEMINI_API_KEY and look again.',
        },
      },
      {
        ...agent,
        id: 'codex',
        title: 'Codex',
        state: 'missing',
        trouble: {
          title: 'Codex is not installed',
          cause: 'It was not found on the PATH.',
          next: 'Install it with npm.',
        },
      },
    ],
    mcpUrl: 'http://127.0.0.1:9880/mcp',
    storeTrouble: null,
    documentTrouble: null,
    undoableTurn: null,
    redoableTurn: null,
  }
}
