import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'
import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/ws'
import { WebSocketServer } from 'ws'
import { merged } from '../../src/settings/read.ts'
import type { StoredEvent } from '../../src/shared/event.ts'
import { CONTENT_SECURITY_POLICY } from '../../src/shared/policy.ts'
import { contract } from '../../src/shared/rpc.ts'
import { settings } from '../../src/shared/settings.ts'
import type { ViewUpdate } from '../../src/shared/view.ts'
import { conversationRoutes, goneTrouble } from './mock-conversations.ts'
import { copyRoutes, queueRoutes } from './mock-history.ts'
import { picture } from './mock-model.ts'
import { drawn, type Scene, World } from './mock-world.ts'
import { runTurn, type Script } from './scripts.ts'

/** Tests run from the project's folder, after the panel was built. */
const ROOT = join(process.cwd(), 'dist/renderer')
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface MockCore {
  readonly url: string
  readonly world: World
  /** Which script answers the next prompts. */
  script: Script
  /** Cuts every socket, as a sleeping machine does. */
  drop(): void
  /** While true, new sockets are refused as by a core that was started anew. */
  refusing: boolean
  /** While true nothing answers at all. */
  away: boolean
  /** While true new conversations are not made yet. */
  slow: boolean
  /** While true no change of the settings is kept. */
  refuseSettings: boolean
  close(): Promise<void>
}

export interface MockOptions {
  world?: World
  script: Script
  /** Pace of scripts, ms. */
  beat?: number
  port?: number
}

