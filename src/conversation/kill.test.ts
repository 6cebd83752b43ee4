import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundleForNode } from '../../test/bundle.ts'
import type { ConversationStore } from '../shared/store.ts'
import { openConversationStore } from './store.ts'

const WRITER = join(import.meta.dirname, '../../test/fakes/store-writer.ts')

let writer: Awaited<ReturnType<typeof bundleForNode>>
beforeAll(async () => {
  writer = await bundleForNode(WRITER)
})
afterAll(() => writer.remove())

let folder: string
const children: ChildProcess[] = []
const stores: ConversationStore[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickbird-kill-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const store of stores.splice(0)) store.close()
  rmSync(folder, { recursive: true })
})

function open(): ConversationStore {
  const store = openConversationStore(folder)
  stores.push(store)
  expect(store.trouble).toBeNull()
  return store
}

interface Writing {
  conversation: string
  /** What it said is kept, so far. */
  kept: number[]
  child: ChildProcess
}

/** Starts a writer and waits until it has kept `events`. */
function write(events: number, filler = 20): Promise<Writing> {
  const child = spawn(process.execPath, [writer.file, folder, String(filler)], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const writing: Writing = { conversation: '', kept: [], child }
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The writer ended by itself with ${code}.`)))
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      if (writing.conversation) writing.kept.push(Number(line))
      else writing.conversation = line
      if (writing.kept.length >= events) resolve(writing)
    })
  })
}

async function kill({ child }: Writing): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'close')
}

test('what append returned outlives SIGKILL, at any moment', async () => {
  for (let round = 0; round < 20; round += 1) {
    const writing = await write(1 + Math.floor(Math.random() * 300), round % 2 ? 20 : 20_000)
    await kill(writing)
    const store = open()
    const found = store.read(writing.conversation, 0, 1_000_000)
    const shown = writing.kept.length
    expect(found.slice(0, shown).map(({ seq }) => seq)).toEqual(writing.kept)
    // One more may have been kept that could not be said any more, and then the end that the opening wrote.
    expect(found.length - shown).toBeLessThanOrEqual(2)
    expect(found.at(-1)?.event).toMatchObject({
      type: 'turn.end',
      turn: writing.conversation,
      outcome: 'failed',
      trouble: { title: 'Tickbird was closed in the middle of this turn' },
    })
    expect(store.get(writing.conversation)?.running).toBe(false)
    store.close()
  }
})

test('a turn that another process is running is left running', async () => {
  const writing = await write(3)
  const store = open()
  expect(store.get(writing.conversation)).toMatchObject({ running: true })
  await kill(writing)
  store.close()
  expect(open().get(writing.conversation)).toMatchObject({ running: false })
})

test('two processes write at the same time, and neither loses anything', async () => {
  const [one, two] = await Promise.all([write(200), write(200)])
  const store = open()
  const mine = store.create('practice').id
  for (let n = 0; n < 200; n += 1) store.append(mine, { type: 'text', turn: 't', text: 'x' })
  await Promise.all([kill(one), kill(two)])
  for (const { conversation, kept } of [one, two]) {
    const seqs = store.read(conversation, 0, 1_000_000).map(({ seq }) => seq)
    expect(seqs.slice(0, kept.length)).toEqual(kept)
  }
  expect(store.read(mine, 0, 1000)).toHaveLength(200)
})
