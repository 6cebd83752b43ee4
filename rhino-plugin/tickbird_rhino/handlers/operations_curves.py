"""What becomes of curves and surfaces: offset, fillet, extend, project, rebuild, mesh."""

from ..host import curves, describe, geometry, inputs, objects, surfaces
from ..registry import handles


def _one(call, curve, source):
    """A new curve with the looks of its source."""
    made = objects.put_like(call.document, curve, source)
    return {'guid': objects.ids_of([made])[0], 'curve': describe.detail_of(made)}


def _replaced(call, found, shape, name):
    made = objects.replace(call.document, found, shape)
    return {'guid': objects.ids_of([made])[0], name: describe.detail_of(made)}


def _pair(params, call):
    document = call.document
    names = ('curve_id_a', 'curve_id_b')
    found = [document.object(params[name]) for name in names]
    return found, [inputs.curve(document, params[name], name) for name in names]


@handles('operations.offset_curve')
def offset_curve(params, call):
    document = call.document
    found = document.object(params['curve_id'])
    curve = inputs.curve(document, params['curve_id'], 'curve_id')
    tolerance = geometry.tolerance(document.rhino)
    if params.get('plane') is not None:
        plane = geometry.plane(params['plane'], 'plane')
    elif params.get('direction_point') is not None:
        at = {'origin': geometry.xyz(curve.PointAtStart), 'normal': params['direction_point']}
        plane = geometry.plane(at, 'direction_point')
    else:
        plane = geometry.level(geometry.xyz(curve.PointAtStart))
    made = curves.offset(curve, plane, params['distance'], params['corner_style'], tolerance)
    joined = curves.join(made, tolerance) if len(made) > 1 else made
    answers = [_one(call, one, found) for one in joined or made]
    return dict(answers[0], additional_guids=[one['guid'] for one in answers[1:]]) if answers[1:] else answers[0]


@handles('operations.blend_curves')
def blend_curves(params, call):
    found, (a, b) = _pair(params, call)
    return _one(call, curves.blend(a, b, params['continuity']), found[0])


@handles('operations.chamfer_curves')
def chamfer_curves(params, call):
    found, (a, b) = _pair(params, call)
    tolerance = geometry.tolerance(call.document.rhino)
    bevel = curves.chamfer(a, b, params['distance_a'], params['distance_b'], tolerance)
    return _one(call, bevel, found[0])


@handles('operations.fillet_curves')
def fillet_curves(params, call):
    found, (a, b) = _pair(params, call)
    if params['join']:
        inputs.unlocked(call.document, found)
    made = curves.fillet(a, b, params['radius'], params['join'], call.document.rhino)
    answers = [_one(call, curve, found[0]) for curve in made]
    if params['join']:
        objects.delete(call.document, objects.ids_of(found))
    ids = [answer['guid'] for answer in answers]
    return dict(answers[0], guids=ids, count=len(ids))


@handles('operations.extend_curve')
def extend_curve(params, call):
    document = call.document
    found = inputs.unlocked(document, [document.object(params['curve_id'])])[0]
    curve = inputs.curve(document, params['curve_id'], 'curve_id')
    boundary = params.get('boundary_id')
    reach = None if boundary is None else document.object(boundary).Geometry
    extended = curves.extend(curve, params['side'], params.get('length'), reach, params['extension_type'])
    return _replaced(call, found, extended, 'curve')


@handles('operations.project_curve')
def project_curve(params, call):
    document = call.document
    found = document.object(params['curve_id'])
    curve = inputs.curve(document, params['curve_id'], 'curve_id')
    breps = [inputs.brep_of(one, 'brep_ids') for one in inputs.objects(document, params['brep_ids'])]
    along = geometry.direction(params['direction'], 'direction')
    made = curves.project(curve, breps, along, geometry.tolerance(document.rhino))
    answers = [_one(call, one, found) for one in made]
    return {
        'guids': [answer['guid'] for answer in answers],
        'count': len(answers),
        'curves': [answer['curve'] for answer in answers],
    }


@handles('operations.rebuild_curve')
def rebuild_curve(params, call):
    document = call.document
    found = inputs.unlocked(document, [document.object(params['curve_id'])])[0]
    curve = inputs.curve(document, params['curve_id'], 'curve_id')
    return _replaced(call, found, curves.rebuild(curve, params['point_count'], params['degree']), 'curve')


@handles('operations.offset_surface')
def offset_surface(params, call):
    document = call.document
    found = document.object(params['surface_id'])
    brep = inputs.brep_of(found, 'surface_id')
    tolerance = geometry.tolerance(document.rhino)
    made = surfaces.offset(brep, params['distance'], params['both_sides'], params['solid'], tolerance)
    results = [objects.put_like(document, one, found) for one in made]
    ids = objects.ids_of(results)
    answer = {'guid': ids[0], 'surface': describe.detail_of(results[0])}
    return dict(answer, additional_guids=ids[1:]) if ids[1:] else answer


@handles('operations.rebuild_surface')
def rebuild_surface(params, call):
    document = call.document
    found = inputs.unlocked(document, [document.object(params['surface_id'])])[0]
    rebuilt = surfaces.rebuild(inputs.brep_of(found, 'surface_id'), params)
    return _replaced(call, found, rebuilt, 'surface')


@handles('operations.mesh_from_brep')
def mesh_from_brep(params, call):
    document = call.document
    found = document.object(params['brep_id'])
    made = [
        objects.put_like(document, mesh, found) for mesh in surfaces.meshes(inputs.brep_of(found, 'brep_id'), params)
    ]
    ids = objects.ids_of(made)
    return {'guids': ids, 'count': len(ids), 'meshes': [describe.detail_of(one) for one in made]}
