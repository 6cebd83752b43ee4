import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { contract } from '../../src/shared/rpc.ts'
import { newHome, type RunningCore, startCore } from './core.ts'

/** The history of conversations over the real core, its socket, its modeller and the practice agent. */
type Api = ContractRouterClient<typeof contract>

let home: string
let core: RunningCore
let socket: WebSocket
let api: Api

async function connect(): Promise<void> {
  core = await startCore(home)
  const url = new URL(core.url)
  const token = new URLSearchParams(url.hash.slice(1)).get('t') ?? ''
  socket = new WebSocket(`ws://${url.host}/rpc`, ['tickbird', token], { origin: url.origin })
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  api = createORPCClient(new RPCLink({ websocket: socket as never }))
}

async function leave(signal: NodeJS.Signals): Promise<void> {
  socket.terminate()
  await core.stop(signal)
}

beforeEach(async () => {
  home = newHome()
  await connect()
})
afterEach(async () => {
  if (core.process.exitCode === null && core.process.signalCode === null) await leave('SIGKILL')
})

const events = async (conversation: string) =>
  (await api.conversations.page({ conversation })).events.map(({ event }) => event)
const ended = async (conversation: string, turns: number) =>
  expect
    .poll(async () => (await events(conversation)).filter(({ type }) => type === 'turn.end').length, {
      timeout: 60_000,
    })
    .toBe(turns)

async function made(...prompts: string[]) {
  const { id } = await api.conversations.create({ agent: 'practice' })
  const turns: string[] = []
  for (const prompt of prompts) {
    turns.push((await api.turn.send({ conversation: id, prompt })).turn)
    await ended(id, turns.length)
  }
  return { id, turns }
}

async function objects(): Promise<number | undefined> {
  for await (const { document } of await api.app.status()) if (document) return document.objects
  return undefined
}

const queueOf = async (conversation: string) => {
  for await (const state of await api.queue.watch({ conversation })) return state
  throw new Error('The queue was not told.')
}

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'after %s follow-ups wait for the user, and turns can still be taken back',
  async (signal) => {
    const { id, turns } = await made('a box 10 x 20 x 30 mm', 'a sphere of radius 5 mm')
    expect(await objects()).toBe(2)
    await api.queue.pause({ conversation: id, paused: true })
    await api.queue.add({ conversation: id, prompt: 'a box 1 x 2 x 3 mm' })
    expect(await queueOf(id)).toMatchObject({ items: [{ prompt: 'a box 1 x 2 x 3 mm' }], paused: 'Held by you.' })
    await leave(signal)
    await connect()
    expect(await queueOf(id)).toMatchObject({
      items: [{ prompt: 'a box 1 x 2 x 3 mm' }],
      paused: expect.stringContaining('started anew'),
    })
    await expect.poll(objects, { timeout: 60_000 }).toBe(2)
    const preview = await api.turn.preview({ turn: turns[0]! })
    expect(preview).toMatchObject({
      way: 'copy',
      copy: { kept: true },
      turns: [{ turn: turns[1] }, { turn: turns[0] }],
    })
    expect(preview.picture).toBeTruthy()
    expect((await api.turn.revert({ turn: turns[0]! })).turns).toEqual([turns[1], turns[0]])
    await expect.poll(objects).toBe(0)
    expect((await api.conversations.page({ conversation: id })).reverted.sort()).toEqual([...turns].sort())
    const [copy] = await api.copies.list()
    expect((await api.copies.open({ copy: copy!.id })).objects).toBe(2)
    expect((await api.conversations.page({ conversation: id })).reverted).toEqual([])
    await api.queue.pause({ conversation: id, paused: false })
    await ended(id, 3)
    await expect.poll(objects).toBe(3)
  },
)

it('a prompt that is sent again takes back what it made, and the agent is told', async () => {
  const { id, turns } = await made('a box 10 x 20 x 30 mm')
  const anew = await api.turn.regenerate({ turn: turns[0]!, prompt: 'a box 5 x 5 x 5 mm', model: 'take_back' })
  expect(anew.reverted.turns).toEqual(turns)
  await ended(id, 2)
  expect(await objects()).toBe(1)
  expect((await events(id)).filter(({ type }) => type === 'turn.begin').at(-1)).toMatchObject({
    again: turns[0],
    prompt: 'a box 5 x 5 x 5 mm',
  })
})

