import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundleForNode } from '../../test/bundle.ts'
import { STEPS } from './schema.ts'
import { openConversationStore } from './store.ts'

/** What a SIGKILL leaves of an export, of retention and of a migration: all of it or nothing. */
const FAKES = join(import.meta.dirname, '../../test/fakes')
const bundles = new Map<string, Awaited<ReturnType<typeof bundleForNode>>>()
beforeAll(async () => {
  for (const name of ['export-writer', 'store-cleaner', 'store-writer']) {
    bundles.set(name, await bundleForNode(join(FAKES, `${name}.ts`)))
  }
})
afterAll(() => {
  for (const bundle of bundles.values()) bundle.remove()
})

let root: string
let folder: string
const children: ChildProcess[] = []
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tickbird-kill-work-'))
  folder = join(root, 'store')
  mkdirSync(folder)
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(root, { recursive: true })
})

/** Starts a program, waits for `lines` lines and then some, and kills it. */
async function killed(name: string, args: string[], lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [bundles.get(name)!.file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended by itself with ${code}.`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line)
      if (said.length === lines) setTimeout(resolve, Math.random() * 15)
    })
  })
  child.kill('SIGKILL')
  await once(child, 'close')
  return said
}

test('an export is whole under its name, or what was there before is', async () => {
  const store = openConversationStore(folder)
  const { id } = store.create('practice')
  for (let n = 0; n < 800; n += 1) store.append(id, { type: 'text', turn: 't', text: 'x'.repeat(500) })
  store.close()
  const out = join(root, 'out')
  mkdirSync(out)
  const to = join(out, 'turns.json')
  for (let round = 0; round < 5; round += 1) {
    await killed('export-writer', [join(root, 'home'), folder, id, to], 1 + (round % 2))
    expect(JSON.parse(readFileSync(to, 'utf8')).events).toHaveLength(800)
    // At most one draft, which the next export writes over.
    expect(readdirSync(out).filter((name) => name !== 'turns.json' && name !== '.turns.json.part')).toEqual([])
  }
})

test('retention has put away all that it says, or nothing', async () => {
  for (let round = 0; round < 4; round += 1) {
    await killed('store-cleaner', [folder], 2 + round)
    const store = openConversationStore(folder)
    expect(store.trouble).toBeNull()
    const database = new DatabaseSync(join(folder, 'conversations.db'), { readOnly: true })
    const told = database.prepare('SELECT coalesce(sum(conversations), 0) AS n FROM cleanings').get() as { n: number }
    database.close()
    expect(store.deleted()).toHaveLength(told.n)
    store.close()
  }
})

test('a store in the middle of a migration is of the old version or of the new one', async () => {
  // A large store of version 1: the migration takes long enough to be killed in it.
  const file = join(folder, 'conversations.db')
  const old = new DatabaseSync(file)
  old.exec(
    `PRAGMA journal_mode = WAL; ${STEPS[0]}; PRAGMA application_id = ${0x54427264}; PRAGMA user_version = 1; BEGIN`,
  )
  old.exec(`INSERT INTO conversations VALUES ('c', 'One', 'practice', 1, 1)`)
  const insert = old.prepare('INSERT INTO events VALUES (?, ?, ?, ?)')
  const turn = old.prepare('INSERT INTO turns VALUES (?, ?, ?, 1)')
  for (let n = 0; n < 3000; n += 1) {
    insert.run(
      'c',
      n * 2 + 1,
      n,
      JSON.stringify({ type: 'turn.begin', turn: `t${n}`, number: n + 1, prompt: `plate ${n}`, agent: 'practice' }),
    )
    insert.run(
      'c',
      n * 2 + 2,
      n,
      JSON.stringify({ type: 'text', turn: `t${n}`, text: `answer ${n} ${'words '.repeat(60)}` }),
    )
    turn.run(`t${n}`, 'c', n * 2 + 1)
  }
  old.exec('COMMIT')
  old.close()
  for (const delay of [30, 60, 90, 120]) {
    const child = spawn(process.execPath, [bundles.get('store-writer')!.file, folder], { stdio: 'ignore' })
    children.push(child)
    await new Promise((resolve) => setTimeout(resolve, delay * 3))
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(existsSync(file)).toBe(true)
    const database = new DatabaseSync(file)
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
    const texts = database.prepare(`SELECT count(*) AS n FROM sqlite_master WHERE name = 'texts'`).get() as {
      n: number
    }
    database.close()
    expect([1, STEPS.length]).toContain(version)
    expect(texts.n).toBe(version === 1 ? 0 : 1)
  }
  const store = openConversationStore(folder)
  expect(store.trouble).toBeNull()
  expect(store.get('c')?.turns).toBe(3000)
  expect(store.search('"answer 2999"', 5).hits).toMatchObject([{ turn: 't2999' }])
  store.close()
})
