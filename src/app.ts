import { join } from 'node:path'
import { createAgentService } from './agents/service.ts'
import { exportConversation } from './conversation/export/export.ts'
import { openConversationStore } from './conversation/store.ts'
import { agentConfigurations } from './core/agent-configurations.ts'
import { Autosave } from './core/autosave.ts'
import { createCaller } from './core/caller.ts'
import { closingOnce, settleTurns, within } from './core/closing.ts'
import { Copies } from './core/copies.ts'
import { Documents } from './core/documents.ts'
import { HostChoices } from './core/host-choices.ts'
import { HostKeeper } from './core/host-keeper.ts'
import { Keeping } from './core/keeping.ts'
import { openCopy } from './core/open-copy.ts'
import { nodeForClients, OutsideClients } from './core/outside-clients.ts'
import { outsideToken } from './core/outside-token.ts'
import { claimCore } from './core/presence.ts'
import { StatusBoard } from './core/status.ts'
import { Traffic } from './core/traffic.ts'
import { ENTRY } from './entries.ts'
import { homeFolder } from './home/folder.ts'
import { openRotatingLog } from './home/rotating-log.ts'
import { coreTools } from './mcp/core-tools/core-tools.ts'
import { fileSummary } from './mcp/core-tools/file-summary.ts'
import { rhinoTools } from './mcp/core-tools/rhinos.ts'
import { createMcpEndpoint } from './mcp/endpoint.ts'
import { HARMLESS } from './mcp/harmless.ts'
import { OtherHosts } from './mcp/other-hosts/hosts.ts'
import { newToken, TokenTable } from './mcp/tokens.ts'
import { Toolsets } from './mcp/toolsets/toolsets.ts'
import type { SpawnNode } from './node-child.ts'
import type { RhinoSession } from './rhino/session.ts'
import type { CoreApi } from './rpc/api.ts'
import { servePort } from './rpc/port.ts'
import { createRouter } from './rpc/router.ts'
import { serveWeb } from './rpc/web.ts'
import type { Keychain } from './settings/secrets.ts'
import { SettingsService } from './settings/service.ts'
import type { AgentService } from './shared/agent.ts'
import { tools } from './tools/registry.ts'
import { sendAgain } from './turns/again.ts'
import { DocumentWatch } from './turns/document.ts'
import { FollowUps } from './turns/follow-ups.ts'
import { Gate } from './turns/gate.ts'
import { History } from './turns/history.ts'
import { OutsideTurns } from './turns/outside.ts'
import { TurnService } from './turns/service.ts'
import { VERSION } from './version.ts'

export { joinCore } from './core/join.ts'
export { CoreRuns } from './core/presence.ts'

/** How long the end of a turn waits until what it changed is on disk, in ms; a large document may take longer. */
const KEEPING_MS = 10_000

export interface CoreOptions {
  /** `headless`: one turn for a script, with a document of its own that nothing is restored into. */
  mode: 'web' | 'electron' | 'headless'
  /** Of the HTTP server; any free one when left out. */
  port?: number
  home?: string
  /** The Rhino to work in, by its process, or the built-in modeller; a Rhino that listens is preferred when left out. */
  rhino?: number | 'embedded'
  /** How child processes of ours are started, where `process.execPath` is not Node. */
  spawnNode?: SpawnNode
  /** Where secrets of the settings are sealed; without one they stand in a file that only this person can read. */
  keychain?: Keychain
  /** Every agent's model in this core, whatever the settings say. */
  model?: string
  /** Agents of another machine or user, for tests. */
  agents?: AgentService
  /** Counts the clients that are connected now: panels and stdio bridges. */
  onClients?(count: number): void
}

export interface Core {
  /** The panel's address, with this launch's token in its fragment. */
  url: string
  mcp: { url: string; token: string }
  api: CoreApi
  /** Gives a panel in Electron its port. */
  servePort(port: Parameters<typeof servePort>[1]): void
  /** Waits for a session that can be called. */
  ready(): Promise<RhinoSession>
  /** Stops turns, keeps the document, ends every child. */
  close(): Promise<void>
}

