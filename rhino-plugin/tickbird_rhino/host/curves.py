"""Curves: making them, and what becomes of them."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence

import Rhino

from .geometry import point3d, points3d, radians
from .results import failed, made, many, one, wrong

POINTS = 'Look at the points: they must differ, and there must be more of them than the degree.'


def line(start: Sequence[float], end: Sequence[float]) -> Rhino.Geometry.LineCurve:
    made_of = Rhino.Geometry.Line(point3d(start), point3d(end))
    if made_of.Length <= 0:
        raise wrong('end', 'The line has no length: both ends are the same point.', 'Send two different points.')
    return Rhino.Geometry.LineCurve(made_of)


def polyline(values: Sequence[Sequence[float]], closed: bool) -> Rhino.Geometry.PolylineCurve:
    points = points3d(values)
    if closed and points and points[0].DistanceTo(points[-1]) > 0:
        points.append(points[0])
    if len(points) < 2:
        raise wrong('points', 'A polyline needs two points at least.', 'Send more points.')
    return Rhino.Geometry.PolylineCurve(points)


def circle(plane: Rhino.Geometry.Plane, radius: float) -> Rhino.Geometry.ArcCurve:
    return Rhino.Geometry.ArcCurve(Rhino.Geometry.Circle(plane, radius))


def ellipse(plane: Rhino.Geometry.Plane, rx: float, ry: float) -> Rhino.Geometry.Curve:
    return one(
        Rhino.Geometry.Ellipse(plane, rx, ry).ToNurbsCurve(),
        'Rhino made no ellipse of that.',
        'Send two radii above zero.',
    )


def arc_through(start: Sequence[float], point_on: Sequence[float], end: Sequence[float]) -> Rhino.Geometry.ArcCurve:
    arc = Rhino.Geometry.Arc(point3d(start), point3d(point_on), point3d(end))
    if not arc.IsValid:
        raise wrong('point_on', 'No arc goes through the three points.', 'Send three points that do not lie on a line.')
    return Rhino.Geometry.ArcCurve(arc)


def arc(plane: Rhino.Geometry.Plane, radius: float, start: float, end: float) -> Rhino.Geometry.ArcCurve:
    """Angles in degrees, counter-clockwise from the first to the second."""
    sweep = (end - start) % 360
    if sweep == 0:
        raise wrong(
            'end_angle',
            'The angles of the arc are the same, or a whole turn apart.',
            'Send two different angles; for a whole turn use geometry.create_circle.',
        )
    interval = Rhino.Geometry.Interval(radians(start), radians(start + sweep))
    return Rhino.Geometry.ArcCurve(Rhino.Geometry.Arc(Rhino.Geometry.Circle(plane, radius), interval))


def interpolated(values: Sequence[Sequence[float]], degree: int) -> Rhino.Geometry.Curve:
    """Through all points; an even degree is not Rhino's for this, and becomes the next odd one below."""
    style = Rhino.Geometry.CurveKnotStyle.Chord
    found = Rhino.Geometry.Curve.CreateInterpolatedCurve(points3d(values), degree, style)
    return one(found, 'Rhino made no curve through the points.', POINTS)


def nurbs(
    values: Sequence[Sequence[float]],
    degree: int,
    weights: Optional[Sequence[float]],
    knots: Optional[Sequence[float]],
    periodic: bool,
) -> Rhino.Geometry.NurbsCurve:
    if len(values) <= degree:
        raise wrong('points', 'A curve of degree %d needs more points.' % degree, 'Send more points than the degree.')
    found = Rhino.Geometry.NurbsCurve.Create(periodic, degree, points3d(values))
    curve = one(found, 'Rhino made no curve of the points.', POINTS)
    if weights is not None:
        if len(weights) != len(values):
            raise wrong('weights', 'There must be one weight for each point.', 'Send %d weights.' % len(values))
        # A periodic curve repeats its first points at the end.
        for index in range(int(curve.Points.Count)):
            curve.Points.SetPoint(index, point3d(values[index % len(values)]), weights[index % len(values)])
    if knots is not None:
        if len(knots) != int(curve.Knots.Count):
            raise wrong('knots', 'There must be %d knots.' % curve.Knots.Count, 'Send points + degree - 1 knots.')
        for index, knot in enumerate(knots):
            curve.Knots[index] = knot
    if not curve.IsValid:
        raise wrong('knots', 'The knots, weights and points make no valid curve.', 'Send knots that never go down.')
    return curve


