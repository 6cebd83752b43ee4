import { expect } from 'vitest'

/** One call of one of GOLEM's tools. `$name` stands for what an earlier step kept, `$folder` for a folder of the test's own. */
export interface Step {
  tool: string
  args?: Record<string, unknown>
  /** Keeps what stands at this path of the result: ['box', 'guid']. */
  keep?: readonly [name: string, path: string]
  /** What the result must hold, on either host. */
  gives?: object
  /** What only a host with a kernel can know. */
  computed?: object
  /** GOLEM's client leaves out what is needed: the sentence that both hosts answer. */
  refused?: RegExp
}

export const ID: unknown = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const SUCCESS = { success: true }
const near = (value: number): unknown => expect.closeTo(value, 4)
/** Half a volume of two boxes that overlap by half. */
const cut = (volume: number) => ({ count: 1, objects: [{ volume: near(volume), is_solid: true }] })
const points = (...all: [number, number, number][]) => all.map(([x, y, z]) => ({ x, y, z }))

const box = (x: number) => ({ corner_x: x, width: 10, depth: 10, height: 10 })

/** Every tool of GOLEM's client, in an order in which each has what it needs. */
export const STEPS: Step[] = [
  { tool: 'new_document', args: { units: 'Millimeters' }, gives: SUCCESS },
  {
    tool: 'create_layer',
    args: { name: 'Wände', color_r: 10, color_g: 20, color_b: 30 },
    gives: { full_path: 'Wände' },
  },
  { tool: 'create_layer', args: { name: 'Außen', parent: 'Wände' }, gives: { full_path: 'Wände::Außen' } },
  {
    tool: 'list_layers',
    gives: {
      layers: expect.arrayContaining([expect.objectContaining({ full_path: 'Wände::Außen', parent_name: 'Wände' })]),
    },
  },
  {
    tool: 'create_box',
    args: { ...box(0), layer: 'Wände::Außen', name: 'Kiste ä' },
    keep: ['box', 'guid'],
    gives: { guid: ID },
  },
  {
    tool: 'get_object_info',
    args: { guid: '$box' },
    gives: { name: 'Kiste ä', layer: 'Wände::Außen' },
    computed: {
      bounding_box: { min: [0, 0, 0], max: [10, 10, 10] },
      geometry: { volume: near(1000), area: near(600) },
    },
  },
  { tool: 'create_box', args: box(5), keep: ['cutter', 'guid'] },
  { tool: 'create_sphere', args: { center_x: 50, radius: 5 }, keep: ['sphere', 'guid'], gives: { guid: ID } },
  { tool: 'create_cylinder', args: { base_x: 80, radius: 4, height: 9 }, gives: { guid: ID } },
  { tool: 'create_cone', args: { base_x: 100, radius: 4, height: 9 }, gives: { guid: ID } },
  { tool: 'create_torus', args: { center_x: 130, major_radius: 10, minor_radius: 2 }, gives: { guid: ID } },
  { tool: 'create_line', args: { end_x: 10 }, keep: ['line', 'guid'], gives: { guid: ID } },
  { tool: 'create_line', args: { end_y: 10 }, keep: ['line2', 'guid'] },
  { tool: 'create_arc', args: { radius: 5, start_angle: 0, end_angle: 90 }, gives: { guid: ID } },
  { tool: 'create_circle', args: { center_z: 30, radius: 5 }, keep: ['circle', 'guid'], gives: { guid: ID } },
  { tool: 'create_circle', args: { center_z: 40, radius: 3 }, keep: ['circle2', 'guid'] },
  {
    tool: 'create_polyline',
    args: {
      points: points([0, 0, 60], [10, 0, 60], [10, 10, 60]),
      closed: true,
    },
    keep: ['polyline', 'guid'],
    gives: { guid: ID },
  },
  {
    tool: 'create_nurbs_curve',
    args: {
      points: points([0, 0, 0], [5, 5, 0], [10, 0, 0], [15, 5, 0]),
      degree: 3,
      interpolate: false,
    },
    gives: { guid: ID },
  },
  {
    tool: 'create_point',
    args: { x: 1.5, y: 2, z: 3 },
    keep: ['point', 'guid'],
    gives: { guid: ID, bounding_box: { min: [1.5, 2, 3] } },
  },
  { tool: 'create_text', args: { text: 'Schnitt A–A', height: 2 }, gives: { guid: ID } },
  { tool: 'get_document_info', gives: { units: 'millimeters', object_count: 15, layer_count: 3 } },
  { tool: 'list_objects', args: { layer: 'Wände::Außen' }, gives: { total: 1, objects: [{ guid: '$box' }] } },
  { tool: 'get_document_path', gives: { file_path: null, is_modified: true } },
  { tool: 'save_document_as', args: { file_path: '$folder/Entwurf 1 ä.3dm', overwrite: true }, gives: SUCCESS },
  { tool: 'save_document', gives: SUCCESS },
  { tool: 'export_objects', args: { guids: ['$box'], file_path: '$folder/box.3dm', overwrite: true }, gives: SUCCESS },
  { tool: 'export_document', args: { file_path: '$folder/all.3dm', overwrite: true }, gives: SUCCESS },
  { tool: 'import_file', args: { file_path: '$folder/box.3dm' }, gives: SUCCESS },
  { tool: 'select_objects', args: { guids: ['$box'] } },
  { tool: 'get_selected_objects', gives: { objects: [] } },
  { tool: 'deselect_all' },
  { tool: 'set_object_layer', args: { guids: ['$point'], layer: 'Wände' } },
  { tool: 'set_object_name', args: { guid: '$point', name: 'P' } },
  { tool: 'set_user_text', args: { guid: '$point', key: 'k', value: 'v' } },
  { tool: 'hide_objects', args: { guids: ['$point'], hide: true } },
  { tool: 'lock_objects', args: { guids: ['$point'], lock: true } },
  { tool: 'move_objects', args: { guids: ['$box'], translation_x: 1 } },
  { tool: 'copy_objects', args: { guids: ['$box'], translation_x: 1 } },
  { tool: 'rotate_objects', args: { guids: ['$box'], angle_degrees: 90 } },
  { tool: 'scale_objects', args: { guids: ['$box'], scale_x: 2, scale_y: 2, scale_z: 2 } },
  { tool: 'scale_objects_1d', args: { guids: ['$box'], scale_factor: 2 } },
  { tool: 'scale_objects_2d', args: { guids: ['$box'], scale_x: 2, scale_y: 2 } },
  {
    tool: 'orient_objects',
    args: {
      guids: ['$box'],
      reference_points: points([0, 0, 0], [1, 0, 0]),
      target_points: points([0, 0, 0], [0, 1, 0]),
    },
  },
  { tool: 'align_objects', args: { guids: ['$box', '$cutter'], alignment: 'min', axis: 'x' } },
  { tool: 'distribute_objects', args: { guids: ['$box', '$cutter', '$sphere'], axis: 'x' } },
  {
    tool: 'apply_transform',
    args: {
      guids: ['$sphere'],
      matrix: [
        [1, 0, 0, 5],
        [0, 1, 0, 0],
        [0, 0, 1, 0],
        [0, 0, 0, 1],
      ],
    },
    gives: { count: 1 },
  },
  { tool: 'mirror_objects', args: { guids: ['$sphere'], plane_normal_x: 1 } },
  { tool: 'array_objects_linear', args: { guids: ['$sphere'], count_x: 2, spacing_x: 20 } },
  { tool: 'array_objects_polar', args: { guids: ['$sphere'], count: 3 } },
  { tool: 'group_objects', args: { guids: ['$box', '$sphere'], group_name: 'g' } },
  { tool: 'ungroup_objects', args: { guids: ['$box', '$sphere'] } },
  { tool: 'fillet_curves', args: { guid1: '$line', guid2: '$line2', radius: 1 }, gives: { guid: ID } },
  { tool: 'offset_curve', args: { guid: '$circle', distance: 1 }, gives: { guid: ID } },
  {
    tool: 'extrude_curve',
    args: { profile_guid: '$circle', distance: 5 },
    gives: { guid: ID },
    computed: { bounding_box: { max: [5, 5, 35] } },
  },
  { tool: 'loft_curves', args: { curve_guids: ['$circle', '$circle2'] } },
  { tool: 'revolve_curve', args: { profile_guid: '$line', axis_end_z: 1 } },
  { tool: 'sweep_1_rail', args: { rail_guid: '$line', cross_section_guids: ['$circle'] } },
  { tool: 'sweep_2_rails', args: { rail1_guid: '$line', rail2_guid: '$line2', cross_section_guids: ['$circle'] } },
  { tool: 'patch_surface', args: { input_guids: ['$circle'] } },
  { tool: 'planar_surface', args: { boundary_guid: '$circle' }, keep: ['surface', 'guid'], gives: { guid: ID } },
  { tool: 'cap_planar_holes', args: { guid: '$surface' }, gives: { caps_added: false } },
  { tool: 'offset_surface', args: { guid: '$surface', distance: 1 } },
  { tool: 'mesh_from_surface', args: { source_guid: '$sphere' } },
  { tool: 'convert_to_nurbs', args: { guid: '$sphere' } },
  { tool: 'rebuild_surface', args: { guid: '$surface' } },
  { tool: 'join_curves', args: { guids: ['$line', '$line2'] } },
  { tool: 'explode_object', args: { guid: '$polyline' } },
  {
    tool: 'boolean_difference',
    args: { target_guids: ['$box'], cutter_guids: ['$cutter'], delete_input: false },
    keep: ['half', 'guids'],
    gives: { count: 1 },
    computed: cut(500),
  },
  {
    tool: 'boolean_intersection',
    args: { guids: ['$box', '$cutter'], delete_input: false },
    refused: /guids_a is missing/,
  },
  { tool: 'boolean_union', args: { guids: ['$box', '$cutter'] }, gives: { count: 1 }, computed: cut(1500) },
  { tool: 'list_views' },
  { tool: 'set_active_view', args: { view_name: 'Top' } },
  {
    tool: 'set_camera',
    args: { location_x: 50, location_y: -50, location_z: 50, view_name: 'Perspective' },
    gives: SUCCESS,
  },
  { tool: 'zoom_extents', gives: SUCCESS },
  { tool: 'zoom_selected', args: { guids: ['$sphere'] }, refused: /Nothing is selected/ },
  { tool: 'set_display_mode', args: { mode: 'Shaded' }, gives: SUCCESS },
  { tool: 'set_background_color', args: { r: 1, g: 2, b: 3 }, gives: SUCCESS },
  { tool: 'add_named_view', args: { view_name_to_save_as: 'Eingang' }, gives: SUCCESS },
  { tool: 'restore_named_view', args: { named_view: 'Eingang' }, gives: SUCCESS },
  {
    tool: 'capture_viewport',
    args: { width: 64, height: 48 },
    gives: { width: 64, height: 48, image: expect.stringMatching(/^iVBOR/) },
  },
  { tool: 'execute_python', args: { code: 'print(1 + 1)' }, gives: { success: true, stdout: '2\n' } },
  { tool: 'execute_rhinoscript', args: { code: 'Rhino.Print "x"' } },
  { tool: 'evaluate_expression', args: { expression: '6 * 7' }, gives: { value: 42 } },
  { tool: 'run_rhino_command', args: { command: '_SelAll' } },
  { tool: 'open_grasshopper_definition', args: { file_path: '$folder/none.gh' }, refused: /There is no file/ },
  { tool: 'run_grasshopper_definition', refused: /Grasshopper is not open/ },
  { tool: 'list_grasshopper_components', refused: /Grasshopper is not open/ },
  { tool: 'set_grasshopper_input', args: { component_name: 'a', value: 1 } },
  { tool: 'get_grasshopper_outputs' },
  { tool: 'bake_grasshopper_objects' },
  { tool: 'close_grasshopper_definition', refused: /Grasshopper is not open/ },
  { tool: 'delete_objects', args: { guids: ['$point'] } },
  { tool: 'delete_layer', args: { name: 'Wände::Außen', delete_objects: true }, gives: SUCCESS },
]
