"""Solids, and extrusions and pipes of curves."""

from ..host import geometry, inputs, objects, solids
from ..registry import handles


@handles('geometry.create_box')
def create_box(params, call):
    return objects.add(call.document, solids.box(params), params)


@handles('geometry.create_cylinder')
def create_cylinder(params, call):
    return objects.add(call.document, solids.cylinder(params), params)


@handles('geometry.create_cone')
def create_cone(params, call):
    return objects.add(call.document, solids.cone(params), params)


@handles('geometry.create_sphere')
def create_sphere(params, call):
    return objects.add(call.document, solids.sphere(geometry.point3d(params['center']), params['radius']), params)


@handles('geometry.create_torus')
def create_torus(params, call):
    return objects.add(call.document, solids.torus(params), params)


@handles('geometry.create_extrusion')
def create_extrusion(params, call):
    document = call.document
    curve = inputs.curve(document, params['profile_curve_id'], 'profile_curve_id')
    direction = params.get('direction')
    if direction is None:
        along = geometry.vector3d((0.0, 0.0, params['height']))
    else:
        geometry.direction(direction, 'direction')
        along = geometry.vector3d(direction)
    made = solids.extrusion(curve, along, params['cap'], geometry.tolerance(document.rhino))
    return objects.add(document, made, params)


@handles('geometry.create_pipe')
def create_pipe(params, call):
    document = call.document
    curve = inputs.curve(document, params['curve_id'], 'curve_id')
    made = solids.pipe(curve, params['radii'], params.get('parameters'), params['cap'], document.rhino)
    return objects.add_all(document, made, params)
