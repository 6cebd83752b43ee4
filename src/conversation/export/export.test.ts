import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noChange } from '../../shared/change.ts'
import type { ConversationEvent } from '../../shared/event.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../shared/history.ts'
import type { ConversationStore } from '../../shared/store.ts'
import { openConversationStore } from '../store.ts'
import { exportConversation } from './export.ts'

let root: string
let home: string
let store: ConversationStore
let id: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tickbird-export-'))
  home = join(root, 'home')
  store = openConversationStore(join(home, 'store'))
  id = store.create('claude').id
})
afterEach(() => {
  store.close()
  rmSync(root, { recursive: true })
})

const as = (format: ExportFormat) => exportConversation(store, id, { format, overwrite: false, home })
const text = async (format: ExportFormat) => (await as(format)).data!
const into = (to: string, format: ExportFormat = 'md', overwrite = false) =>
  exportConversation(store, id, { format, to, overwrite, home })

const PNG = Uint8Array.of(1, 2, 3)
const picture = () => store.putPicture('image/png', PNG)

function tell(
  turn: string,
  prompt: string,
  answer: string,
  more: Partial<Extract<ConversationEvent, { type: 'turn.end' }>> = {},
) {
  const number = (store.get(id)?.turns ?? 0) + 1
  store.append(id, { type: 'turn.begin', turn, number, prompt, agent: 'claude' })
  store.append(id, { type: 'tool.begin', turn, call: 'c', tool: 'x', title: 'x', input: {} })
  store.append(id, {
    type: 'tool.end',
    turn,
    call: 'c',
    outcome: 'ok',
    sentence: `Box <${prompt}>`,
    output: {},
    pictures: [picture()],
    objects: [],
    ms: 1,
  })
  for (const piece of answer.match(/.{1,3}/gsu) ?? []) store.append(id, { type: 'text', turn, text: piece })
  const changes = { ...noChange(), counts: { added: 2, removed: 0, modified: 1 } }
  const end = {
    outcome: 'done',
    trouble: null,
    changes,
    before: null,
    after: null,
    units: 'mm',
    ms: 1,
    ...more,
  } as const
  store.append(id, { type: 'turn.end', turn, ...end })
}

