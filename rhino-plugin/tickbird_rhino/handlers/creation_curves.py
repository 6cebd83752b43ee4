"""Points and curves."""

from ..host import curves, geometry, objects
from ..host.results import wrong
from ..registry import handles


@handles('geometry.create_line')
def create_line(params, call):
    return objects.add(call.document, curves.line(params['start'], params['end']), params)


@handles('geometry.create_polyline')
def create_polyline(params, call):
    return objects.add(call.document, curves.polyline(params['points'], params['closed']), params)


@handles('geometry.create_circle')
def create_circle(params, call):
    plane = geometry.plane_at(params, 'plane', 'center')
    return objects.add(call.document, curves.circle(plane, params['radius']), params)


@handles('geometry.create_ellipse')
def create_ellipse(params, call):
    plane = geometry.plane_at(params, 'plane', 'center')
    return objects.add(call.document, curves.ellipse(plane, params['rx'], params['ry']), params)


@handles('geometry.create_arc')
def create_arc(params, call):
    start, end, point_on = (params.get(name) for name in ('start', 'end', 'point_on'))
    if start is not None and end is not None and point_on is not None:
        return objects.add(call.document, curves.arc_through(start, point_on, end), params)
    for name in ('radius', 'end_angle'):
        if params.get(name) is None:
            raise wrong(
                name,
                'An arc needs three points, or a centre, a radius and two angles.',
                'Send start, end and point_on; or center, radius, start_angle and end_angle.',
            )
    plane = geometry.plane_at(params, 'plane', 'center')
    arc = curves.arc(plane, params['radius'], params.get('start_angle') or 0.0, params['end_angle'])
    return objects.add(call.document, arc, params)


@handles('geometry.create_interp_curve')
def create_interp_curve(params, call):
    curve = curves.interpolated(params['points'], params['degree'])
    return dict(objects.add(call.document, curve, params), degree=params['degree'])


@handles('geometry.create_nurbs_curve')
def create_nurbs_curve(params, call):
    curve = curves.nurbs(
        params['points'], params['degree'], params.get('weights'), params.get('knots'), params['periodic']
    )
    return objects.add(call.document, curve, params)


@handles('geometry.create_helix')
def create_helix(params, call):
    return objects.add(call.document, curves.helix(params), params)
