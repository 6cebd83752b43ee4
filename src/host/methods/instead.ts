import { Fault } from '../../wire/fault.ts'

/** What to use in the place of a method this host does not have. Data; the longest name that begins it counts. */
const INSTEAD: Readonly<Record<string, string>> = {
  'geometry.create_ellipse': 'Scale a circle with manipulation.scale, or draw it with geometry.create_interp_curve.',
  'geometry.create_helix': 'Draw points of the helix with geometry.create_interp_curve.',
  'geometry.create_plane_surface': 'Make a flat box with geometry.create_box.',
  'geometry.create_extrusion': 'Use surfaces.extrude_curve with cap.',
  'geometry.create_pipe': 'Extrude a circle along the curve with surfaces.extrude_curve and path_id.',
  'geometry.create_text_dot': 'Use geometry.create_text.',
  'manipulation.array_': 'Call manipulation.copy or manipulation.rotate with copy once for each place.',
  'manipulation.orient': 'Use manipulation.move and manipulation.rotate.',
  'manipulation.apply_transform': 'Use manipulation.move, .rotate, .scale or .mirror.',
  'manipulation.join': 'Use operations.boolean_union for solids.',
  'operations.boolean_split':
    'Use operations.boolean_difference and operations.boolean_intersection for the two parts.',
  'operations.split': 'Use operations.boolean_difference and operations.boolean_intersection for the two parts.',
  'operations.trim': 'Use operations.boolean_difference with a solid cutter.',
  'surfaces.revolve': 'Use geometry.create_cylinder, .create_cone, .create_sphere or .create_torus.',
  'surfaces.sweep1': 'Use surfaces.extrude_curve with path_id.',
  'block.list': 'Use scene.get_blocks.',
  'analysis.': 'scene.get_object_info gives length, area, volume and bounding box.',
  'units.get': 'Use context.get.',
  'scripting.': 'Use the typed methods; scripts need Rhino.',
  'grasshopper.': 'Grasshopper needs Rhino.',
}

/** NOT_IMPLEMENTED with the next step. */
export function notBuilt(method: string): Fault {
  const instead = Object.keys(INSTEAD)
    .filter((name) => method.startsWith(name))
    .sort((a, b) => b.length - a.length)[0]
  const hint = instead === undefined ? undefined : INSTEAD[instead]
  return new Fault('NOT_IMPLEMENTED', `The built-in modeller cannot do ${method}.`, {
    next: `${hint ?? 'rhino.capabilities says what it can.'} Or connect Rhino.`,
  })
}