test('every format tells what was asked, done, said and changed', async () => {
  tell('t1', 'make a plate', '**Done.** Volume 6 000 mm³.\n\n| a | b |\n|---|---|\n| 1 | 2 |', {
    before: picture(),
    after: picture(),
  })
  tell('t2', 'and a hole', 'No.', {
    outcome: 'failed',
    trouble: { title: 'It broke', cause: 'The edge is too short.', next: 'Try 1 mm.' },
  })
  store.append(id, { type: 'turn.reverted', turns: ['t2'] })
  const md = await text('md')
  expect(md).toContain('# make a plate\n')
  expect(md).toContain('\n> make a plate\n')
  expect(md).toContain('**Done.** Volume 6 000 mm³.')
  expect(md).toContain('- Box \\<make a plate\\> [picture]')
  expect(md).toContain('Changed: 2 added, 1 changed')
  expect(md).toMatch(/## Turn 2 · .* · taken back/)
  expect(md).toContain('**It broke** The edge is too short. Try 1 mm.')

  const html = await text('html')
  expect(html).toContain('<strong>Done.</strong>')
  expect(html).toContain('<td>1</td>')
  expect(html.match(/src="data:image\/png;base64,AQID"/g)).toHaveLength(4)
  expect(html).toContain('The model before turn 1')
  expect(html).toContain('<section class="reverted">')

  const json = JSON.parse(await text('json'))
  expect(json).toMatchObject({
    format: 'tickbird.conversation',
    version: 1,
    conversation: { id, title: 'make a plate' },
  })
  expect(json.events).toEqual(store.read(id, 0, 1000))
  expect(Object.values(json.pictures)).toEqual(Array(4).fill({ mime: 'image/png', data: 'AQID' }))
})

test('nothing in a text becomes markup, loads or runs', async () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)>"\'&\u202e'
  store.rename(id, hostile)
  tell(
    't1',
    hostile,
    `${hostile}\n\n[x](javascript:alert(3)) \`<b>\`\n\n\`\`\`html\n<script>code</script>\n\`\`\`\n<iframe src="x">`,
    {
      outcome: 'failed',
      trouble: { title: hostile, cause: hostile, next: hostile },
    },
  )
  const html = await text('html')
  const tags = [...html.matchAll(/<([a-z][a-z0-9]*)\b([^>]*)>/g)]
  expect(new Set(tags.map(([, tag]) => tag))).not.toContain('script')
  expect(new Set(tags.map(([, tag]) => tag))).not.toContain('iframe')
  expect(tags.filter(([, , attributes]) => /\son\w+=/.test(attributes!.replaceAll(/"[^"]*"/g, '""')))).toEqual([])
  expect(html).not.toMatch(/href="javascript:/)
  expect(html).toContain('Content-Security-Policy')
  expect(html).toContain('&lt;script&gt;code')
  const md = await text('md')
  expect(md.replaceAll(/```[\s\S]*?```|`[^`]*`/g, '').replaceAll(/\\</g, '')).not.toMatch(/<[a-z/!]/i)
  expect(md).toContain('<script>code</script>')
  expect(md).toContain('`<b>`')
})

test.each([
  ['Bracket / plate: 40 × 25?', 'Bracket _ plate_ 40 _ 25_.md'],
  ['../../etc/passwd', '_.._etc_passwd.md'],
  ['CON', 'conversation CON.md'],
  ['..', 'conversation.md'],
  ['倒角 ü', '倒角 ü.md'],
  ['x'.repeat(200), `${'x'.repeat(60)}.md`],
])('a file is named after the title %j as %j', async (title, name) => {
  store.rename(id, title)
  expect((await as('md')).name).toBe(name)
})

test('a conversation without a title or a turn is a file too', async () => {
  for (const format of EXPORT_FORMATS)
    expect((await as(format)).data).toContain(format === 'json' ? '"events":[' : 'Untitled conversation')
})

test('what is too large is not handed over, and says what to do', async () => {
  tell('t1', 'make a plate', 'x'.repeat(5000))
  const limited = exportConversation(store, id, { format: 'md', overwrite: false, home }, 1000)
  await expect(limited).rejects.toMatchObject({ trouble: { title: 'The file is too large to hand over' } })
  await expect(exportConversation(store, 'gone', { format: 'md', overwrite: false, home })).rejects.toThrow(/gone/)
})

describe('written to a place', () => {
  test('is whole, for the user alone, and leaves no draft', async () => {
    tell('t1', 'make a plate', 'Done.')
    const to = join(root, 'out.html')
    const written = await into(to, 'html')
    expect(written).toMatchObject({ path: to, data: null, bytes: readFileSync(to).length })
    expect(readFileSync(to, 'utf8')).toBe(await text('html'))
    expect(readdirSync(root).sort()).toEqual(['home', 'out.html'])
  })

  test('replaces a file only when it is told to', async () => {
    const to = join(root, 'out.md')
    writeFileSync(to, 'mine')
    await expect(into(to)).rejects.toMatchObject({ trouble: { cause: `${to} is there already.` } })
    expect(readFileSync(to, 'utf8')).toBe('mine')
    await into(to, 'md', true)
    expect(readFileSync(to, 'utf8')).toContain('Untitled conversation')
  })

  test.each([
    ['out.md', 'not a whole path'],
    ['../out.md', 'not a whole path'],
    ['/out\0.md', 'not a whole path'],
    ['ROOT/nowhere/out.md', 'There is no folder'],
    ['ROOT/out.txt', 'does not end in “.md”'],
    ['ROOT', 'does not end in'],
    ['ROOT/folder.md', 'is a folder'],
    ['ROOT/home/store/x.md', 'own data folder'],
    ['ROOT/link/x.md', 'own data folder'],
    ['ROOT/home/store/../../home/x.md', 'own data folder'],
    ['ROOT/FULL.md', 'The name is too long.'],
    ['/proc/x.md', 'cannot be written'],
  ])('refuses %j', async (to, cause) => {
    mkdirSync(join(root, 'folder.md'))
    symlinkSync(join(home, 'store'), join(root, 'link'))
    const path = to.replace('ROOT', root).replace('FULL', 'x'.repeat(300))
    await expect(into(path)).rejects.toMatchObject({
      trouble: { title: 'The file was not written', cause: expect.stringContaining(cause) },
    })
    expect(readdirSync(root).sort()).toEqual(['folder.md', 'home', 'link'])
  })

  test('twice at once is written once', async () => {
    tell('t1', 'make a plate', 'x'.repeat(2000))
    const to = join(root, 'out.json')
    const both = await Promise.allSettled([into(to, 'json'), into(to, 'json')])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(existsSync(to)).toBe(true)
  })
})
