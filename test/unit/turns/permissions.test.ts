import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { ConversationEvent, PermissionOption } from '../../../src/shared/event.ts'
import { permissionSettings } from '../../../src/shared/settings.ts'
import { type Script, type Stage, turnBench } from './bench.ts'

const DONE = { outcome: 'done', trouble: null } as const
const LATE = { timeout: 20_000 }
const BOX = { width: 1, depth: 1, height: 1 }

let bench: Awaited<ReturnType<typeof turnBench>>
afterEach(() => bench?.close())

type Ask = Extract<ConversationEvent, { type: 'permission.ask' }>
const asks = () => bench.events().filter((event): event is Ask => event.type === 'permission.ask')
const texts = () => bench.events().flatMap((event) => (event.type === 'text' ? [event.text] : []))

/** Starts a bench whose policy can be changed, as the settings can. */
async function start(script: Script, given: object = {}) {
  let policy = permissionSettings.parse(given)
  const always: string[] = []
  bench = await turnBench(script, {
    permissions: {
      policy: () => policy,
      allowAlways: (effect) => {
        always.push(effect)
        policy = { ...policy, [effect]: 'allow' }
      },
    },
  })
  return always
}
/** Runs a prompt and answers its nth card. */
async function answered(prompt: string, nth: number, option: string | null) {
  const run = bench.run(prompt)
  await expect.poll(() => asks().length, LATE).toBe(nth)
  bench.turns.answerPermission(bench.conversation, asks()[nth - 1]?.request ?? '', option)
  return await run
}
const boxes: Script = async ({ call, emit }) => {
  await call('create_box', BOX).catch((error: Error) => emit({ type: 'text', text: error.message }))
  return DONE
}

it('changes are made without asking; the settings can have each kind asked about, and a refusal changes nothing', async () => {
  await start(boxes)
  await bench.run('1')
  expect(asks()).toEqual([])
  await bench.close()
  await start(boxes, { create: 'ask' })
  const { end } = await answered('1', 1, 'no')
  expect(asks()[0]).toMatchObject({
    title: 'Create box',
    effect: 'create',
    detail: expect.stringContaining('"width": 1'),
  })
  expect(asks()[0]?.warning).toBeUndefined()
  expect(end.changes.counts.added).toBe(0)
  expect(texts()).toEqual(['Create box was not done: the designer did not allow it.'])
})

it('allowed once is asked again, allowed in this conversation is not, elsewhere it is', async () => {
  await start(boxes, { create: 'ask' })
  await answered('1', 1, 'once')
  await answered('2', 2, 'conversation')
  await bench.run('3')
  expect(asks()).toHaveLength(2)
  expect(await bench.objects()).toBe(3)
  const other = bench.store.create('scripted').id
  const run = bench.run('4', other)
  const elsewhere = () => bench.store.eventsOf(other, 'permission.ask')
  await expect.poll(() => elsewhere().length, LATE).toBe(1)
  expect(bench.turns.activityOf('scripted')).toBe('asking')
  bench.turns.stop(other)
  expect((await run).end.outcome).toBe('stopped')
  expect(bench.turns.activityOf('scripted')).toBe('stopped')
  expect(await bench.objects()).toBe(3)
})

it('always changes the settings', async () => {
  const always = await start(boxes, { create: 'ask' })
  await answered('1', 1, 'always')
  await bench.run('2')
  expect(always).toEqual(['create'])
  expect(asks()).toHaveLength(1)
})

it('what undo does not bring back, and deleting many, is asked about whatever the settings say, each time', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tickbird-overwrite-')), 'kept.3dm')
  writeFileSync(file, 'mine')
  const script: Script = async ({ call, prompt, emit }) => {
    const made = await Promise.all([1, 2, 3].map(() => call('create_box', BOX)))
    const ids = made.map(({ output }) => output.guid)
    const work =
      prompt === 'save'
        ? call('save_document_as', { file_path: file, overwrite: true })
        : call('delete_objects', { ids })
    await work.catch((error: Error) => emit({ type: 'text', text: error.message }))
    return DONE
  }
  await start(script, { bulk: 2 })
  await answered('save', 1, 'no')
  expect(asks()[0]).toMatchObject({ warning: expect.stringContaining('Undo does not bring it back') })
  expect(asks()[0]?.options.map(({ id }) => id)).toEqual(['once', 'no'])
  await answered('delete', 2, 'once')
  expect(asks()[1]?.warning).toBe('This deletes 3 objects. Undo brings them back.')
  expect(await bench.objects()).toBe(3)
})

const OPTIONS: PermissionOption[] = [
  { id: 'a', label: 'Always', kind: 'allow_always' },
  { id: 'b', label: 'Yes', kind: 'allow_once' },
  { id: 'c', label: 'No', kind: 'reject_once' },
]
let shells = 0
const shell = async ({ emit, permitted }: Stage) => {
  const request = `r${++shells}`
  const chosen = permitted(request)
  emit({ type: 'permission', request, title: 'ls', detail: 'ls -la', options: OPTIONS })
  emit({ type: 'text', text: String(await chosen) })
  return DONE
}

it('an agent’s own tools are asked about with our choices, and the agent is told once or no', async () => {
  await start(shell)
  await answered('1', 1, 'no')
  await answered('2', 2, 'conversation')
  await bench.run('3')
  expect(texts()).toEqual(['c', 'b', 'b'])
  expect(asks()).toHaveLength(2)
  expect(asks()[0]).toMatchObject({ effect: 'other', title: 'ls', detail: 'ls -la' })
  expect(() => bench.turns.answerPermission(bench.conversation, 'r1', 'once')).toThrow('Nothing to answer')
})
