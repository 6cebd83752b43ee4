import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TroubleError } from '../shared/agent.ts'
import type { ConversationEvent } from '../shared/event.ts'
import type { ConversationStore } from '../shared/store.ts'
import { openDatabase } from './open.ts'
import { STEPS } from './schema.ts'
import { openConversationStore } from './store.ts'
import { explained } from './trouble.ts'

let root: string
let folder: string
let file: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tickbird-open-'))
  folder = join(root, 'store')
  file = join(folder, 'conversations.db')
})
afterEach(() => rmSync(root, { recursive: true }))

const using = <T>(work: (store: ConversationStore) => T): T => {
  const store = openConversationStore(folder)
  try {
    return work(store)
  } finally {
    store.close()
  }
}

const begin = (turn: string, prompt = 'make a plate'): ConversationEvent => ({
  type: 'turn.begin',
  turn,
  number: 1,
  prompt,
  agent: 'practice',
})
const text = (words: string): ConversationEvent => ({ type: 'text', turn: 't', text: words })

/** A store with one conversation of `events` events, closed. */
const filled = (events = 3): string =>
  using((store) => {
    const { id } = store.create('practice')
    for (let n = 1; n <= events; n += 1) store.append(id, text(`${n} ${'x'.repeat(500)}`))
    return id
  })

/** A store that cannot use its folder works all the same, says so, and leaves nothing. */
function worksInMemory(cause: RegExp): void {
  using((store) => {
    expect(store.trouble?.cause).toMatch(cause)
    expect(store.trouble?.next).toMatch(/Until then conversations last only as long as Tickbird is open/)
    const { id } = store.create('practice')
    store.append(id, text('hello'))
    expect(store.read(id, 0, 10)).toHaveLength(1)
  })
}

describe('a folder that cannot be used', () => {
  test.each([
    ['is a file', () => writeFileSync(folder, 'x')],
    [
      'lies under a file',
      () => {
        writeFileSync(join(root, 'plain'), 'x')
        folder = join(root, 'plain', 'store')
      },
    ],
    ['has a folder in the place of the store', () => mkdirSync(file, { recursive: true })],
  ])('%s', (_what, arrange) => {
    arrange()
    worksInMemory(/cannot use its folder/)
    worksInMemory(/cannot use its folder/)
  })
})

describe('versions', () => {
  const older = STEPS
  const newer = [...older, 'ALTER TABLE conversations ADD COLUMN note TEXT; UPDATE conversations SET note = title']

  test('an older store is brought up to date and loses nothing', () => {
    const id = filled()
    const { database, trouble, kept } = openDatabase(folder, true, newer)
    expect([trouble, kept]).toEqual([null, true])
    expect(database.prepare('SELECT note FROM conversations').get()).toEqual({ note: '' })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: newer.length })
    expect(database.prepare('SELECT count(*) AS n FROM events WHERE conversation = ?').get(id)).toEqual({ n: 3 })
    database.close()
  })

  test('a step that fails leaves the store as it was', () => {
    const id = filled()
    const half = [...older, 'CREATE TABLE half (x); CREATE UNIQUE INDEX one ON events (conversation)']
    const failed = openDatabase(folder, true, half)
    expect(failed.kept).toBe(false)
    failed.database.close()
    using((store) => {
      expect(store.trouble).toBeNull()
      expect(store.read(id, 0, 10)).toHaveLength(3)
    })
    const database = new DatabaseSync(file)
    expect(database.prepare(`SELECT count(*) AS n FROM sqlite_master WHERE name = 'half'`).get()).toEqual({ n: 0 })
    database.close()
  })

  test('a newer store is left as it is, byte for byte', () => {
    filled()
    openDatabase(folder, true, newer).database.close()
    const before = readFileSync(file)
    const names = readdirSync(folder).sort()
    const { mtimeMs } = statSync(file)
    worksInMemory(
      new RegExp(`version ${newer.length}; this Tickbird knows version ${STEPS.length}.*has not been touched`),
    )
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(statSync(file).mtimeMs).toBe(mtimeMs)
    expect(readdirSync(folder).sort()).toEqual(names)
  })

  test('a newer version that only the write-ahead log knows of is seen too', () => {
    filled()
    const writer = openDatabase(folder, true, newer).database
    writer.exec('PRAGMA wal_autocheckpoint = 0')
    expect(readFileSync(file).readUInt32BE(60)).toBe(STEPS.length)
    worksInMemory(new RegExp(`version ${newer.length}`))
    expect(writer.prepare('SELECT note FROM conversations').get()).toEqual({ note: '' })
    writer.close()
  })
})

