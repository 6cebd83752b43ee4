import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../../src/wire/message.ts'
import { PYTHON, RunningPlugin, type Switches } from '../../real/plugin.ts'
import type { WireClient } from '../../real/wire.ts'

let rhino: RunningPlugin
let client: WireClient

async function start(switches: Switches = {}, args: string[] = []): Promise<void> {
  rhino = await RunningPlugin.start({ switches, args })
  client = await rhino.greeted()
}
afterEach(async () => {
  const { faults } = (await rhino.look()) ?? { faults: [] }
  client.close()
  await rhino.stop()
  expect(faults).toEqual([])
  expect(rhino.complaints()).toBe('')
})

const begin = (id: string, label = id) => client.call('undo.begin_turn', { turn_id: id, label })
const end = (id: string) => client.call('undo.end_turn', { turn_id: id })
const add = async (by = client): Promise<string> => (await by.call('geometry.create_point')).guid
const code = ({ error }: Answer) => error?.data?.code
const labels = async () => (await rhino.look()).done.map(({ label }) => label)
const states = async () => {
  const { turns } = await client.call('undo.list')
  return Object.fromEntries(turns.map(({ turn_id, state }: { turn_id: string; state: string }) => [turn_id, state]))
}

/** What nobody knows about Rhino: turns must hold either way. */
const RHINOS: [string, Switches][] = [
  ['as we think it is', {}],
  ['that keeps empty records', { keeps_empty_records: true }],
  ['that puts off scripts', { scripts_deferred: true }],
  ['whose serial numbers skip', { serial_step: 7 }],
  ['that counts redone records anew', { redo_renumbers: true }],
  ['where commands record into ours', { commands_fold: true }],
]

