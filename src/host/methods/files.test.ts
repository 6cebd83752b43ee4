import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ModellerBench } from '../../../test/real/modeller.ts'
import { createKernel } from '../kernel/kernel.ts'

let kernel: Awaited<ReturnType<typeof createKernel>>
let bench: ModellerBench
let folder: string
beforeAll(async () => {
  kernel = await createKernel()
})
beforeEach(() => {
  bench?.document.close()
  bench = new ModellerBench(kernel)
  folder = mkdtempSync(join(tmpdir(), 'tickbird-files-'))
})

const box = (params: Record<string, unknown> = {}) =>
  bench.call('geometry.create_box', { width: 4, depth: 3, height: 2, ...params })
const path = (name: string) => join(folder, name)

describe('saving and opening', () => {
  it('keeps ids, layers, names, groups, user text, views and volumes', async () => {
    await bench.call('scene.create_layer', { name: 'Arch::Walls', color: [1, 2, 3] })
    const { guid } = await box({ name: 'Wand “Süd”', layer: 'Arch::Walls' })
    await bench.call('manipulation.set_user_text', { id: guid, key: 'material', value: 'oak' })
    await bench.call('manipulation.group', { ids: [guid], name: 'Pair' })
    await bench.call('viewport.add_named_view', { name: 'Mine' })
    const before = await bench.call('scene.get_object_info', { guid })
    expect(await bench.call('files.get_document_path')).toMatchObject({ file_path: null, is_modified: true })
    await bench.call('files.save_document_as', { file_path: path('a.3dm') })
    expect(await bench.call('files.get_document_path')).toMatchObject({ file_name: 'a.3dm', is_modified: false })
    await bench.call('files.new_document', { units: 'meters' })
    expect((await bench.call('context.get')).document).toMatchObject({ object_count: 0, units: 'meters', path: null })
    expect(await bench.call('files.open_document', { file_path: path('a.3dm') })).toMatchObject({ object_count: 1 })
    const after = await bench.call('scene.get_object_info', { guid })
    expect(after).toMatchObject({
      name: 'Wand “Süd”',
      layer: 'Arch::Walls',
      user_text: { material: 'oak' },
    })
    expect(after.geometry).toMatchObject({ is_solid: true, face_count: 6 })
    expect(after.geometry.volume).toBeCloseTo(before.geometry.volume, 9)
    expect((await bench.call('scene.get_groups')).groups).toMatchObject([{ name: 'Pair', member_guids: [guid] }])
    expect((await bench.call('viewport.list_named_views')).named_views).toEqual(['Mine'])
  })

  it('tells what undo does not cover, and goes on with the open turn in another document', async () => {
    const { changes } = await bench.turn('t', async () => {
      await box()
      await bench.call('files.save_document_as', { file_path: path('a.3dm') })
    })
    expect(changes.uncovered).toEqual(['saved a.3dm'])
    await bench.call('undo.begin_turn', { turn_id: 'u', label: 'u' })
    const serial = bench.document.serial
    await bench.call('files.open_document', { file_path: path('a.3dm') })
    expect(await bench.fault('context.get', { doc: serial })).toMatchObject({ code: 'DOCUMENT_NOT_FOUND' })
    await box({ corner: [9, 0, 0] })
    expect(await bench.call('undo.end_turn', { turn_id: 'u' })).toMatchObject({
      changes: { counts: { added: 1 }, uncovered: ['opened another document'] },
    })
    await bench.call('undo.revert_turn', { turn_id: 'u' })
    expect(bench.document.modified).toBe(false)
  })

  it('recovers an autosave as the document it belongs to', async () => {
    await box()
    await bench.call('files.save_document_as', { file_path: path('auto.3dm') })
    await bench.call('files.open_document', { file_path: path('auto.3dm'), recover_as: path('real.3dm') })
    expect(await bench.call('files.get_document_path')).toEqual({
      file_path: path('real.3dm'),
      file_name: 'real.3dm',
      is_modified: true,
      doc: bench.document.serial,
    })
  })

  it('refuses what it cannot read or must not overwrite, and leaves everything as it was', async () => {
    const { guid } = await box()
    writeFileSync(path('broken.3dm'), 'no such thing')
    writeFileSync(path('empty.3dm'), '')
    writeFileSync(path('there.3dm'), 'mine')
    const { serial, revision } = bench.document
    for (const name of ['broken.3dm', 'empty.3dm', 'missing.3dm']) {
      const error = await bench.fault('files.open_document', { file_path: path(name) })
      expect(error.details.next).toEqual(expect.any(String))
    }
    expect((await bench.fault('files.save_document_as', { file_path: path('there.3dm') })).code).toBe('INVALID_PARAMS')
    expect((await bench.fault('files.save_document_as', { file_path: path('a.step') })).code).toBe('INVALID_PARAMS')
    expect((await bench.fault('files.save_document')).message).toMatch(/no file yet/)
    expect(readFileSync(path('there.3dm'), 'utf8')).toBe('mine')
    expect(bench.document).toMatchObject({ serial, revision, path: null })
    expect((await bench.call('scene.list_objects')).objects).toMatchObject([{ guid }])
  })
})

describe('import and export', () => {
  it('brings objects in with new ids, in the units of the document, as one undoable change', async () => {
    await bench.call('scene.create_layer', { name: 'Shared' })
    const { guid } = await box({ layer: 'Shared', name: 'Original' })
    await bench.call('files.export_objects', { guids: [guid], file_path: path('part.3dm') })
    await bench.call('files.new_document', { units: 'centimeters' })
    await bench.call('scene.create_layer', { name: 'Shared' })
    const { changes } = await bench.turn('t', async () => {
      const made = await bench.call('files.import_file', { file_path: path('part.3dm') })
      expect(made.notes).toEqual([expect.stringMatching(/millimeters to centimeters/)])
      expect(made.guids).not.toContain(guid)
    })
    expect(changes.added).toMatchObject([{ name: 'Original', layer: 'Shared' }])
    expect(changes.volume_after).toBeCloseTo(0.024, 9)
    await bench.call('undo.revert_turn')
    expect((await bench.call('context.get')).document.object_count).toBe(0)
  })

  it('exports the selection only when there is one', async () => {
    const { guid } = await box()
    await box({ corner: [9, 9, 9] })
    expect(await bench.fault('files.export_selected', { file_path: path('s.3dm') })).toMatchObject({
      message: 'Nothing is selected.',
    })
    await bench.call('manipulation.select_objects', { ids: [guid] })
    const done = await bench.call('files.export_document', { file_path: path('s.3dm'), selected_only: true })
    expect(done).toMatchObject({ object_count: 1, file_size_bytes: readFileSync(path('s.3dm')).byteLength })
  })
})
