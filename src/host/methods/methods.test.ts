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

const call: ModellerBench['call'] = (...all) => bench.call(...all)
const fault: ModellerBench['fault'] = (...all) => bench.fault(...all)
const rounded = (values: number[]) => values.map((value) => Math.round(value * 1e6) / 1e6 + 0)
const size = ({ min, max }: { min: number[]; max: number[] }) => rounded(max.map((value, axis) => value - min[axis]!))

describe('creation', () => {
  it.each([
    ['geometry.create_box', { corner: [1, 2, 3], width: 4, depth: 5, height: 6 }, 'brep', [4, 5, 6]],
    ['creation.create_box', { corner_x: 1, width: 4, depth: 5, height: 6 }, 'brep', [4, 5, 6]],
    ['geometry.create_sphere', { center: { x: 1, y: 1, z: 1 }, radius: 2 }, 'brep', [4, 4, 4]],
    ['geometry.create_cylinder', { radius: 2, height: -5 }, 'brep', [4, 4, 5]],
    ['creation.create_cylinder', { base_z: 3, radius: 2, height: 5 }, 'brep', [4, 4, 5]],
    ['geometry.create_cone', { radius: 2, height: 5 }, 'brep', [4, 4, 5]],
    ['geometry.create_torus', { major_radius: 5, minor_radius: 1 }, 'brep', [12, 12, 2]],
    ['geometry.create_point', { x: 1, y: 2, z: 3 }, 'point', [0, 0, 0]],
    ['geometry.create_line', { start: [0, 0, 0], end: [3, 4, 0] }, 'curve', [3, 4, 0]],
    [
      'geometry.create_polyline',
      {
        points: [
          [0, 0, 0],
          [2, 0, 0],
          [2, 1, 0],
        ],
        closed: true,
      },
      'curve',
      [2, 1, 0],
    ],
    ['geometry.create_circle', { radius: 3 }, 'curve', [6, 6, 0]],
    ['geometry.create_arc', { center: [0, 0, 0], radius: 2, end_angle: 90 }, 'curve', [2, 2, 0]],
    ['geometry.create_arc', { start: [1, 0, 0], point_on: [0, 1, 0], end: [-1, 0, 0] }, 'curve', [2, 1, 0]],
    [
      'geometry.create_nurbs_curve',
      {
        points: [
          [0, 0, 0],
          [1, 0, 0],
        ],
        degree: 1,
      },
      'curve',
      [1, 0, 0],
    ],
    [
      'geometry.create_interp_curve',
      {
        points: [
          [0, 0, 0],
          [1, 0, 0],
          [2, 0, 0],
        ],
      },
      'curve',
      [2, 0, 0],
    ],
  ])('%s %j', async (method, params, type, extent) => {
    const made = await call(method, params)
    expect(made).toMatchObject({ type, doc: bench.document.serial })
    expect(size(made.bounding_box)).toEqual(extent)
  })

  it('puts the new object on its layer with its name and colour', async () => {
    await call('scene.create_layer', { name: 'Arch::Walls', color: '#ff0000' })
    const { guid } = await call('geometry.create_box', {
      width: 1,
      depth: 1,
      height: 1,
      layer: 'arch::walls',
      name: 'A',
    })
    expect(await call('scene.get_object_info', { guid: `{${guid.toUpperCase()}}` })).toMatchObject({
      guid,
      type: 'brep',
      name: 'A',
      layer: 'Arch::Walls',
      color: { r: 255, g: 0, b: 0, a: 255 },
      geometry: { face_count: 6, edge_count: 12, vertex_count: 8, is_solid: true, is_valid: true },
    })
  })

  it('names the layers there are where one is not, and makes nothing', async () => {
    const error = await fault('geometry.create_box', { width: 1, depth: 1, height: 1, layer: 'Nowhere' })
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', details: { parameter: 'layer', existing: ['Default'] } })
    expect(bench.document.tables.map('object').size).toBe(0)
    expect(kernel.liveShapes).toBe(0)
  })
})

describe('far and foul numbers', () => {
  it.each([
    ['geometry.create_point', { point: [1e308, 0, 0] }],
    ['geometry.create_point', { point: [Number.NaN, 0, 0] }],
    ['geometry.create_sphere', { radius: 1e12, center: [1e12, 0, 0] }],
    ['geometry.create_box', { width: 0, depth: 1, height: 1 }],
    ['geometry.create_line', { start: [1, 1, 1], end: [1, 1, 1] }],
    ['geometry.create_circle', { radius: 1, plane: { origin: [0, 0, 0], normal: [0, 0, 0] } }],
    ['geometry.create_torus', { major_radius: 1, minor_radius: 2 }],
    ['geometry.create_arc', { center: [0, 0, 0], radius: 1, start_angle: 90, end_angle: 450 }],
    [
      'geometry.create_nurbs_curve',
      {
        points: [
          [0, 0, 0],
          [1, 0, 0],
        ],
        degree: 3,
        weights: [1],
      },
    ],
    ['surfaces.extrude_curve', { curve_id: 'nobody', direction: [0, 0, 1] }],
  ])('%s %j is refused with the next step, and leaves nothing', async (method, params) => {
    const error = await fault(method, params)
    expect(['INVALID_PARAMS', 'OBJECT_NOT_FOUND', 'OPERATION_FAILED']).toContain(error.code)
    expect(error.details.next).toEqual(expect.any(String))
    expect(bench.document.tables.map('object').size).toBe(0)
    expect(kernel.liveShapes).toBe(0)
  })
})