describe.skipIf(PYTHON === null).each(RHINOS)('turns in a Rhino %s', (_name, switches) => {
  it('are pictured before and after, and the user’s camera stays where it is', async () => {
    await start(switches)
    await begin('t')
    await add()
    await client.call('viewport.set_camera', { camera_location: [9, 8, 7], target: [1, 2, 3], lens_length: 35 })
    const camera = await client.call('viewport.get_view_info')
    await end('t')
    expect(await client.call('viewport.get_view_info')).toEqual(camera)
    const { before, after } = await client.call('undo.pictures', { turn_id: 't' })
    for (const png of [before, after]) expect(png).toMatch(/^iVBOR/)
    await begin('look')
    await client.call('context.get')
    await end('look')
    expect(code(await client.request('undo.pictures', { turn_id: 'look' }))).toBe('OPERATION_FAILED')
  })

  it('many calls are one undo; reading leaves no trace; back and forth', async () => {
    await start(switches)
    await begin('look')
    await client.call('context.get')
    expect(await end('look')).toMatchObject({ changed: false })
    await begin('t', 'AI 1: two points')
    expect((await rhino.look()).recording).toBeNull()
    const guids = [await add(), await add()]
    expect(await rhino.look()).toMatchObject({ recording: 'AI 1: two points' })
    await client.call('manipulation.delete', { ids: [guids[0]] })
    const { changes } = await end('t')
    expect(changes).toMatchObject({
      counts: { added: 1, removed: 0, modified: 0 },
      added: [{ guid: guids[1], kind: 'point', layer: 'Default' }],
      bounding_box_before: null,
    })
    expect(await labels()).toEqual(['AI 1: two points'])
    expect(await client.call('undo.revert_turn')).toMatchObject({
      reverted: ['t'],
      changes: { counts: { removed: 1 } },
    })
    expect(await rhino.look()).toMatchObject({ objects: 0, done: [], recording: null })
    expect(await states()).toEqual({ t: 'undone' })
    expect(await client.call('undo.redo_turn')).toMatchObject({ redone: ['t'], changes: { counts: { added: 1 } } })
    expect((await rhino.look()).objects).toBe(1)
    expect(await states()).toEqual({ t: 'live' })
    expect(await client.call('undo.revert_turn', { turn_id: 't' })).toMatchObject({ reverted: ['t'] })
    expect((await rhino.look()).objects).toBe(0)
  })

  it('the user’s own edit stands in the way, is named, and goes along when asked', async () => {
    await start(switches)
    for (const id of ['a', 'b']) {
      await begin(id)
      await add()
      await end(id)
    }
    await rhino.make('run', { script: '_Point 5,5,5' })
    const blocked = await client.request('undo.revert_turn', { turn_id: 'b' })
    expect(blocked.error?.data).toMatchObject({ code: 'UNDO_BLOCKED', details: { foreign: ['Point'] } })
    expect((await rhino.look()).objects).toBe(3)
    expect(await client.call('undo.list', { turn_id: 'b' })).toMatchObject({ foreign: ['Point'] })
    expect(await client.call('undo.revert_turn', { turn_id: 'a', include_foreign: true })).toMatchObject({
      reverted: ['b', 'a'],
      changes: { counts: { removed: 3 } },
    })
    expect((await rhino.look()).objects).toBe(0)
    expect(await client.call('undo.redo_turn')).toMatchObject({ redone: ['a', 'b'] })
    expect((await rhino.look()).objects).toBe(3)
  })

  it('a command that a call types belongs to the turn, also where Rhino runs it later', async () => {
    await start(switches)
    await begin('t')
    await add()
    const ran = await client.call('scripting.execute_rhinocommand', { command: '_Point 1,2,3' })
    expect(ran).toMatchObject({ success: true, error: null })
    expect((await client.call('scene.list_objects')).total).toBe(2)
    expect((await end('t')).changes.counts).toEqual({ added: 2, removed: 0, modified: 0 })
    expect(await client.call('undo.revert_turn')).toMatchObject({ reverted: ['t'] })
    expect((await rhino.look()).objects).toBe(0)
  })

  it('commands that change nothing do not stand in the way', async () => {
    await start(switches)
    await begin('t')
    await add()
    await end('t')
    await rhino.make('run', { script: '_SelAll' })
    const { foreign } = await client.call('undo.list')
    expect(foreign).toEqual([])
    const outcome = await client.request('undo.revert_turn')
    // A Rhino that keeps the empty record might as well hold something of the user's in it: it is not taken unasked.
    if (switches.keeps_empty_records) expect(code(outcome)).toBe('UNDO_BLOCKED')
    else expect(outcome.result).toMatchObject({ reverted: ['t'] })
    expect((await rhino.look()).objects).toBe(switches.keeps_empty_records ? 1 : 0)
  })

  it('a failed call takes its own half-done work back', async () => {
    await start(switches)
    await begin('t')
    const guid = await add()
    const failed = await client.request('manipulation.delete', { ids: [guid, '00000000-0000-0000-0000-00000000dead'] })
    expect(code(failed)).toBe('OBJECT_NOT_FOUND')
    expect((await rhino.look()).objects).toBe(1)
    expect((await end('t')).changes.counts).toEqual({ added: 1, removed: 0, modified: 0 })
    await client.call('undo.revert_turn')
    expect((await rhino.look()).objects).toBe(0)
  })

  it('the user’s Ctrl+Z and Ctrl+Y are followed', async () => {
    await start(switches)
    await begin('t')
    await add()
    await end('t')
    await rhino.make('run', { script: '_Undo' })
    await client.call('ping')
    expect(await states()).toEqual({ t: 'undone' })
    expect((await client.request('undo.revert_turn', { turn_id: 't' })).error?.message).toContain('taken back already')
    await rhino.make('run', { script: '_Redo' })
    expect(await states()).toEqual({ t: 'live' })
  })
})

