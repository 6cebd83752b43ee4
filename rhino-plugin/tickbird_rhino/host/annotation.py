"""Text, dimensions, dots and hatches, in the document's current style."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence

import Rhino

from .geometry import level, plane_at, point3d, points3d, radians
from .results import made, one, wrong

COUNTS = {'linear': 3, 'aligned': 3, 'angular': 4, 'radial': 2, 'diameter': 2}


def text(doc: Rhino.RhinoDoc, params: Dict[str, Any]) -> Rhino.Geometry.TextEntity:
    style = doc.DimStyles.Current
    plane = plane_at(params, 'plane', 'point')
    found = Rhino.Geometry.TextEntity.Create(params['text'], plane, style, False, 0.0, 0.0)
    entity = one(found, 'Rhino made no text of that.', 'Send some text.')
    entity.Font = Rhino.DocObjects.Font.FromQuartetProperties(params['font'], params['bold'], params['italic'])
    entity.TextHeight = params['height']
    # The height is the one that was asked for, whatever scale the style has.
    entity.DimensionScale = 1.0
    entity.TextHorizontalAlignment = Rhino.DocObjects.TextHorizontalAlignment.Left
    entity.TextVerticalAlignment = Rhino.DocObjects.TextVerticalAlignment.Bottom
    return entity


def dot(value: str, at: Sequence[float]) -> Rhino.Geometry.TextDot:
    return Rhino.Geometry.TextDot(value, point3d(at))


def dimension(doc: Rhino.RhinoDoc, kind: str, values: Sequence[Sequence[float]]) -> Rhino.Geometry.GeometryBase:
    if len(values) != COUNTS[kind]:
        raise wrong(
            'points', 'This dimension takes %d points.' % COUNTS[kind], 'See what create_dimension says of them.'
        )
    style, points, types = doc.DimStyles.Current, points3d(values), Rhino.Geometry.AnnotationType
    if kind in ('linear', 'aligned'):
        found = _linear(style, kind, points)  # type: Rhino.Geometry.GeometryBase
    elif kind == 'angular':
        plane = _plane_of(points[0], points[1], points[2])
        across = Rhino.Geometry.Vector3d(1.0, 0.0, 0.0)
        found = Rhino.Geometry.AngularDimension.Create(style, plane, across, points[0], points[1], points[2], points[3])
    else:
        sort = types.Radius if kind == 'radial' else types.Diameter
        plane = level(values[0])
        found = Rhino.Geometry.RadialDimension.Create(style, sort, plane, points[0], points[1], points[1])
    return one(found, 'Rhino made no dimension of the points.', 'Send points that differ and lie in one plane.')


def _linear(
    style: Rhino.DocObjects.DimensionStyle, kind: str, points: List[Rhino.Geometry.Point3d]
) -> Rhino.Geometry.LinearDimension:
    """In the plane of the three points; horizontal or upright, whichever lies nearer, where it is not aligned."""
    types = Rhino.Geometry.AnnotationType
    plane = _plane_of(points[0], points[1], points[2])
    along = points[1] - points[0]
    if kind == 'aligned':
        turned = 0.0
        plane = Rhino.Geometry.Plane(points[0], along, points[2] - points[0])
    else:
        plane = Rhino.Geometry.Plane(points[0], plane.ZAxis)
        offset = points[2] - points[0]
        turned = radians(90.0) if abs(offset * plane.XAxis) > abs(offset * plane.YAxis) else 0.0
    sort = types.Aligned if kind == 'aligned' else types.Rotated
    return Rhino.Geometry.LinearDimension.Create(
        sort, style, plane, plane.XAxis, points[0], points[1], points[2], turned
    )


def _plane_of(a: Rhino.Geometry.Point3d, b: Rhino.Geometry.Point3d, c: Rhino.Geometry.Point3d) -> Rhino.Geometry.Plane:
    """Of three points; level where they lie on a line."""
    normal = Rhino.Geometry.Vector3d.CrossProduct(b - a, c - a)
    if normal.Length < 1e-12:
        return Rhino.Geometry.Plane(a, Rhino.Geometry.Vector3d(0.0, 0.0, 1.0))
    if normal.Z < 0:
        normal = normal * -1.0
    return Rhino.Geometry.Plane(a, normal)


def hatches(
    doc: Rhino.RhinoDoc, curves: List[Rhino.Geometry.Curve], pattern: str, scale: float, rotation: float
) -> List[Rhino.Geometry.Hatch]:
    index = _pattern(doc, pattern)
    found = Rhino.Geometry.Hatch.Create(curves, index, radians(rotation), scale, doc.ModelAbsoluteTolerance)
    return made(found, 'Rhino could not fill the curves.', 'Name closed curves that each lie in a plane.')


def _pattern(doc: Rhino.RhinoDoc, name: str) -> int:
    """Its index; a pattern that Rhino knows but the document has not yet is added."""
    known = doc.HatchPatterns.FindName(name)
    if known is not None:
        return int(known.Index)
    stock = Rhino.DocObjects.HatchPattern.Defaults
    own = [stock.Solid, stock.Hatch1, stock.Hatch2, stock.Hatch3, stock.Dash]
    own += [stock.Grid, stock.Grid60, stock.Plus, stock.Squares]
    for pattern in own:
        if str(pattern.Name).lower() == name.lower():
            return int(doc.HatchPatterns.Add(pattern))
    names = sorted({str(one.Name) for one in doc.HatchPatterns} | {str(one.Name) for one in own})
    raise wrong('pattern', 'There is no pattern “%s”.' % name[:60], 'Take one of: %s.' % ', '.join(names[:30]))
