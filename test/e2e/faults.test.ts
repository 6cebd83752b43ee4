import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { StoredEvent } from '../../src/shared/event.ts'
import type { contract } from '../../src/shared/rpc.ts'
import type { AppStatus } from '../../src/shared/status.ts'
import { type RunningCore, startCore } from './core.ts'

type Api = ContractRouterClient<typeof contract>

let core: RunningCore
let socket: WebSocket
afterEach(async () => {
  socket?.close()
  if (core?.process.exitCode === null) await core.stop('SIGKILL')
})

async function connect(): Promise<Api> {
  const { origin, hash } = new URL(core.url)
  socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, ['tickbird', hash.slice('#t='.length)], { origin })
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve())
    socket.on('error', reject)
  })
  return createORPCClient(new RPCLink({ websocket: socket as never }))
}

async function statusWhen(api: Api, fits: (status: AppStatus) => boolean): Promise<AppStatus> {
  for await (const status of await api.app.status()) if (fits(status)) return status
  throw new Error('The stream of states ended.')
}

async function eventsUntil(api: Api, conversation: string, fits: (stored: StoredEvent) => boolean, after = 0) {
  const seen: StoredEvent[] = []
  for await (const batch of await api.conversations.events({ conversation, after })) {
    seen.push(...batch)
    if (batch.some(fits)) return seen
  }
  throw new Error('The stream of events ended.')
}

const isEnd = ({ event }: StoredEvent) => event.type === 'turn.end'
const hostPid = () => Number(readdirSync(join(core.home, 'listeners'))[0]!.replace('.json', ''))

describe('a host that is killed', () => {
  it('in the middle of a turn ends the turn with a cause, comes back with the document, and the next turn works', async () => {
    core = await startCore()
    const api = await connect()
    await statusWhen(api, ({ host }) => host.state === 'ready')
    const { id } = await api.conversations.create({})
    await api.turn.send({ conversation: id, prompt: 'a box 10 x 20 x 30' })
    const first = await eventsUntil(api, id, isEnd)
    expect(first.at(-1)!.event).toMatchObject({ outcome: 'done' })
    // The autosave follows the turn; it is what a new host opens.
    await expect.poll(() => readdirSync(core.home), { timeout: 10_000 }).toContain('autosave')
    await expect.poll(() => readdirSync(join(core.home, 'autosave')), { timeout: 10_000 }).toContain('document.3dm')
    await api.turn.send({ conversation: id, prompt: 'a sphere of radius 5' })
    const after = first.at(-1)!.seq
    await eventsUntil(api, id, ({ event }) => event.type === 'tool.begin', after)
    process.kill(hostPid(), 'SIGKILL')
    const second = await eventsUntil(api, id, isEnd, after)
    expect(second.at(-1)!.event).toMatchObject({ type: 'turn.end', outcome: 'failed' })
    const back = await statusWhen(api, ({ host, document }) => host.state === 'ready' && document !== null)
    expect(back.document).toMatchObject({ objects: 1 })
    await api.turn.send({ conversation: id, prompt: 'a sphere of radius 5' })
    const third = await eventsUntil(api, id, isEnd, second.at(-1)!.seq)
    expect(third.at(-1)!.event).toMatchObject({ outcome: 'done', changes: { counts: { added: 1 } } })
  })
})

describe('a core that is killed in the middle of a turn', () => {
  it('has lost nothing that was shown, and nothing hangs', async () => {
    core = await startCore()
    const { home } = core
    let api = await connect()
    const { id } = await api.conversations.create({})
    await api.turn.send({
      conversation: id,
      prompt: 'a box 10 x 20 x 30 and a sphere of radius 5 and a cone of radius 4 and height 9',
    })
    const shown = await eventsUntil(api, id, ({ event }) => event.type === 'tool.end')
    await core.stop('SIGKILL')
    core = await startCore(home)
    api = await connect()
    const kept = await eventsUntil(api, id, isEnd)
    expect(kept.slice(0, shown.length)).toEqual(shown)
    expect(kept.at(-1)!.event).toMatchObject({ outcome: 'failed', trouble: { next: expect.any(String) } })
    expect((await api.conversations.list()).find((head) => head.id === id)).toMatchObject({ running: false })
  })
})

describe('documents', () => {
  it('are opened from bytes, refused when they are none, and handed out', async () => {
    core = await startCore()
    const api = await connect()
    await statusWhen(api, ({ host }) => host.state === 'ready')
    const data = Buffer.from('not a model').toString('base64')
    for (const name of ['empty.3dm', 'wrong.xyz', '../../etc/passwd', 'a.step']) {
      await expect(api.document.open({ name, data })).rejects.toMatchObject({
        code: 'TROUBLE',
        data: { next: expect.any(String) },
      })
    }
    const { id } = await api.conversations.create({})
    await api.turn.send({ conversation: id, prompt: 'a box 10 x 20 x 30 named Klotz' })
    await eventsUntil(api, id, isEnd)
    const file = await api.document.download({ format: '3dm' })
    await api.document.create()
    await statusWhen(api, ({ document }) => document?.objects === 0)
    await api.document.open({ name: 'Träger.3dm', data: file.data })
    const opened = await statusWhen(api, ({ document }) => document?.objects === 1)
    expect(opened.document).toMatchObject({ name: 'Träger.3dm', modified: false })
    // Longer in bytes than a file name may be.
    await expect(api.document.open({ name: `${'漢'.repeat(130)}.3dm`, data: file.data })).resolves.toBeDefined()
  })
})