describe.skipIf(PYTHON === null)('turns', () => {
  it('a user edit in mid-turn closes the record; the turn goes on in another and is undone as one', async () => {
    await start()
    await begin('t', 'AI 1')
    await add()
    await rhino.make('run', { script: '_Point 5,5,5' })
    expect((await rhino.look()).recording).toBeNull()
    await add()
    await end('t')
    expect(await labels()).toEqual(['AI 1', 'Point', 'AI 1'])
    expect(code(await client.request('undo.revert_turn', { turn_id: 't' }))).toBe('UNDO_BLOCKED')
    await client.call('undo.revert_turn', { turn_id: 't', include_foreign: true })
    expect((await rhino.look()).objects).toBe(0)
  })

  it('a user edit inside our record is named as such', async () => {
    await start({ commands_fold: true })
    await begin('t', 'AI 1')
    await add()
    // Its record was begun before anybody was told: it lands in ours after all.
    await rhino.make('user_add')
    expect(await end('t')).toMatchObject({
      changes: { counts: { added: 2 }, uncovered: ['edits made by hand while the turn was running go with it'] },
    })
  })

  it('nothing is changed unrecorded: a record refused is waited for, then answered', async () => {
    await start()
    await begin('t')
    await rhino.make('recording', { enabled: false })
    const refused = await client.request('geometry.create_point')
    expect(refused.error).toMatchObject({
      message: expect.stringContaining('Rhino does not record for undo'),
      data: { code: 'RHINO_BUSY' },
    })
    expect((await rhino.look()).objects).toBe(0)
    await rhino.make('recording', { enabled: true })
    const stray = await rhino.make<number>('begin_record')
    const waiting = client.request('geometry.create_point')
    await client.call('ping')
    await rhino.make('end_record', { serial: stray })
    expect((await waiting).error).toBeNull()
    expect(await end('t')).toMatchObject({ changes: { counts: { added: 1 } } })
  })

  it('a document closed in mid-turn: the turn ends without a record, and says so', async () => {
    await start()
    await begin('t')
    await add()
    await rhino.make('close_document')
    expect(code(await client.request('geometry.create_point'))).toBe('DOCUMENT_NOT_FOUND')
    expect(await rhino.make('look')).toBeNull()
    await rhino.make('new_document')
    await add()
    expect(await end('t')).toMatchObject({
      changed: true,
      changes: { counts: { added: 1 }, uncovered: ['closed a document'] },
    })
    expect((await rhino.look()).done).toHaveLength(1)
  })

  it('a turn that only worked in a closed document can still be ended', async () => {
    await start()
    await begin('t')
    await add()
    await rhino.make('close_document')
    await rhino.make('new_document')
    expect(await end('t')).toMatchObject({ changed: false, changes: { uncovered: ['closed the document'] } })
    await begin('next')
  })

  it('a client that is gone leaves no record open, and can go on with its turn', async () => {
    await start()
    await begin('t', 'AI 1')
    await add()
    client.close()
    await once(client.socket, 'close')
    client = await rhino.greeted()
    // The close was told before this call was taken up.
    await client.call('context.get')
    expect((await rhino.look()).recording).toBeNull()
    await begin('t', 'AI 1')
    await add()
    expect(await end('t')).toMatchObject({ changes: { counts: { added: 2 } } })
    await client.call('undo.revert_turn')
    expect((await rhino.look()).objects).toBe(0)
  })

  it('two clients with a turn each: both go whole, also where they are interleaved', async () => {
    await start()
    const other = await rhino.greeted()
    await begin('a')
    await other.call('undo.begin_turn', { turn_id: 'b', label: 'b' })
    await add()
    await add(other)
    await add()
    expect(await client.call('undo.revert_turn', { turn_id: 'b' })).toMatchObject({ reverted: ['a', 'b'] })
    expect((await rhino.look()).objects).toBe(0)
    other.close()
  })

  it('calls outside a turn are edits of their own', async () => {
    await start()
    await begin('t')
    await add()
    await end('t')
    await add()
    expect(await labels()).toEqual(['t', 'geometry.create_point'])
    const blocked = await client.request('undo.revert_turn')
    expect(blocked.error?.data?.details).toMatchObject({ foreign: ['geometry.create_point'] })
  })

  it('what Rhino forgot can no longer be taken back', async () => {
    await start({ max_records: 2 })
    await begin('old')
    await add()
    await end('old')
    for (let i = 0; i < 3; i++) await add()
    expect(await states()).toEqual({ old: 'gone' })
    const { error } = await client.request('undo.revert_turn', { turn_id: 'old', include_foreign: true })
    expect(error?.message).toContain('can no longer be taken back')
  })

  it('lose their redo with the next change', async () => {
    await start()
    await begin('t')
    await add()
    await end('t')
    await client.call('undo.revert_turn')
    await rhino.make('run', { script: '_Point 1,1,1' })
    expect((await client.request('undo.redo_turn')).error?.message).toBe('There is nothing to bring back.')
    expect(await states()).toEqual({ t: 'gone' })
  })

  it('refuse an id that is used up, and a second open turn of one connection', async () => {
    await start()
    await begin('a')
    expect((await client.request('undo.begin_turn', { turn_id: 'b', label: 'b' })).error?.message).toContain(
      'still open',
    )
    const ended = await end('a')
    expect(await end('a')).toEqual(ended)
    expect((await client.request('undo.begin_turn', { turn_id: 'a', label: 'a' })).error?.message).toContain('already')
    expect(code(await client.request('undo.end_turn', { turn_id: 'c' }))).toBe('INVALID_PARAMS')
  })

  it('a stray record left by RhinoDoc.Undo is not ours to end', async () => {
    await start()
    await begin('t')
    await add()
    await end('t')
    await client.call('undo.revert_turn')
    // The revert went through the command, so nothing is left open and the next turn records.
    expect((await rhino.look()).recording).toBeNull()
    await begin('next')
    await add()
    expect((await rhino.look()).recording).toBe('next')
    await end('next')
  })
})
