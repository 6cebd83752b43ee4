"""Measuring and checking objects; each measure of one object or of many."""

from ..host import bending, checking, describe, extents, geometry, inputs, measures, nearness
from ..registry import handles


def _found(params, call):
    return inputs.objects(call.document, params['ids'])


def _tolerance(call):
    return geometry.tolerance(call.document.rhino)


@handles('analysis.length')
def measure_length(params, call):
    listed = [{'guid': describe.id_of(one), 'length': measures.length(one)} for one in _found(params, call)]
    return {'total': sum(one['length'] for one in listed), 'objects': listed}


@handles('analysis.area')
def measure_area(params, call):
    tolerance = _tolerance(call)
    listed = [{'guid': describe.id_of(one), 'area': measures.area(one, tolerance)} for one in _found(params, call)]
    return {'total': sum(one['area'] for one in listed), 'objects': listed}


@handles('analysis.volume')
def measure_volume(params, call):
    listed = [{'guid': describe.id_of(one), 'volume': measures.volume(one)} for one in _found(params, call)]
    return {'total': sum(one['volume'] or 0.0 for one in listed), 'objects': listed}


@handles('analysis.centroid')
def find_centroid(params, call):
    tolerance, found = _tolerance(call), _found(params, call)
    parts = [measures.centroid(one, params['of'], tolerance) for one in found]
    return {
        'centroid': geometry.xyz(measures.whole_centroid(parts)),
        'objects': [
            {'guid': describe.id_of(one), 'centroid': geometry.xyz(at), 'of': of}
            for one, (at, _weight, of) in zip(found, parts)
        ],
    }


@handles('analysis.bounding_box', limit='The tight box is found by turning in ever smaller steps.')
def bounding_box(params, call):
    document = call.document
    if params.get('ids'):
        found = inputs.objects(document, params['ids'])
    else:
        found = [one for one in document.objects() if describe.visible(document, one)]
    plane = geometry.plane(params['plane'], 'plane') if params.get('plane') is not None else geometry.level(None)

    def box_of(shapes):
        return extents.tight(shapes) if params['tight'] else extents.around(shapes, plane)

    shapes = [one.Geometry for one in found]
    whole = extents.described(box_of(shapes), geometry.box_values(geometry.whole_box(shapes)))
    each = found if params['each'] else []
    whole['objects'] = [
        {
            'guid': describe.id_of(one),
            'bounding_box': geometry.box(one.Geometry),
            'size': extents.size(box_of([one.Geometry])),
        }
        for one in each
    ]
    return whole


@handles('analysis.closest_point')
def closest_point(params, call):
    to, most = geometry.point3d(params['point']), params.get('max_distance')
    found = []
    for one in _found(params, call):
        near = nearness.closest(one.Geometry, to)
        apart = float(near.point.DistanceTo(to))
        if most is None or apart <= most:
            found.append((apart, describe.id_of(one), near))
    listed = [{'guid': guid, 'point': geometry.xyz(near.point), 'distance': apart} for apart, guid, near in found]
    if not found:
        return {
            'point': None,
            'guid': None,
            'distance': None,
            'parameter': None,
            'direction': None,
            'objects': listed,
        }
    apart, guid, near = min(found, key=lambda one: one[0])
    return {
        'point': geometry.xyz(near.point),
        'guid': guid,
        'distance': apart,
        'parameter': near.parameter,
        'direction': nearness.values(near.direction),
        'objects': listed,
    }


@handles('analysis.curvature')
def measure_curvature(params, call):
    listed = [bending.measured(one, describe.id_of(one), params) for one in _found(params, call)]
    radii = [one['radius'] for one in listed if one['radius'] is not None]
    return {'objects': listed, 'smallest_radius': min(radii) if radii else None}


@handles('analysis.distance', limit='Between two curved faces the distance is found by refinement.')
def measure_distance(params, call):
    here, there = _side(params, call, 'from'), _side(params, call, 'to')
    pairs = []
    for guid, shape in here:
        for other, target in there:
            call.check()
            apart, start, end = nearness.distance(shape, target)
            pairs.append((apart, geometry.xyz(start), geometry.xyz(end), guid, other))
    apart, start, end, guid, other = min(pairs, key=lambda pair: pair[0])
    return {
        'distance': apart,
        'from': start,
        'to': end,
        'delta': [b - a for a, b in zip(start, end)],
        'from_guid': guid,
        'to_guid': other,
    }


def _side(params, call, name):
    """[(guid or None, shape)]"""
    point = params.get(name + '_point')
    if point is not None:
        return [(None, geometry.point(point))]
    found = inputs.objects(call.document, params[name + '_ids'])
    return [(describe.id_of(one), one.Geometry) for one in found]


@handles('analysis.check')
def check_objects(params, call):
    document, tolerance = call.document, _tolerance(call)
    found = inputs.objects(document, params['ids']) if params.get('ids') else document.objects()
    tiny = params.get('tiny')
    problems = []
    for at, one in enumerate(found):
        if at % 50 == 49:
            call.progress(at / len(found), 'Checking')
        problems.extend(checking.problems(one, tolerance if tiny is None else tiny, tolerance))
    problems.extend(checking.duplicates(found))
    return {'ok': not problems, 'checked': len(found), 'problems': problems}
