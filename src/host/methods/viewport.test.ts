import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ModellerBench } from '../../../test/real/modeller.ts'
import { createKernel } from '../kernel/kernel.ts'

let kernel: Awaited<ReturnType<typeof createKernel>>
let bench: ModellerBench
beforeAll(async () => {
  kernel = await createKernel()
})
beforeEach(() => {
  bench?.document.close()
  bench = new ModellerBench(kernel)
})

const box = (params: Record<string, unknown> = {}) =>
  bench.call('geometry.create_box', { width: 4, depth: 3, height: 2, ...params })

/** Width and height in a PNG's header. */
function pngSize(base64: string): [number, number] {
  const bytes = Buffer.from(base64, 'base64')
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

describe('pictures', () => {
  it('are of the size asked for, show the model, and change nothing', async () => {
    const empty = await bench.call('viewport.capture', { width: 160, height: 120 })
    await box()
    const { revision } = bench.document
    const { views } = bench.document
    const full = await bench.call('viewport.capture', {
      width: 160,
      height: 120,
      view_name: 'top',
      display_mode: 'x-ray',
    })
    expect(full).toMatchObject({ success: true, view_name: 'Top', display_mode: 'XRay', width: 160, height: 120 })
    expect(pngSize(full.image)).toEqual([160, 120])
    expect((await bench.call('viewport.capture', { width: 160, height: 120 })).image).not.toBe(empty.image)
    expect(bench.document.revision).toBe(revision)
    expect(bench.document.views).toBe(views)
  })

  it('of points, curves and text alone', async () => {
    await bench.call('geometry.create_point', { point: [1, 1, 0] })
    await bench.call('geometry.create_line', { start: [0, 0, 0], end: [5, 0, 0] })
    await bench.call('geometry.create_text', { text: 'Süd', point: [0, 2, 0] })
    const { objects } = await bench.call('viewport.display_meshes')
    expect(objects).toMatchObject([
      { points: expect.any(String) },
      { edges: expect.any(String) },
      { text: { value: 'Süd' } },
    ])
    expect(pngSize((await bench.call('viewport.capture', { width: 64, height: 64 })).image)).toEqual([64, 64])
  })

  it('of what nobody can see are refused with the names there are', async () => {
    expect(await bench.fault('viewport.capture', { view_name: 'Behind' })).toMatchObject({
      code: 'INVALID_PARAMS',
      details: { existing: expect.arrayContaining(['Top', 'Perspective']) },
    })
    expect(await bench.fault('viewport.capture', { display_mode: 'Sepia' })).toMatchObject({
      details: { parameter: 'display_mode' },
    })
    expect(await bench.fault('viewport.capture', { width: 1e9 })).toMatchObject({ code: 'INVALID_PARAMS' })
  })

  it('before and after a turn stay the same, however often it is undone and redone', async () => {
    await box()
    await bench.turn('t', () => box({ corner: [6, 0, 0] }))
    const ask = () => bench.call('undo.pictures', { turn_id: 't', width: 80, height: 60 })
    const pictures = await ask()
    expect(pngSize(pictures.after)).toEqual([80, 60])
    expect(pictures.before).not.toBe(pictures.after)
    await bench.call('undo.revert_turn')
    expect(await ask()).toEqual(pictures)
    await bench.call('undo.redo_turn')
    await bench.turn('u', () => box({ corner: [0, 9, 0] }))
    expect(await ask()).toEqual(pictures)
  })
})

describe('views', () => {
  it('fit the model until somebody places the camera', async () => {
    await box({ corner: [1000, 0, 0] })
    expect((await bench.call('viewport.get_view_info')).target.x).toBeCloseTo(1002)
    await bench.call('viewport.set_camera', { camera_location: [0, -10, 0], target: [0, 0, 0], lens_length: 35 })
    expect(await bench.call('viewport.get_view_info')).toMatchObject({
      camera_location: { x: 0, y: -10, z: 0 },
      up_vector: { x: 0, y: 0, z: 1 },
      lens_length: 35,
      projection: 'perspective',
    })
    await bench.call('viewport.zoom_extents')
    expect((await bench.call('viewport.get_view_info')).target.x).toBeCloseTo(1002)
    expect(await bench.fault('viewport.set_camera', { camera_location: [1, 1, 1], target: [1, 1, 1] })).toMatchObject({
      code: 'INVALID_PARAMS',
    })
  })

  it('look straight down without turning over', async () => {
    await bench.call('viewport.set_camera', { camera_location: [0, 0, 10], target: [0, 0, 0] })
    expect((await bench.call('viewport.get_view_info')).up_vector).toEqual({ x: 0, y: 1, z: 0 })
  })

  it('are kept by name and come back, and the name can be undone', async () => {
    await bench.call('viewport.set_view', { view_name: 'Front' })
    const there = await bench.call('viewport.get_view_info')
    await bench.turn('t', () => bench.call('viewport.add_named_view', { name: 'Mine' }))
    await bench.call('viewport.set_view', { view_name: 'Perspective' })
    await bench.call('viewport.restore_named_view', { name: 'Mine' })
    expect(await bench.call('viewport.get_view_info')).toMatchObject({
      camera_location: there.camera_location,
      projection: 'parallel',
      view_name: 'Perspective',
    })
    expect(await bench.call('undo.changes', { turn_id: 't' })).toMatchObject({
      changes: { other: ['named view Mine added'] },
    })
    await bench.call('undo.revert_turn')
    expect(await bench.call('viewport.list_named_views')).toMatchObject({ named_views: [] })
    expect(await bench.fault('viewport.set_view', { named_view: 'Mine' })).toMatchObject({ code: 'INVALID_PARAMS' })
  })

  it('zoom to what is there and name what is not', async () => {
    const { guid } = await box()
    const missing = '00000000-0000-4000-8000-000000000000'
    expect(await bench.call('viewport.zoom_object', { ids: [guid, missing] })).toMatchObject({
      object_count: 1,
      missing_ids: [missing],
    })
    expect(await bench.fault('viewport.zoom_object', { ids: [missing] })).toMatchObject({ code: 'OBJECT_NOT_FOUND' })
    expect(await bench.fault('viewport.zoom_selected')).toMatchObject({ code: 'OPERATION_FAILED' })
  })
})

describe('display meshes', () => {
  it('come once, and again only when what is drawn has changed', async () => {
    const { guid } = await box({ name: 'Body' })
    const first = await bench.call('viewport.display_meshes')
    expect(first.objects).toMatchObject([{ guid, kind: 'brep', name: 'Body', layer: 'Default' }])
    const triangles = new Uint32Array(Buffer.from(first.objects[0].triangles, 'base64').buffer.slice(0))
    expect(triangles.length).toBeGreaterThan(0)
    const known = [first.objects[0].key]
    expect((await bench.call('viewport.display_meshes', { known })).objects).toEqual([])
    await bench.turn('t', () => bench.call('manipulation.move', { ids: [guid], translation: [1, 0, 0] }))
    const moved = await bench.call('viewport.display_meshes', { known })
    expect(moved).toMatchObject({
      objects: [{ guid }],
      changed: [guid],
      visible: [{ guid, key: moved.objects[0].key }],
    })
    await bench.call('undo.revert_turn')
    const back = await bench.call('viewport.display_meshes', { known })
    expect(back).toMatchObject({ objects: [], visible: [{ guid, key: known[0] }], changed: [] })
    await bench.call('manipulation.set_properties', { ids: [guid], visible: false })
    expect((await bench.call('viewport.display_meshes', { known })).visible).toEqual([])
  })
})
