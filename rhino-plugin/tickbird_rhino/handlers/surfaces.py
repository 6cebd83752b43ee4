"""Surfaces from curves and surfaces."""

from ..host import geometry, inputs, objects, solids, surfaces
from ..registry import handles


def _tolerance(call):
    return geometry.tolerance(call.document.rhino)


def _answer(created):
    return {'guid': created['guid'], 'bounding_box': created['bounding_box']}


def _all(call, made, params):
    """Every piece; `guids` names them all."""
    created = [objects.add(call.document, one, params) for one in made]
    return dict(_answer(created[0]), guids=[one['guid'] for one in created])


def _along(params):
    way = geometry.direction(params['direction'], 'direction')
    return way * float(params['distance'])


@handles('surfaces.extrude_curve')
def extrude_curve(params, call):
    document = call.document
    curve = inputs.curve(document, params['curve_id'], 'curve_id')
    if params.get('path_id') is not None:
        path = inputs.curve(document, params['path_id'], 'path_id')
        made = surfaces.extrude_along(curve, path, params['cap'], _tolerance(call))
    else:
        made = solids.extruded(curve, _along(params), params['cap'], _tolerance(call))
    return _answer(objects.add(document, made, params))


@handles('surfaces.extrude_surface')
def extrude_surface(params, call):
    brep = inputs.brep(call.document, params['surface_id'], 'surface_id')
    made = surfaces.extrude_surface(brep, _along(params), params['cap'])
    return _answer(objects.add(call.document, made, params))


@handles('surfaces.loft')
def loft(params, call):
    curves = inputs.curves(call.document, params['curve_ids'], 'curve_ids')
    made = surfaces.loft(
        curves, params['loft_type'], params['closed'], params.get('start_point'), params.get('end_point')
    )
    return _all(call, made, params)


@handles('surfaces.revolve')
def revolve(params, call):
    curve = inputs.curve(call.document, params['curve_id'], 'curve_id')
    made = surfaces.revolve(curve, params['axis_start'], params['axis_end'], params['start_angle'], params['end_angle'])
    return _answer(objects.add(call.document, made, params))


@handles('surfaces.sweep1')
def sweep_one_rail(params, call):
    rail = inputs.curve(call.document, params['rail_id'], 'rail_id')
    shapes = inputs.curves(call.document, params['shape_ids'], 'shape_ids')
    return _all(call, surfaces.sweep_one(rail, shapes, params['closed'], _tolerance(call)), params)


@handles('surfaces.sweep2')
def sweep_two_rails(params, call):
    rails = [inputs.curve(call.document, params[name], name) for name in ('rail1_id', 'rail2_id')]
    shapes = inputs.curves(call.document, params['shape_ids'], 'shape_ids')
    made = surfaces.sweep_two(rails[0], rails[1], shapes, params['closed'], _tolerance(call))
    return _all(call, made, params)


@handles('surfaces.cap_planar_holes')
def cap_planar_holes(params, call):
    document = call.document
    found = inputs.unlocked(document, [document.object(params['brep_id'])])[0]
    capped = surfaces.cap(inputs.brep_of(found, 'brep_id'), _tolerance(call))
    if capped is None:
        return {
            'guid': params['brep_id'],
            'bounding_box': geometry.box(found.Geometry),
            'caps_added': False,
            'note': 'There was no flat opening to close.',
        }
    made = objects.replace(document, found, capped)
    return {'guid': objects.ids_of([made])[0], 'bounding_box': geometry.box(made.Geometry), 'caps_added': True}


@handles('surfaces.edge_surface')
def edge_surface(params, call):
    curves = inputs.curves(call.document, params['curve_ids'], 'curve_ids')
    return _answer(objects.add(call.document, surfaces.edge_surface(curves), params))


@handles('surfaces.network_surface')
def network_surface(params, call):
    across, along = (inputs.curves(call.document, params[name], name) for name in ('curves_u', 'curves_v'))
    made = surfaces.network(across, along, params['continuity'], call.document.rhino)
    return _answer(objects.add(call.document, made, params))


@handles('surfaces.patch')
def patch(params, call):
    found = [one.Geometry for one in inputs.objects(call.document, params['object_ids'])]
    return _answer(objects.add(call.document, surfaces.patch(found, params, _tolerance(call)), params))


@handles('surfaces.planar_surface')
def planar_surface(params, call):
    curves = inputs.curves(call.document, params['curve_ids'], 'curve_ids')
    return _all(call, surfaces.planar(curves, _tolerance(call)), params)


@handles('surfaces.unroll')
def unroll(params, call):
    document = call.document
    found = document.object(params['surface_id'])
    flat = surfaces.unroll(inputs.brep_of(found, 'surface_id'), params['explode'], document.rhino)
    made = [objects.put_like(document, one, found) for one in flat]
    return {
        'guids': objects.ids_of(made),
        'bounding_box': geometry.box_values(geometry.whole_box([one.Geometry for one in made])),
    }