def helix(params: Dict[str, Any]) -> Rhino.Geometry.NurbsCurve:
    start, end, at = (point3d(params[name]) for name in ('axis_start', 'axis_end', 'start_point'))
    axis = end - start
    if axis.Length <= 0:
        raise wrong('axis_end', 'The axis of the helix has no length.', 'Send two different points.')
    radius = params.get('radius')
    if radius is None:
        radius = Rhino.Geometry.Line(start, end).DistanceTo(at, False)
    if radius <= 0:
        raise wrong('start_point', 'The helix would begin on its axis.', 'Send a start_point beside it, or a radius.')
    found = Rhino.Geometry.NurbsCurve.CreateSpiral(start, axis, at, params['pitch'], params['turns'], radius, radius)
    return one(found, 'Rhino made no helix of that.', 'Send a start_point beside the axis.')


def offset(
    curve: Rhino.Geometry.Curve, plane: Rhino.Geometry.Plane, distance: float, corner: str, tolerance: float
) -> List[Rhino.Geometry.Curve]:
    corners = Rhino.Geometry.CurveOffsetCornerStyle
    style = {
        'sharp': corners.Sharp,
        'round': corners.Round,
        'smooth': corners.Smooth,
        'chamfer': corners.Chamfer,
        # Its name, None, is no name in Python.
        'none': corners(0),
    }[corner]
    return made(
        curve.Offset(plane, distance, tolerance, style),
        'Rhino could not offset the curve that far.',
        'Try a smaller distance, the other side, or a plane that the curve lies in.',
    )


def blend(a: Rhino.Geometry.Curve, b: Rhino.Geometry.Curve, continuity: str) -> Rhino.Geometry.Curve:
    """From the end of the first to the start of the second."""
    kinds = Rhino.Geometry.BlendContinuity
    kind = {'position': kinds.Position, 'tangent': kinds.Tangency, 'curvature': kinds.Curvature}[continuity]
    found = Rhino.Geometry.Curve.CreateBlendCurve(a, b, kind)
    return one(found, 'Rhino could not blend the curves.', 'Name two open curves whose ends are apart.')


def fillet(
    a: Rhino.Geometry.Curve, b: Rhino.Geometry.Curve, radius: float, join: bool, doc: Rhino.RhinoDoc
) -> List[Rhino.Geometry.Curve]:
    """The arc alone, or with `join` one curve of all three."""
    at_a, at_b = _near_points(a, b)
    found = Rhino.Geometry.Curve.CreateFilletCurves(
        a, at_a, b, at_b, radius, join, join, True, doc.ModelAbsoluteTolerance, doc.ModelAngleToleranceRadians
    )
    hint = 'Try a smaller radius; the curves must lie in one plane and come near each other.'
    return made(found, 'Rhino could not round the corner between the curves.', hint)


def chamfer(
    a: Rhino.Geometry.Curve, b: Rhino.Geometry.Curve, on_a: float, on_b: float, tolerance: float
) -> Rhino.Geometry.LineCurve:
    """Straight from one curve to the other, measured along each from where they meet."""
    hint = 'Name two curves that meet, longer than the distances.'
    met, at_a, at_b = a.ClosestPoints(b)
    if not met or at_a.DistanceTo(at_b) > 100 * tolerance:
        raise failed('The curves do not meet.', hint)
    bevel = Rhino.Geometry.Line(_away_from(a, at_a, on_a, hint), _away_from(b, at_b, on_b, hint))
    if not bevel.IsValid or bevel.Length <= tolerance:
        raise failed('The bevel would have no length.', hint)
    return Rhino.Geometry.LineCurve(bevel)


def _away_from(
    curve: Rhino.Geometry.Curve, corner: Rhino.Geometry.Point3d, distance: float, hint: str
) -> Rhino.Geometry.Point3d:
    """The point of a curve that far along from the corner, towards its longer part."""
    found, parameter = curve.ClosestPoint(corner)
    before = curve.GetLength(Rhino.Geometry.Interval(curve.Domain.T0, parameter)) if found else 0.0
    total = curve.GetLength()
    along = before + distance if total - before >= before else before - distance
    if not 0 <= along <= total:
        raise failed('A curve is shorter than its distance.', hint)
    return curve.PointAtLength(along)