it('what was said is found, weighed, put away, deleted, brought back and exported', async () => {
  const { id } = await made('a box 10 x 20 x 30 mm')
  const { hits } = await api.conversations.search({ query: '20 x 30' })
  expect(hits).toMatchObject([{ conversation: id, where: 'prompt', number: 1 }])
  expect(await api.conversations.storage()).toMatchObject({ conversations: [{ conversation: id }], lastCleaning: null })
  expect(await api.conversations.archive({ conversation: id, archived: true })).toMatchObject({ archived: true })
  const inHand = await api.conversations.export({ conversation: id, format: 'html' })
  expect(inHand.data).toContain('data:image/png;base64,')
  const folder = mkdtempSync(join(tmpdir(), 'tickbird-exported-'))
  const to = join(folder, 'box.html')
  await api.conversations.export({ conversation: id, format: 'html', to })
  expect(readFileSync(to, 'utf8')).toBe(inHand.data)
  rmSync(folder, { recursive: true })
  await api.conversations.remove({ conversation: id })
  expect(await api.conversations.list()).toEqual([])
  expect(await api.conversations.deleted()).toMatchObject([{ id }])
  expect(await api.conversations.restore({ conversation: id })).toMatchObject({ id, archived: true })
})

describe('at the door', () => {
  const code = async (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => 'fine',
      (error: { code?: string; data?: { cause?: string; next?: string } }) => {
        if (error.code === 'TROUBLE') expect([error.data?.cause, error.data?.next].every((words) => words)).toBe(true)
        return error.code ?? String(error)
      },
    )

  it('ids that nobody knows are told in words, by every call that takes one', async () => {
    const nobody = { conversation: 'nobody' }
    const answers = await Promise.all(
      [
        api.conversations.archive({ ...nobody, archived: true }),
        api.conversations.remove(nobody),
        api.conversations.restore(nobody),
        api.conversations.purge(nobody),
        api.conversations.attach({ ...nobody, to: 'none' }),
        api.conversations.page(nobody),
        api.conversations.export({ ...nobody, format: 'md' }),
        api.queue.add({ ...nobody, prompt: 'x' }),
        api.queue.watch(nobody),
        api.queue.pause({ ...nobody, paused: false }),
        api.queue.edit({ item: 'x', prompt: 'x' }),
        api.queue.remove({ item: 'x' }),
        api.queue.move({ item: 'x', before: null }),
        api.queue.sendNow({ item: 'x' }),
        api.copies.open({ copy: '../core' }),
        api.copies.remove({ copy: '../core' }),
        api.turn.preview({ turn: 'x' }),
        api.turn.revert({ turn: 'x' }),
        api.turn.regenerate({ turn: 'x', model: 'keep' }),
      ].map((attempt) => code(attempt as Promise<unknown>)),
    )
    expect(answers).toEqual(answers.map(() => 'TROUBLE'))
  })

  it('what does not fit is refused before anything is done', async () => {
    const { id } = await api.conversations.create({ agent: 'practice' })
    const conversation = id
    const answers = await Promise.all(
      [
        api.conversations.search({ query: 'x'.repeat(501) }),
        api.conversations.search({ query: 'x', limit: 1000 }),
        api.conversations.page({ conversation, before: 0 }),
        api.conversations.page({ conversation, limit: 100_000 }),
        api.conversations.export({ conversation, format: 'exe' as never }),
        api.conversations.expiring({ maxDays: 0, maxBytes: null }),
        api.queue.add({ conversation, prompt: '  ' }),
        api.queue.add({ conversation, prompt: 'x'.repeat(100_001) }),
        api.turn.regenerate({ turn: 'x', model: 'maybe' as never }),
        api.turn.revert({ turn: '' }),
        api.copies.open({ copy: 'x'.repeat(65) }),
      ].map((attempt) => code(attempt as Promise<unknown>)),
    )
    expect(answers).toEqual(answers.map(() => 'BAD_REQUEST'))
    const places = ['relative.md', '/nowhere/at/all.md', join(home, 'store/x.md'), `${home}/../x.exe`, '/x\0.md']
    for (const to of places)
      expect(await code(api.conversations.export({ conversation, format: 'md', to }))).toBe('TROUBLE')
    expect(await queueOf(conversation)).toEqual({ items: [], paused: null })
  })

  it('a hostile title harms nothing', async () => {
    const { id } = await api.conversations.create({ agent: 'practice' })
    const title = `\u202e"><script>x</script>'; DROP TABLE texts; --\u0000`
    await api.conversations.rename({ conversation: id, title })
    expect((await api.conversations.export({ conversation: id, format: 'html' })).data).not.toContain('<script')
    expect((await api.conversations.search({ query: title })).hits).toHaveLength(1)
  })
})