describe('a damaged file', () => {
  const asides = (): string[] =>
    readdirSync(folder).filter((name) => /^conversations\.db\.damaged-[\dTZ-]+$/.test(name))

  /** It is set aside as it was, said by name, and the store goes on with a new one. */
  function isSetAside(before: Buffer): void {
    using((store) => {
      const [aside, ...others] = asides()
      expect(others).toEqual([])
      expect(store.trouble?.cause).toContain(join(folder, aside!))
      expect(readFileSync(join(folder, aside!)).equals(before)).toBe(true)
      store.append(store.create('practice').id, text('kept'))
    })
    using((store) => expect([store.trouble, store.list().length > 0]).toEqual([null, true]))
  }

  test.each([
    ['garbage', Buffer.from('Dear diary, '.repeat(1000))],
    ['zeros', Buffer.alloc(8192)],
    ['a header and nothing else', Buffer.from('SQLite format 3\0')],
  ])('%s is set aside', (_what, bytes) => {
    mkdirSync(folder)
    writeFileSync(file, bytes)
    isSetAside(bytes)
  })

  test('another program’s database is set aside', () => {
    mkdirSync(folder)
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE events (note TEXT)')
    other.close()
    isSetAside(readFileSync(file))
  })

  test('an empty file is a new store', () => {
    mkdirSync(folder)
    writeFileSync(file, '')
    using((store) => expect(store.trouble).toBeNull())
  })

  test('a file that was cut off gives back what is left of it', () => {
    const id = filled(400)
    truncateSync(file, statSync(file).size / 2)
    using((store) => {
      expect(store.trouble?.title).toBe('Conversations were recovered from a damaged file')
      const seqs = store.read(id, 0, 1000).map(({ seq }) => seq)
      expect(seqs.length).toBeGreaterThan(50)
      expect(seqs.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    })
  })

  test('a hole in the middle costs what was in it, and both ends come back', () => {
    const id = using((store) => {
      const made = store.create('practice').id
      store.append(made, begin('t1', 'a long one'))
      for (let n = 2; n <= 400; n += 1) store.append(made, text(`${n} ${'x'.repeat(500)}`))
      return made
    })
    const bytes = readFileSync(file)
    const page = bytes.readUInt16BE(16)
    // Of the table's leaves, one that is neither first nor last.
    const leaves = Array.from({ length: bytes.length / page }, (_, n) => n).filter(
      (n) =>
        bytes[n * page] === 0x0d &&
        bytes.includes('xxxxxxxxxx', n * page) &&
        bytes.indexOf('xxxxxxxxxx', n * page) < (n + 1) * page,
    )
    bytes.fill(
      0xff,
      leaves[Math.floor(leaves.length / 2)]! * page,
      leaves[Math.floor(leaves.length / 2)]! * page + page,
    )
    writeFileSync(file, bytes)
    using((store) => {
      const seqs = store.read(id, 0, 1000).map(({ seq }) => seq)
      expect([seqs[0], seqs.at(-2)]).toEqual([1, 400])
      expect(seqs.length).toBeGreaterThan(380)
      // The turn was found again, and ended.
      expect(store.findTurn('t1')).toMatchObject({ conversation: id, number: 1, prompt: 'a long one' })
      expect(store.get(id)).toMatchObject({ turns: 1, running: false, title: 'a long one' })
      expect(store.read(id, seqs.at(-2)!, 1)[0]?.event).toMatchObject({ type: 'turn.end', outcome: 'failed' })
    })
  })

  test('whatever bytes change, opening and reading never throw anything but a trouble', () => {
    const id = filled(60)
    const sound = readFileSync(file)
    const change = fc.record({ at: fc.nat(sound.length - 1), bytes: fc.uint8Array({ minLength: 1, maxLength: 600 }) })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        rmSync(folder, { recursive: true })
        mkdirSync(folder)
        const bytes = Buffer.from(sound)
        for (const { at, bytes: put } of changes) bytes.set(put.slice(0, bytes.length - at), at)
        writeFileSync(file, bytes)
        const store = openConversationStore(folder)
        try {
          for (const head of store.list()) store.read(head.id, 0, 100)
          store.read(id, 0, 100)
          store.append(store.create('practice').id, text('goes on'))
        } catch (error) {
          expect(error).toBeInstanceOf(TroubleError)
        } finally {
          store.close()
        }
        expect(existsSync(file)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  test('is not pulled away from another process that has it open', () => {
    filled()
    const other = openConversationStore(folder)
    writeFileSync(file, Buffer.from('Dear diary, '.repeat(1000)))
    rmSync(`${file}-wal`, { force: true })
    rmSync(`${file}-shm`, { force: true })
    using((store) => expect(store.trouble?.title).toBe('Conversations cannot be kept'))
    expect(asides()).toEqual([])
    other.close()
  })
})

test('an entry that cannot be read becomes a notice in its place', () => {
  const id = using((store) => {
    const made = store.create('practice').id
    for (const word of ['one', 'two', 'three', 'four']) store.append(made, text(word))
    return made
  })
  const database = new DatabaseSync(file)
  const put = database.prepare('UPDATE events SET json = ? WHERE seq = ?')
  put.run('{"type":"text","turn":"t","tex', 2)
  put.run('{"type":"hologram","turn":"t","text":"from a newer Tickbird"}', 3)
  database.close()
  using((store) => {
    const events = store.read(id, 0, 10)
    expect(events.map(({ seq, event }) => [seq, event.type])).toEqual([
      [1, 'text'],
      [2, 'notice'],
      [3, 'notice'],
      [4, 'text'],
    ])
    expect(events[2]?.event).toMatchObject({ turn: 't', level: 'warning' })
    store.remove(id)
    expect(store.list()).toEqual([])
  })
})

test('a full disk is said as one, and costs nothing that was kept', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE t (x); PRAGMA max_page_count = 3')
  const fill = () => database.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(100_000))
  expect(() => explained('This could not be kept', fill)).toThrow(TroubleError)
  expect(() => explained('This could not be kept', fill)).toThrow(/disk is full/)
  expect(() => explained('x', () => JSON.parse('{'))).toThrow(SyntaxError)
})