def _near_points(a: Rhino.Geometry.Curve, b: Rhino.Geometry.Curve):
    """A point inside each curve, near the ends that face each other: there Rhino looks for the fillet."""
    ends = [
        (p.DistanceTo(q), at_start_a, at_start_b)
        for p, at_start_a in ((a.PointAtStart, True), (a.PointAtEnd, False))
        for q, at_start_b in ((b.PointAtStart, True), (b.PointAtEnd, False))
    ]
    _, start_a, start_b = min(ends)
    return a.PointAtNormalizedLength(0.25 if start_a else 0.75), b.PointAtNormalizedLength(0.25 if start_b else 0.75)


def extend(
    curve: Rhino.Geometry.Curve,
    side: str,
    length: Optional[float],
    boundary: Optional[Rhino.Geometry.GeometryBase],
    kind: str,
) -> Rhino.Geometry.Curve:
    ends, styles = Rhino.Geometry.CurveEnd, Rhino.Geometry.CurveExtensionStyle
    end = {'start': ends.Start, 'end': ends.End, 'both': ends.Both}[side]
    style = {'line': styles.Line, 'arc': styles.Arc, 'smooth': styles.Smooth}[kind]
    if boundary is not None:
        found = curve.Extend(end, style, [boundary])
        hint = 'Name an object that lies ahead of that end.'
    else:
        found = curve.Extend(end, length or 0.0, style)
        hint = 'Name an open curve, and a length above zero.'
    return one(found, 'Rhino could not extend the curve.', hint)


def project(
    curve: Rhino.Geometry.Curve,
    breps: List[Rhino.Geometry.Brep],
    along: Rhino.Geometry.Vector3d,
    tolerance: float,
) -> List[Rhino.Geometry.Curve]:
    found = []  # type: List[Rhino.Geometry.Curve]
    for brep in breps:
        found.extend(many(Rhino.Geometry.Curve.ProjectToBrep(curve, brep, along, tolerance)))
    return made(
        found, 'The curve does not meet the surfaces in that direction.', 'Turn the direction round, or move it.'
    )


def rebuild(curve: Rhino.Geometry.Curve, count: int, degree: int) -> Rhino.Geometry.Curve:
    if count <= degree:
        raise wrong('point_count', 'point_count must be more than the degree.', 'Send %d or more.' % (degree + 1))
    return one(curve.Rebuild(count, degree, True), 'Rhino could not rebuild the curve.', 'Try more points.')


def split(
    curve: Rhino.Geometry.Curve, cutters: Sequence[Rhino.Geometry.GeometryBase], doc: Rhino.RhinoDoc
) -> List[Rhino.Geometry.Curve]:
    """The pieces between all the places where cutters meet the curve; one where none does."""
    places = []  # type: List[float]
    for cutter in cutters:
        places.extend(_meetings(curve, cutter, doc))
    inside = sorted(set(place for place in places if curve.Domain.IncludesParameter(place)))
    if not inside:
        return [curve]
    return many(curve.Split(inside)) or [curve]


def _meetings(curve: Rhino.Geometry.Curve, cutter: Rhino.Geometry.GeometryBase, doc: Rhino.RhinoDoc) -> List[float]:
    tolerance, angle = doc.ModelAbsoluteTolerance, doc.ModelAngleToleranceRadians
    meet = Rhino.Geometry.Intersect.Intersection
    if isinstance(cutter, Rhino.Geometry.Curve):
        events = meet.CurveCurve(curve, cutter, tolerance, tolerance)
        return [event.ParameterA for event in many(events)]
    if isinstance(cutter, Rhino.Geometry.Brep):
        found, places = meet.CurveBrep(curve, cutter, tolerance, angle)
        return many(places) if found else []
    return []


def join(curves: List[Rhino.Geometry.Curve], tolerance: float) -> List[Rhino.Geometry.Curve]:
    return many(Rhino.Geometry.Curve.JoinCurves(curves, tolerance))


def closed_planar(curve: Rhino.Geometry.Curve, tolerance: float) -> bool:
    return bool(curve.IsClosed) and bool(curve.IsPlanar(tolerance))


def parameter(curve: Rhino.Geometry.Curve, fraction: float) -> float:
    """Of a place from 0, the start, to 1, the end, by length."""
    if fraction <= 0 or math.isnan(fraction):
        return float(curve.Domain.T0)
    if fraction >= 1:
        return float(curve.Domain.T1)
    found, t = curve.NormalizedLengthParameter(fraction)
    return float(t) if found else float(curve.Domain.ParameterAt(fraction))
