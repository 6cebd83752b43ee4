import { describe, expect, it } from 'vitest'
import type { ToolSpec } from './define.ts'
import { toolNamed, tools } from './registry.ts'
import { parseParams } from './validate.ts'
import { wordingFor } from './wording.ts'

const mm = wordingFor('millimeters', 0.01)
const ID = 'c56a4180-65aa-42ec-a945-5fd21dec0538'
const made = { guid: ID, type: 'brep', bounding_box: { min: [0, 0, 0], max: [40, 25, 10] } }
const met = (points: number, curves: number) => ({
  intersects: points + curves > 0,
  point_guids: Array(points).fill(ID),
  curve_guids: Array(curves).fill(ID),
})
const left = (count: number) => ({ guids: Array(count).fill(ID), count, objects: [] })

function sentence(name: string, input: Record<string, unknown>, output: unknown, words = mm): string {
  const tool = toolNamed(name) as ToolSpec
  return tool.summarize(parseParams(tool, input), output as never, words)
}

describe('the sentence on a card', () => {
  it.each([
    ['create_box', { width: 40, depth: 25, height: 10 }, made, 'Box 40 × 25 × 10 mm'],
    ['create_box', { corners: Array(8).fill([0, 0, 0]) }, made, 'Box 40 × 25 × 10 mm'],
    ['create_sphere', { radius: 2.5 }, made, 'Sphere, r 2.5 mm'],
    ['create_cylinder', { radius: 5, height: -20 }, made, 'Cylinder, r 5 mm, 20 mm high'],
    ['create_torus', { major_radius: 20, minor_radius: 5 }, made, 'Torus, R 20 mm, r 5 mm'],
    ['create_line', { start: [0, 0, 0], end: [3, 4, 0] }, made, 'Line, 5 mm long'],
    [
      'create_polyline',
      {
        points: [
          [0, 0, 0],
          [1, 0, 0],
        ],
        closed: true,
      },
      made,
      'Closed polyline, 2 points',
    ],
    ['create_arc', { start: [0, 0, 0], end: [1, 0, 0], point_on: [0, 1, 0] }, made, 'Arc through 3 points'],
    ['create_text', { text: 'A'.repeat(99) }, made, `Text “${'A'.repeat(39)}…”`],
    ['boolean_union', { guids: [ID, ID] }, left(1), 'United 2 objects into 1'],
    ['boolean_difference', { guid_a: ID, guids_b: [ID, ID, ID, ID] }, left(1), 'Cut 4 objects out of a solid'],
    ['boolean_difference', { guid_a: ID, guids_b: [ID] }, left(2), 'Cut 1 object out of a solid, 2 pieces left'],
    ['fillet_edges', { brep_id: ID, edge_indices: [0, 1, 2, 2, 3], radius: 2 }, left(1), 'Filleted 4 edges, r 2 mm'],
    ['fillet_edges', { brep_id: ID, edges: 'vertical', radius: 2 }, left(1), 'Filleted the vertical edges, r 2 mm'],
    ['chamfer_edges', { brep_id: ID, edges: 'all', distance: 1 }, left(1), 'Chamfered all edges, 1 mm'],
    [
      'move_objects',
      { ids: [ID], translation: [10, 0, -5] },
      { moved_ids: [ID], count: 1 },
      'Moved 1 object by 10, 0, −5 mm',
    ],
    ['rotate_objects', { ids: [ID], center: [0, 0, 0], angle: 45 }, { count: 3 }, 'Rotated 3 objects by 45°'],
    [
      'scale_objects',
      { ids: [ID], origin: [0, 0, 0], scale_factor: 2, copy: true },
      { count: 1 },
      'Scaled a copy of 1 object by 2',
    ],
    [
      'scale_objects',
      { ids: [ID], origin: [0, 0, 0], scale_factor: [1, 1, 2] },
      { count: 1 },
      'Scaled 1 object by 1, 1, 2',
    ],
    ['delete_objects', { ids: [ID, ID] }, { deleted_count: 2 }, 'Deleted 2 objects'],
    ['set_object_properties', { ids: [ID], name: 'Body' }, { count: 1 }, 'Named 1 object “Body”'],
    ['set_object_properties', { ids: [ID], visible: false }, { count: 2 }, 'Hid 2 objects'],
    ['set_object_properties', { ids: [ID], layer: 'A', color: '#f00' }, { count: 2 }, 'Set layer, color of 2 objects'],
    ['list_objects', {}, { objects: [1, 2], total: 2 }, 'Listed 2 objects'],
    ['list_objects', {}, { objects: [1, 2], total: 9 }, 'Listed 2 of 9 objects'],
    ['save_document_as', { file_path: 'C:\\x\\a b.3dm' }, { file_path: 'C:\\x\\a b.3dm' }, 'Saved “a b.3dm”'],
    [
      'export_document',
      { file_path: '/a/b.step' },
      { file_path: '/a/b.step', object_count: 1 },
      'Exported 1 object to “b.step”',
    ],
    ['capture_viewport', {}, { view_name: 'Top', display_mode: 'Shaded' }, 'Looked at Top, shaded'],
    ['create_ellipse', { rx: 10, ry: 5 }, made, 'Ellipse 20 × 10 mm'],
    ['create_pipe', { curve_id: ID, radii: 3 }, made, 'Pipe, r 3 mm'],
    ['create_pipe', { curve_id: ID, radii: [3, 4], parameters: [0, 1] }, made, 'Pipe of changing radius'],
    ['create_extrusion', { profile_curve_id: ID, height: -20 }, made, 'Extrusion, 20 mm high'],
    ['create_extrusion', { profile_curve_id: ID, direction: [3, 4, 0] }, made, 'Extrusion, 5 mm high'],
    ['create_dimension', { type: 'radial', points: ['0,0,0', '1,0,0'] }, made, 'Radial dimension'],
    ['split_object', { object_id: ID, cutter_ids: [ID] }, left(2), 'Split an object into 2 pieces'],
    ['intersect_objects', { id_a: ID, id_b: ID }, met(0, 0), 'The objects do not meet'],
    ['intersect_objects', { id_a: ID, id_b: ID }, met(2, 1), 'The objects meet in 2 points and 1 curve'],
    [
      'chamfer_curves',
      { curve_id_a: ID, curve_id_b: ID, distance_a: 2, distance_b: 2 },
      made,
      'Chamfered two curves, 2 mm',
    ],
    [
      'chamfer_curves',
      { curve_id_a: ID, curve_id_b: ID, distance_a: 2, distance_b: 3 },
      made,
      'Chamfered two curves, 2 × 3 mm',
    ],
    [
      'revolve_curve',
      { curve_id: ID, axis_start: [0, 0, 0], axis_end: [0, 0, 1], end_angle: 180 },
      made,
      'Revolved a curve by 180°',
    ],
    ['cap_planar_holes', { brep_id: ID }, { guid: ID, caps_added: false }, 'Found no hole to cap'],
    ['array_objects_polar', { id: ID, count: 6, center: [0, 0, 0] }, { array_ids: [ID] }, 'Ring of 6 over 360°'],
    ['measure_area', { ids: [ID] }, { total: 1234.5, objects: [] }, 'Area 1\u2009234.5 mm²'],
    ['measure_volume', { ids: [ID] }, { total: 8, objects: [] }, 'Volume 8 mm³'],
    ['get_bounding_box', {}, { size: [40, 25, 10], bounding_box: null }, 'Overall 40 × 25 × 10 mm'],
    ['get_bounding_box', {}, { size: null, bounding_box: null }, 'Nothing to measure'],
    ['check_objects', {}, { ok: true, checked: 3, problems: [] }, 'Checked 3 objects, nothing wrong'],
    ['find_closest_point', { ids: [ID], point: [0, 0, 0] }, { distance: null }, 'Nothing is that close'],
    [
      'set_units',
      { units: 'm' },
      { units: 'meters', previous: 'millimeters', scale_factor: 0.001 },
      'Units meters, were millimeters',
    ],
    [
      'set_units',
      { absolute_tolerance: 0.1 },
      { units: 'meters', previous: 'meters', absolute_tolerance: 0.1 },
      'Tolerance 0.1',
    ],
    [
      'assign_material',
      { material: 'Oak', ids: [ID] },
      { material: 'Oak', assigned_ids: [ID], layers: ['A'] },
      'Put “Oak” on 1 object and 1 layer',
    ],
    ['define_block', { name: 'Chair', ids: [ID] }, { name: 'Chair', object_count: 4 }, 'Block “Chair” of 4 objects'],
    ['pick_objects', { prompt: 'Edges' }, { cancelled: true, count: 0 }, 'The user picked nothing'],
    ['execute_python', { code: '\n\nimport math\nprint(1)' }, {}, 'Ran Python: import math'],
    ['set_grasshopper_input', { name: 'Count', value: '[1, 2]' }, { component: 'Count' }, 'Set “Count” to [1,2]'],
    ['recompute_grasshopper', {}, { messages: [{ level: 'error' }, { level: 'warning' }] }, 'Solved with 1 error'],
    ['delete_layer', { name: 'A::B' }, { deleted_objects: 2 }, 'Deleted layer “A::B” and 2 objects on it'],
  ])('of %s with %j', (name, input, output, text) => expect(sentence(name, input, output)).toBe(text))

  it('does without a unit where the document has none', () => {
    const none = wordingFor('none', 0.01)
    expect(sentence('create_box', { width: 4, depth: 2, height: 1 }, made, none)).toBe('Box 4 × 2 × 1')
  })

  it('is about the objects that are there afterwards', () => {
    const tool = toolNamed('boolean_difference') as ToolSpec
    expect(tool.objects?.({}, left(2) as never)).toEqual([ID, ID])
    expect(tools.filter((spec) => spec.effect === 'create' && !spec.objects).map(({ name }) => name)).toEqual([
      'create_layer',
      'create_material',
      'place_grasshopper_component',
    ])
  })
})