/** The panel's other side: the real contract, served from memory. */
export async function startMockCore({
  world = new World(),
  script,
  beat = 12,
  port = 0,
}: MockOptions): Promise<MockCore> {
  const token = randomBytes(16).toString('base64url')
  const state = { script, refusing: false, away: false, slow: false, refuseSettings: false }
  const handler = new RPCHandler(routerOf(world, state, beat))
  const server = createServer(async (request, response) => {
    if (state.away) {
      response.destroy()
      return
    }
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname)
    const file = join(ROOT, path === '/' ? 'index.html' : path)
    const body = file.startsWith(ROOT + sep) ? await readFile(file).catch(() => null) : null
    if (!body) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': CONTENT_SECURITY_POLICY,
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'tickbird', maxPayload: 80 << 20 })
  server.on('upgrade', (request, socket, head) => {
    const offered = String(request.headers['sec-websocket-protocol'] ?? '').split(/,\s*/)
    if (state.away || state.refusing || request.url !== '/rpc' || !offered.includes(token))
      socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
    else sockets.handleUpgrade(request, socket, head, (client) => void handler.upgrade(client))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const drop = () => {
    for (const client of sockets.clients) client.terminate()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/#t=${token}`,
    world,
    get script() {
      return state.script
    },
    set script(next) {
      state.script = next
    },
    get away() {
      return state.away
    },
    set away(next) {
      state.away = next
    },
    get slow() {
      return state.slow
    },
    set slow(next) {
      state.slow = next
    },
    get refuseSettings() {
      return state.refuseSettings
    },
    set refuseSettings(next) {
      state.refuseSettings = next
    },
    get refusing() {
      return state.refusing
    },
    set refusing(next) {
      state.refusing = next
    },
    drop,
    close: async () => {
      drop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function routerOf(world: World, state: { script: Script; slow: boolean; refuseSettings: boolean }, beat: number) {
  const os = implement(contract)
  return os.router({
    app: { status: os.app.status.handler(({ signal }) => world.status.follow(signal)) },
    conversations: {
      list: os.conversations.list.handler(() => world.heads.value),
      watch: os.conversations.watch.handler(({ signal }) => world.heads.follow(signal)),
      create: os.conversations.create.handler(async ({ input }) => {
        while (state.slow) await new Promise((resolve) => setTimeout(resolve, 5))
        return world.createConversation('', input.agent)
      }),
      rename: os.conversations.rename.handler(({ input, errors }) => {
        if (!world.events.has(input.conversation)) throw errors.TROUBLE(goneTrouble(input.conversation))
        world.editHead(input.conversation, { title: input.title })
        return world.head(input.conversation)
      }),
      ...conversationRoutes(world, os.conversations),
      events: os.conversations.events.handler(async function* ({ input, signal, errors }) {
        const topic = world.events.get(input.conversation)
        if (!topic) throw errors.TROUBLE(goneTrouble(input.conversation))
        let after = input.after
        for await (const events of topic.follow(signal)) {
          while (after < events.length) {
            const batch: StoredEvent[] = events.slice(after, after + 500)
            after += batch.length
            yield batch
          }
        }
      }),
    },
    turn: {
      send: os.turn.send.handler(async ({ input, errors }) => {
        world.calls.push(`send ${input.prompt}`)
        if (!world.events.has(input.conversation)) throw errors.TROUBLE(goneTrouble(input.conversation))
        const agent = input.agent ?? world.head(input.conversation).agent
        const turn = await runTurn(world, input.conversation, input.prompt, agent, state.script, beat)
        return { turn }
      }),
      stop: os.turn.stop.handler(({ input }) => {
        const running = world.stops.get(input.conversation)
        world.calls.push('stop')
        running?.abort(new Error('stopped'))
        return { stopped: running !== undefined }
      }),
      preview: os.turn.preview.handler(({ input }) => ({
        turns: world.preview(input.turn).map(({ turn, number, label, conversation, changes }) => ({
          turn,
          number,
          label,
          conversation,
          changes,
        })),
        foreign: [...world.foreign],
        picture: 'empty',
        uncovered: [...world.uncovered],
        way: 'undo' as const,
        copy: world.copyFor(input.turn),
      })),
      revert: os.turn.revert.handler(({ input, errors }) => {
        world.calls.push('revert')
        if (world.foreign.length > 0 && !input.includeForeign) {
          throw errors.TROUBLE({
            data: {
              title: 'Your own edits stand in the way',
              cause: world.foreign.join(', '),
              next: 'Undo them first.',
            },
          })
        }
        world.foreign.length = 0
        return world.revertKeeping(input.turn)
      }),
      regenerate: os.turn.regenerate.handler(async ({ input }) => {
        world.calls.push(`again ${input.model}`)
        const { conversation, prompt } = world.turn(input.turn)
        const reverted = input.model === 'take_back' ? world.revertKeeping(input.turn) : { turns: [], copy: null }
        const agent = input.agent ?? world.head(conversation).agent
        const more = { again: input.turn }
        const turn = await runTurn(world, conversation, input.prompt ?? prompt, agent, state.script, beat, more)
        return { turn, reverted }
      }),
      redo: os.turn.redo.handler(() => ({ turns: world.redo() })),
      answerPermission: os.turn.answerPermission.handler(({ input }) => {
        world.calls.push(`answer ${input.option}`)
        world.answers.get(input.request)?.(input.option)
        return {}
      }),
    },
    question: {
      answer: os.question.answer.handler(async ({ input: { conversation, request, answers }, errors }) => {
        const asked = world.asked(conversation, request)
        if (!asked) throw errors.TROUBLE(goneTrouble(conversation))
        world.calls.push(`answers ${JSON.stringify(answers)}`)
        const words = answers === null ? 'The designer did not answer.' : `Answers: ${answers.length}`
        world.append(conversation, { type: 'question.answer', turn: asked.turn, request, answers, words })
        if (asked.waits) {
          world.answered.get(request)?.()
          return { turn: null }
        }
        const { agent } = world.head(conversation)
        return { turn: await runTurn(world, conversation, words, agent, state.script, beat) }
      }),
    },
    queue: queueRoutes(world, os.queue, (conversation, prompt, queued) => {
      world.calls.push(`send ${prompt}`)
      void runTurn(world, conversation, prompt, world.head(conversation).agent, state.script, beat, { queued })
    }),
    copies: copyRoutes(world, os.copies),
    picture: {
      get: os.picture.get.handler(({ input, errors }) => {
        const { picture: id } = input
        if (id === 'empty' || id === 'plate' || id === 'rounded') return picture(id)
        throw errors.TROUBLE({ data: { title: 'No picture', cause: 'This picture is gone.', next: '' } })
      }),
    },
    view: {
      watch: os.view.watch.handler(async function* ({ signal }) {
        let last: Scene | null = null
        for await (const scene of world.scene.follow(signal)) {
          yield difference(last, scene, world.status.value.document?.revision ?? 0)
          last = scene
        }
      }),
      select: os.view.select.handler(({ input }) => {
        world.select(input.guids)
        return {}
      }),
    },
    document: {
      create: os.document.create.handler(() => {
        world.calls.push('new')
        world.show([])
        return {}
      }),
      open: os.document.open.handler(({ input }) => {
        world.calls.push(`open ${input.name} ${input.data.length}`)
        return { objects: 3, notes: ['2 hatches are kept but not shown.'] }
      }),
      download: os.document.download.handler(({ input }) => ({
        name: `Untitled.${input.format}`,
        data: Buffer.from('a file').toString('base64'),
        notes: [],
      })),
    },
    agents: {
      refresh: os.agents.refresh.handler(() => {
        world.calls.push('look for agents')
        return {}
      }),
    },
    settings: {
      watch: os.settings.watch.handler(({ signal }) => world.settings.follow(signal)),
      change: os.settings.change.handler(({ input, errors }) => {
        if (state.refuseSettings) {
          throw errors.TROUBLE({
            data: {
              title: 'These settings cannot be kept',
              cause: 'The file is write-protected.',
              next: 'Correct that, then save again.',
            },
          })
        }
        world.settings.edit((view) => ({ ...view, settings: settings.parse(merged(view.settings, input.patch)) }))
        return world.settings.value
      }),
      setSecret: os.settings.setSecret.handler(({ input: { agent, name, value } }) => {
        world.settings.edit((view) => {
          const names = (view.secretsSet[agent] ?? []).filter((one) => one !== name)
          return { ...view, secretsSet: { ...view.secretsSet, [agent]: value === null ? names : [...names, name] } }
        })
        return world.settings.value
      }),
    },
    traffic: {
      watch: os.traffic.watch.handler(async function* ({ input, signal }) {
        let last = input.after
        for await (const calls of world.traffic.follow(signal)) {
          const fresh = calls.filter(({ seq }) => seq > last)
          last = calls.at(-1)?.seq ?? last
          if (fresh.length > 0) yield fresh
        }
      }),
    },
    outside: {
      list: os.outside.list.handler(() => world.outside),
      connect: os.outside.connect.handler(({ input }) => {
        world.calls.push(`${input.connected ? 'connect' : 'disconnect'} ${input.client}`)
        return world.connect(input.client, input.connected)
      }),
    },
    host: {
      restart: os.host.restart.handler(() => {
        world.calls.push('restart')
        world.host('ready')
        return {}
      }),
      list: os.host.list.handler(() => {
        if (world.hosts === 'failing') throw new Error('It failed.')
        return { hosts: world.hosts }
      }),
      choose: os.host.choose.handler(({ input }) => {
        world.calls.push(`choose ${input.processId ?? 'built-in'}`)
        return {}
      }),
    },
  })
}

function difference(last: Scene | null, scene: Scene, revision: number): ViewUpdate {
  const upserts = drawn(scene).filter((object) => last?.solids.get(object.guid)?.display.key !== object.key)
  const removed = [...(last?.solids.keys() ?? [])].filter((guid) => !scene.solids.has(guid))
  return {
    reset: last === null,
    revision,
    upserts,
    removed,
    selection: [...scene.selection],
    changed: [...scene.changed],
  }
}