describe('operations', () => {
  const plate = () => call('geometry.create_box', { width: 40, depth: 25, height: 10, name: 'Plate' })

  it('cuts a hole: the result takes the place, layer and name of the first, the inputs go', async () => {
    const { guid } = await plate()
    const hole = await call('geometry.create_cylinder', { base_center: [20, 12.5, 0], radius: 2.5, height: 10 })
    const cut = await call('operations.boolean_difference', { guid_a: guid, guids_b: [hole.guid] })
    expect(cut.count).toBe(1)
    expect(cut.objects[0].volume).toBeCloseTo(10_000 - Math.PI * 62.5, 6)
    const { objects } = await call('scene.list_objects')
    expect(objects).toMatchObject([{ guid: cut.guids[0], name: 'Plate' }])
  })

  it('takes everything back when nothing was cut', async () => {
    const { guid } = await plate()
    const far = await call('geometry.create_sphere', { center: [500, 0, 0], radius: 1 })
    const before = kernel.liveShapes
    expect(await fault('operations.boolean_difference', { guid_a: guid, guids_b: [far.guid] })).toMatchObject({
      code: 'OPERATION_FAILED',
    })
    expect((await call('scene.list_objects')).total).toBe(2)
    expect(kernel.liveShapes).toBe(before)
  })

  it('fillets the vertical edges by choice, and says which edges there are', async () => {
    const { guid } = await plate()
    const { edges } = await call('scene.get_object_info', { guid, edges: true })
    expect(edges).toHaveLength(12)
    const done = await call('operations.fillet_edge', { brep_id: guid, edges: 'vertical', radius: 3 })
    expect(done.objects[0].volume).toBeCloseTo(10 * (1000 - (4 - Math.PI) * 9), 6)
    expect(
      await fault('operations.fillet_edge', { brep_id: done.guids[0], edge_indices: [999], radius: 1 }),
    ).toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: 'edge_indices' },
    })
  })

  it('unites and intersects', async () => {
    const a = await call('geometry.create_box', { width: 2, depth: 2, height: 2 })
    const b = await call('geometry.create_box', { corner: [1, 1, 1], width: 2, depth: 2, height: 2 })
    const kept = { guids_a: [a.guid], guids_b: [b.guid], delete_input: false }
    expect((await call('operations.boolean_intersection', kept)).objects[0].volume).toBeCloseTo(1, 9)
    expect((await call('operations.boolean_union', { guids: [a.guid, b.guid] })).objects[0].volume).toBeCloseTo(15, 9)
    expect((await call('scene.list_objects')).total).toBe(2)
  })
})

