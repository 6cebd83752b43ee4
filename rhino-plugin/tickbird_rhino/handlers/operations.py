"""Booleans, edges, cutting."""

from ..host import booleans, cutting, describe, geometry, inputs, objects
from ..host.results import wrong
from ..registry import handles


def _tolerance(call):
    return geometry.tolerance(call.document.rhino)


def _solids(call, ids, parameter):
    """(objects, their breps). Raises for locked ones too, as they would be replaced."""
    found = inputs.unlocked(call.document, inputs.objects(call.document, ids))
    return found, [inputs.brep_of(one, parameter) for one in found]


def _operated(call, sources, made, delete_input):
    """The results take the first input's place: its layer, name and colour."""
    document = call.document
    results = [objects.put_like(document, brep, sources[0]) for brep in made]
    if delete_input:
        objects.delete(document, objects.ids_of(sources))
    ids = objects.ids_of(results)
    return {'guids': ids, 'count': len(ids), 'objects': _with_faces(results)}


def _with_faces(found):
    """What is promised of solids and surfaces; curves have nothing of it."""
    return [detail for detail in map(describe.detail_of, found) if 'face_count' in detail and 'is_solid' in detail]


def _same_on_both_sides(parameter):
    return wrong(parameter, 'The same object stands on both sides.', 'Name different objects on the two sides.')


@handles('operations.boolean_union')
def boolean_union(params, call):
    found, breps = _solids(call, params['guids'], 'guids')
    if len(found) < 2:
        raise wrong('guids', 'A union needs two different objects.', 'Name two or more solids.')
    return _operated(call, found, booleans.union(breps, _tolerance(call)), params['delete_input'])


@handles('operations.boolean_difference')
def boolean_difference(params, call):
    if params['guid_a'] in params['guids_b']:
        raise _same_on_both_sides('guids_b')
    found, breps = _solids(call, [params['guid_a']], 'guid_a')
    cutters, tools = _solids(call, params['guids_b'], 'guids_b')
    made = booleans.difference(breps, tools, _tolerance(call))
    return _operated(call, found + cutters, made, params['delete_input'])


@handles('operations.boolean_intersection')
def boolean_intersection(params, call):
    if set(params['guids_a']) & set(params['guids_b']):
        raise _same_on_both_sides('guids_b')
    found, breps = _solids(call, params['guids_a'], 'guids_a')
    others, tools = _solids(call, params['guids_b'], 'guids_b')
    made = booleans.intersection(breps, tools, _tolerance(call))
    return _operated(call, found + others, made, params['delete_input'])


@handles('operations.boolean_split')
def boolean_split(params, call):
    if params['guid_to_split'] == params['guid_cutter']:
        raise _same_on_both_sides('guid_cutter')
    found, breps = _solids(call, [params['guid_to_split']], 'guid_to_split')
    cutter = inputs.brep(call.document, params['guid_cutter'], 'guid_cutter')
    return _operated(call, found, booleans.split(breps[0], cutter, _tolerance(call)), True)


@handles('operations.fillet_edge')
def fillet_edge(params, call):
    return _blended(params, call, params['radius'], False)


@handles('operations.chamfer_edge')
def chamfer_edge(params, call):
    return _blended(params, call, params['distance'], True)


def _blended(params, call, size, chamfer):
    found, breps = _solids(call, [params['brep_id']], 'brep_id')
    indices = booleans.chosen_edges(breps[0], params.get('edge_indices'), params.get('edges'), _tolerance(call))
    made = booleans.blend_edges(breps[0], indices, size, chamfer, call.document.rhino)
    return _operated(call, found, made, True)


@handles('operations.intersect')
def intersect(params, call):
    document = call.document
    if params['id_a'] == params['id_b']:
        raise _same_on_both_sides('id_b')
    a, b = document.object(params['id_a']), document.object(params['id_b'])
    points, curves = cutting.intersect(a, b, document.rhino)
    made = [objects.add(document, geometry.point(geometry.xyz(point)), {})['guid'] for point in points]
    lines = [objects.add(document, curve, {})['guid'] for curve in curves]
    return {
        'type': '%s_%s' % (describe.kind(a), describe.kind(b)),
        'intersects': bool(points or curves),
        'point_guids': made,
        'curve_guids': lines,
        'points': [geometry.xyz(point) for point in points],
        'curves': [describe.curve_detail(curve) for curve in curves],
    }


@handles('operations.split')
def split(params, call):
    document = call.document
    if params['object_id'] in params['cutter_ids']:
        raise _same_on_both_sides('cutter_ids')
    found = inputs.unlocked(document, [document.object(params['object_id'])])
    pieces = cutting.split(found[0], inputs.objects(document, params['cutter_ids']), document.rhino)
    return _operated(call, found, pieces, True)


@handles('operations.trim')
def trim(params, call):
    document = call.document
    if params['object_id'] == params['cutter_id']:
        raise _same_on_both_sides('cutter_id')
    found = inputs.unlocked(document, [document.object(params['object_id'])])
    pieces = cutting.split(found[0], [document.object(params['cutter_id'])], document.rhino)
    kept = objects.replace(document, found[0], cutting.nearest(pieces, geometry.point3d(params['pick_point'])))
    ids = objects.ids_of([kept])
    return {'guids': ids, 'count': len(ids), 'object': next(iter(_with_faces([kept])), None)}
