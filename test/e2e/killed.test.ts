// The core is killed at random moments of a turn, as a crash or a power cut would. Nothing that a panel had been shown may
// be lost, and what is started next must be able to go on. TICKBIRD_KILLS=100 tries more moments than the few of every run.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { StoredEvent } from '../../src/shared/event.ts'
import type { contract } from '../../src/shared/rpc.ts'
import { newHome, type RunningCore, startCore, tickbird } from './core.ts'

const KILLS = Number(process.env.TICKBIRD_KILLS ?? 3)
const PLATE = 'a 40 x 25 x 10 mm plate with rounded edges and four 5 mm holes'

type Api = ContractRouterClient<typeof contract>

const running: RunningCore[] = []
afterEach(async () => {
  for (const core of running.splice(0)) if (core.process.exitCode === null) await core.stop('SIGKILL')
})

/** Park and Miller's generator: the same moments for the same seed. */
function random(seed: number): number {
  let state = seed
  for (let step = 0; step < 5; step++) state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}

async function open(home: string): Promise<{ core: RunningCore; api: Api }> {
  const core = await startCore(home)
  running.push(core)
  const url = new URL(core.url)
  const token = new URLSearchParams(url.hash.slice(1)).get('t') ?? ''
  const websocket = new WebSocket(`ws://${url.host}/rpc`, ['tickbird', token], { origin: url.origin })
  websocket.on('error', () => undefined)
  await once(websocket, 'open')
  return { core, api: createORPCClient(new RPCLink({ websocket: websocket as never })) }
}

/** Collects what a panel is shown of a conversation, until the core is gone. */
async function show(api: Api, conversation: string, into: StoredEvent[]): Promise<void> {
  try {
    for await (const events of await api.conversations.events({ conversation, after: 0 })) into.push(...events)
  } catch {
    // The core was killed: that is what this is about.
  }
}

const ends = (shown: readonly StoredEvent[]) => shown.filter(({ event }) => event.type === 'turn.end').length
const turnEnds = (shown: readonly StoredEvent[], count: number) =>
  expect.poll(() => ends(shown), { timeout: 60_000, interval: 10 }).toBe(count)

const undoes = (shown: readonly StoredEvent[]) =>
  shown.flatMap(({ event }) => (event.type === 'turn.reverted' || event.type === 'turn.redone' ? [event] : []))

/** A client of the MCP endpoint that is no conversation's agent. */
async function connect({ mcp }: RunningCore): Promise<Client> {
  const client = new Client({ name: 'killed-test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${mcp.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit }))
  return client
}

async function objectsOf(home: string): Promise<number> {
  const { out } = await tickbird(['call', 'context.get'], home)
  return (JSON.parse(out) as { document: { object_count: number } }).document.object_count
}

const ofThisHome = (home: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`TICKBIRD_HOME=${home}\0`)
    } catch {
      // Not ours to read, or gone.
      return false
    }
  })

describe.skipIf(process.platform !== 'linux')('a core that is killed in the middle of a turn', () => {
  it.each(Array.from({ length: KILLS }, (_, index) => index + 1))(
    'at moment %i',
    async (seed) => {
      const home = newHome()
      const first = await open(home)
      const { id } = await first.api.conversations.create({ agent: 'practice' })
      const shown: StoredEvent[] = []
      const showing = show(first.api, id, shown)
      const begun = performance.now()
      await first.api.turn.send({ conversation: id, prompt: 'A box 5 x 5 x 5 mm' })
      await turnEnds(shown, 1)
      // The first turn starts the agent as well, so the second one is over within its time.
      const moment = random(seed * 7919) * (performance.now() - begun)
      await first.api.turn.send({ conversation: id, prompt: PLATE })
      await new Promise((resolve) => setTimeout(resolve, moment))
      await first.core.stop('SIGKILL')
      await showing
      await expect.poll(() => ofThisHome(home), { timeout: 8000 }).toEqual([])

      const second = await open(home)
      const kept: StoredEvent[] = []
      void show(second.api, id, kept)
      // The turn that was cut off has an end, and everything that was shown is there as it was.
      await turnEnds(kept, 2)
      expect(kept.slice(0, shown.length)).toEqual(shown)
      await expect
        .poll(() => tickbird(['call', 'ping'], home).then(({ code }) => code), { timeout: 30_000, interval: 500 })
        .toBe(0)
      const objects = await objectsOf(home)
      if (ends(shown) === 2) expect(objects).toBe(2)
      else expect([1, 2]).toContain(objects)
      const { turns } = JSON.parse((await tickbird(['call', 'undo.list'], home)).out) as { turns: { state: string }[] }
      expect(turns).toEqual([])

      // Work goes on: a turn runs, and is taken back.
      const { turn } = await second.api.turn.send({ conversation: id, prompt: 'A sphere, radius 4 mm' })
      await turnEnds(kept, 3)
      expect(kept.at(-1)?.event).toMatchObject({ type: 'turn.end', outcome: 'done' })
      expect(await objectsOf(home)).toBe(objects + 1)
      await second.api.turn.revert({ turn, includeForeign: false })
      expect(await objectsOf(home)).toBe(objects)
      expect(await second.core.stop()).toBe(0)
    },
    240_000,
  )

  // Objects: what the document that is kept holds after the last step was shown.
  it.each([
    { by: 'the panel', steps: ['revert'], objects: 1 },
    { by: 'the panel', steps: ['revert', 'redo'], objects: 2 },
    { by: 'an outside client', steps: ['undo_turn'], objects: 1 },
    { by: 'an outside client', steps: ['undo_turn', 'redo_turn'], objects: 2 },
  ])(
    'as soon as $steps by $by is shown: the document that is kept is the one that was shown',
    async (given) => {
      const home = newHome()
      const first = await open(home)
      const { id } = await first.api.conversations.create({ agent: 'practice' })
      const shown: StoredEvent[] = []
      const showing = show(first.api, id, shown)
      await first.api.turn.send({ conversation: id, prompt: 'A box 5 x 5 x 5 mm' })
      await turnEnds(shown, 1)
      const { turn } = await first.api.turn.send({ conversation: id, prompt: PLATE })
      await turnEnds(shown, 2)
      const outside = given.by === 'the panel' ? null : await connect(first.core)
      const take = (step: string): Promise<unknown> => {
        if (outside) return outside.callTool({ name: step, arguments: {} })
        return step === 'revert' ? first.api.turn.revert({ turn, includeForeign: false }) : first.api.turn.redo()
      }
      for (const [index, step] of given.steps.entries()) {
        const last = index === given.steps.length - 1
        const taking = take(step)
        if (last) taking.catch(() => undefined)
        else await taking
      }
      await expect.poll(() => undoes(shown).length, { timeout: 30_000, interval: 1 }).toBe(given.steps.length)
      await first.core.stop('SIGKILL')
      await showing
      await outside?.close().catch(() => undefined)
      await expect.poll(() => ofThisHome(home), { timeout: 8000 }).toEqual([])

      const second = await open(home)
      const kept: StoredEvent[] = []
      void show(second.api, id, kept)
      await expect
        .poll(() => tickbird(['call', 'ping'], home).then(({ code }) => code), { timeout: 30_000, interval: 500 })
        .toBe(0)
      expect(undoes(kept)).toEqual(undoes(shown))
      expect(await objectsOf(home)).toBe(given.objects)
      expect(await second.core.stop()).toBe(0)
    },
    240_000,
  )
})