describe('manipulation', () => {
  const boxAt = async (corner: number[]) =>
    (await call('geometry.create_box', { corner, width: 1, depth: 2, height: 3 })).guid as string
  const bounds = async (guid: string) => (await call('scene.get_object_info', { guid })).bounding_box

  it('moves, copies, rotates, scales, mirrors', async () => {
    const guid = await boxAt([0, 0, 0])
    expect(await call('manipulation.move', { ids: [guid, guid], translation: [10, 0, 0] })).toMatchObject({ count: 1 })
    expect(rounded((await bounds(guid)).min)).toEqual([10, 0, 0])
    const { new_ids } = await call('manipulation.copy', { ids: [guid], translation: [0, 5, 0] })
    expect(rounded((await bounds(new_ids[0])).min)).toEqual([10, 5, 0])
    await call('manipulation.rotate', { ids: [guid], center: [10, 0, 0], angle: 90 })
    expect(rounded((await bounds(guid)).min)).toEqual([8, 0, 0])
    await call('manipulation.scale', { ids: [guid], origin: [8, 0, 0], scale_factor: 2 })
    expect(size(await bounds(guid))).toEqual([4, 2, 6])
    await call('manipulation.scale', { ids: [guid], origin: [8, 0, 0], scale_factor: [0.5, 1, 1] })
    expect(size(await bounds(guid))).toEqual([2, 2, 6])
    await call('manipulation.scale', { ids: [guid], origin: [8, 0, 0], scale_factor: [2, 1, 1] })
    expect(size(await bounds(guid))).toEqual([4, 2, 6])
    const { result_ids } = await call('manipulation.mirror', {
      ids: [guid],
      start: [0, 0, 0],
      end: [0, 1, 0],
      copy: true,
    })
    expect(rounded((await bounds(result_ids[0])).max)).toEqual([-8, 2, 6])
  })

  it('leaves locked objects alone and says how to unlock', async () => {
    const guid = await boxAt([0, 0, 0])
    await call('manipulation.set_properties', { ids: [guid], locked: true })
    for (const [method, params] of [
      ['manipulation.move', { ids: [guid], translation: [1, 0, 0] }],
      ['manipulation.delete', { ids: [guid] }],
    ] as const) {
      expect(await fault(method, params)).toMatchObject({ code: 'OPERATION_FAILED', details: { id: guid } })
    }
  })

  it('changes nothing when one of many is not there', async () => {
    const guid = await boxAt([0, 0, 0])
    const missing = '00000000-0000-4000-8000-000000000000'
    expect(await fault('manipulation.delete', { ids: [guid, missing] })).toMatchObject({
      code: 'OBJECT_NOT_FOUND',
      details: { id: missing },
    })
    expect((await call('scene.list_objects')).total).toBe(1)
  })

  it('keeps user text, groups and the selection', async () => {
    const ids = [await boxAt([0, 0, 0]), await boxAt([5, 0, 0])]
    await call('manipulation.set_user_text', { id: ids[0], key: '__proto__', value: 'x' })
    expect(await call('manipulation.get_user_text', { id: ids[0], key: '__proto__' })).toMatchObject({ user_text: 'x' })
    expect(await call('manipulation.group', { ids })).toMatchObject({ group_name: 'Group01' })
    expect((await call('scene.get_groups')).groups).toMatchObject([{ name: 'Group01', member_guids: ids }])
    await call('manipulation.select_objects', { ids })
    await call('manipulation.delete', { ids: [ids[1]] })
    expect((await call('context.get')).selection).toMatchObject({ count: 1, objects: [{ guid: ids[0] }] })
    expect(await call('manipulation.ungroup', { group_name: 'group01' })).toMatchObject({ freed_ids: [ids[0]] })
    expect(await call('manipulation.unselect_all')).toMatchObject({ unselected_count: 1 })
  })
})

describe('layers', () => {
  it('makes missing parents, refuses what exists, deletes with objects only when told', async () => {
    expect(await call('scene.create_layer', { name: 'A::B::C' })).toMatchObject({ full_path: 'A::B::C' })
    expect(await fault('scene.create_layer', { name: 'a::b::c' })).toMatchObject({ code: 'INVALID_PARAMS' })
    expect(await fault('scene.create_layer', { name: 'A::::B' })).toMatchObject({ code: 'INVALID_PARAMS' })
    await call('scene.set_current_layer', { name: 'A::B::C' })
    await call('geometry.create_point', {})
    expect(await fault('scene.delete_layer', { name: 'A', delete_objects: true })).toMatchObject({
      message: expect.stringContaining('current'),
    })
    await call('scene.set_current_layer', { name: 'Default' })
    expect(await fault('scene.delete_layer', { name: 'A' })).toMatchObject({ code: 'OPERATION_FAILED' })
    expect(await call('scene.delete_layer', { name: 'A', delete_objects: true })).toMatchObject({ deleted_objects: 1 })
    expect((await call('scene.list_layers')).layers).toMatchObject([{ full_path: 'Default', is_current: true }])
  })
})

describe('surfaces', () => {
  it('extrudes to a solid and lofts', async () => {
    const circle = await call('geometry.create_circle', { radius: 1 })
    const { guid } = await call('surfaces.extrude_curve', {
      curve_id: circle.guid,
      direction: [0, 0, 9],
      distance: 2,
      cap: true,
    })
    expect((await call('scene.get_object_info', { guid })).geometry.volume).toBeCloseTo(2 * Math.PI, 6)
    const upper = await call('geometry.create_circle', { radius: 1, center: [0, 0, 4] })
    const lofted = await call('surfaces.loft', { curve_ids: [circle.guid, upper.guid] })
    expect(size(lofted.bounding_box)[2]).toBe(4)
    expect(await fault('surfaces.loft', { curve_ids: [circle.guid, upper.guid], loft_type: 'tight' })).toMatchObject({
      code: 'NOT_IMPLEMENTED',
    })
  })
})

describe('what is not here', () => {
  it('is named with what to use instead, and listed as such', async () => {
    expect(await fault('geometry.create_extrusion', {})).toMatchObject({
      code: 'NOT_IMPLEMENTED',
      details: { next: expect.stringContaining('surfaces.extrude_curve') },
    })
    expect(await fault('no.such_thing', {})).toMatchObject({ code: 'NOT_FOUND' })
    const { methods } = await call('rhino.capabilities')
    const support = Object.fromEntries(
      methods.map((one: { method: string; support: string }) => [one.method, one.support]),
    )
    expect(support).toMatchObject({
      ping: 'full',
      'creation.create_box': 'full',
      'surfaces.loft': 'limited',
      'grasshopper.solve': 'none',
    })
    expect(await fault('context.get', { doc: 12345 })).toMatchObject({ code: 'DOCUMENT_NOT_FOUND' })
  })
})