/** Puts the rooms together: the one place that knows all of them. Throws CoreRuns where a core runs on this data folder. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const home = options.home ?? homeFolder()
  const keepsDocument = options.mode !== 'headless'
  // A turn for a script stands beside the core that runs, if one does.
  const claim = options.mode === 'headless' ? null : await claimCore(home)
  const store = openConversationStore(join(home, 'store'))
  const settings = new SettingsService(home, options.keychain ?? null)
  const autosave = new Autosave(home)
  const sessions = new HostKeeper({
    home,
    autosave: keepsDocument ? autosave : null,
    embeddedOnly: options.mode === 'headless' && options.rhino === undefined,
    ...pick(options, 'spawnNode', 'rhino'),
  })
  const document = new DocumentWatch(sessions)
  const gate = new Gate()
  const onChanged = async () => {
    sessions.documentAccepted()
    if (!keepsDocument) return null
    autosave.request(sessions.current())
    await within(autosave.settled(), KEEPING_MS)
    return autosave.trouble
  }
  const copies = new Copies(home, (session) => autosave.present(session))
  const history = new History({
    store,
    sessions,
    document,
    gate,
    copies,
    ...(keepsDocument && { earlier: autosave }),
    onChanged,
  })
  const agents =
    options.agents ??
    createAgentService({
      toolNames: [...tools.map(({ name }) => name), ...HARMLESS],
      home,
      log: openRotatingLog(join(home, 'logs', 'agents.log'), (why) => console.error(why)),
      configuration: () => agentConfigurations(settings, options.model),
      ...pick(options, 'spawnNode'),
    })
  const tokens = new TokenTable()
  const tokenOf = new Map<string, string>()
  const mcpUrl = () => `${web.origin}/mcp`
  const turnDeps = { store, sessions, document, gate, onChanged, noteUndo: history.note.bind(history) }
  const turns = new TurnService({
    ...turnDeps,
    agents,
    permissions: {
      policy: () => settings.current.permissions,
      allowAlways: (effect) => settings.change({ permissions: { [effect]: 'allow' } }),
    },
    ...(keepsDocument && { beforeTurn: () => autosave.keepStart(sessions.current()) }),
    extraInstructions: () => settings.current.instructions,
    takeUndone: history.takeUndone.bind(history),
    mcpFor(conversation) {
      const token = tokenOf.get(conversation) ?? newToken()
      tokenOf.set(conversation, token)
      tokens.add(token, { kind: 'conversation', conversation })
      return { url: mcpUrl(), token }
    },
  })
  const keeping = new Keeping({
    store,
    limits: () => settings.current.retention,
    copyBytes: () => copies.bytes() + autosave.bytes(),
    isRunning: turns.isRunning.bind(turns),
  })
  const followUps = new FollowUps({ store, turns })
  const outside = new OutsideTurns(turnDeps)
  const outsiders = outsideToken(home)
  tokens.add(outsiders, { kind: 'outside', id: 'outside', name: 'Outside agent' })
  // A turn for a script works on a document of its own, and on nothing else.
  const others =
    options.mode === 'headless'
      ? null
      : new OtherHosts({ servers: () => settings.current.mcpServers, version: VERSION })
  const ownTools = [...rhinoTools({ home }), fileSummary]
  const toolsets =
    options.mode === 'headless'
      ? null
      : new Toolsets({
          home,
          paths: () => settings.current.toolsets,
          taken: ownTools.map(({ spec }) => spec),
          spawn: options.spawnNode,
          note: (problem) => console.error(problem),
        })
  const traffic = new Traffic()
  const endpoint = createMcpEndpoint({
    caller: createCaller({ sessions, turns, outside }),
    ready: () => sessions.ready(),
    tokens,
    version: VERSION,
    changes: document,
    ...(others ? { others } : {}),
    ...(toolsets ? { toolsets } : {}),
    coreTools: coreTools(ownTools),
    log: traffic.hearing(openRotatingLog(join(home, 'logs', 'mcp.log'), (why) => console.error(why))),
    onError: (error) => console.error(`MCP: ${error.message}`),
  })
  const status = new StatusBoard({
    activityOf: turns.activityOf.bind(turns),
    version: VERSION,
    store,
    agents,
    sessions,
    document,
    mcpUrl: mcpUrl,
  })
  const documents = new Documents({ home, sessions, document, gate, onChanged })
  const api: CoreApi = {
    store,
    status,
    turns: {
      send: turns.send.bind(turns),
      stop: turns.stop.bind(turns),
      answerPermission: turns.answerPermission.bind(turns),
      answerQuestion: turns.answerQuestion.bind(turns),
      forget: turns.forget.bind(turns),
      preview: history.preview.bind(history),
      revert: history.revert.bind(history),
      redo: history.redo.bind(history),
      regenerate: (turn, again) => {
        const able = ['ready', 'checking']
        const canRun = (agent: string) =>
          agents.statuses().some(({ id, state }) => id === agent && able.includes(state))
        return sendAgain({ store, history, turns, canRun }, turn, again)
      },
    },
    exportConversation: (conversation, options) => exportConversation(store, conversation, { ...options, home }),
    keeping,
    followUps,
    copies: {
      list: () => copies.list(),
      open: (copy) => openCopy({ autosave, copies, documents, gate, sessions, history }, copy),
      remove: (copy) => copies.remove(copy),
    },
    openDocument: () => document.status && { name: document.status.name, path: document.status.path },
    agents: {
      // The one of the settings, or one with a model behind it, where it is ready; the practice agent always is.
      defaultAgent: () => {
        const ready = agents.statuses().filter(({ state }) => state === 'ready')
        const chosen = ready.find(({ id }) => id === settings.current.defaultAgent)
        return (chosen ?? ready.find(({ practice }) => !practice))?.id ?? 'practice'
      },
      prepare: (agent) => agents.prepare(agent),
      refresh: () => agents.refresh(),
    },
    settings: {
      view: settings.view.bind(settings),
      onChange: settings.onChange.bind(settings),
      change: settings.change.bind(settings),
      setSecret: settings.setSecret.bind(settings),
    },
    view: {
      onChange: document.onChange.bind(document),
      difference: document.difference.bind(document),
      select: documents.select.bind(documents),
    },
    document: documents,
    outside: new OutsideClients({ node: nodeForClients }),
    traffic,
    host: new HostChoices(sessions, gate),
  }
  const router = createRouter(api)
  const panelToken = newToken()
  const web = await serveWeb({
    router,
    root: ENTRY.panel,
    token: panelToken,
    presenceToken: outsiders,
    ...pick(options, 'port', 'onClients'),
    mcp: (request, response) => void endpoint.handle(request, response),
  })
  const line = { url: `${web.origin}/#t=${panelToken}`, mcp: { url: mcpUrl(), token: outsiders } }
  try {
    claim?.announce(line)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
  }
  tellProblems(settings)
  sessions.start()
  if (claim) keeping.check()
  settings.onChange(() => void agents.refresh())
  void agents.refresh()
  return {
    ...line,
    api,
    servePort: (port) => servePort(router, port),
    ready: () => sessions.ready(),
    close: closingOnce([
      () => claim?.withdraw(),
      () =>
        settleTurns({
          turns: [turns, outside],
          keep: () => autosave.settled(),
          endHost: () => sessions.close(),
        }),
      () => document.close(),
      () => keeping.close(),
      () => agents.close(),
      () => endpoint.close(),
      () => others?.close(),
      () => toolsets?.close(),
      () => web.close(),
      () => sessions.close(),
      () => settings.close(),
      () => store.close(),
      () => claim?.release(),
    ]),
  }
}

/** What is wrong with the settings is said once, also where no panel shows it. */
function tellProblems(settings: SettingsService): void {
  const told = new Set<string>()
  const tell = () => {
    for (const problem of settings.problems) if (!told.has(problem)) console.error(problem)
    for (const problem of settings.problems) told.add(problem)
  }
  tell()
  settings.onChange(tell)
}

/** Only the keys that are given: `exactOptionalPropertyTypes` tells left out from undefined. */
function pick<T extends object, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as Pick<T, K>
}
