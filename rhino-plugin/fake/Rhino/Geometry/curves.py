"""Curves: exact where their form is known (lines, polylines, arcs, and what is cut and joined of them), else doubles."""

import functools

from fakerhino import doubles

from fakerhino.paths import Path, Round, Straight, apart, joined
from .points import BoundingBox, Interval, Plane, Point3d, Vector3d
from .shapes import GeometryBase


def exact(work):
    """Worked out where the form is known, made up otherwise."""

    @functools.wraps(work)
    def ask(self, *args):
        if self._path is None:
            return doubles.instance_member(self, work.__name__, True)(*args)
        return work(self, *args)

    return ask


def exact_value(work):
    @functools.wraps(work)
    def ask(self):
        return doubles.instance_member(self, work.__name__, True) if self._path is None else work(self)

    return property(ask)


class Curve(GeometryBase):
    _type = 'Curve'
    _path = None

    def _follow(self, path):
        self._path = path
        self._points = path.extremes
        return self

    @property
    def PointAtStart(self):
        return Point3d(self._path.start if self._path else self._points[0])

    @property
    def PointAtEnd(self):
        return Point3d(self._path.end if self._path else self._points[-1])

    @property
    def IsClosed(self):
        if self._path:
            return self._path.closed
        return len(self._points) > 3 and self._points[0].DistanceTo(self._points[-1]) < 1e-9

    @property
    def IsValid(self):
        valid = bool(self._points) and all(point.IsValid for point in self._points)
        return valid and (self._path is None or self._path.length > 0)

    @exact_value
    def Domain(self):
        return Interval(self._path.knots[0], self._path.knots[-1])

    @exact_value
    def Degree(self):
        return 1 if self._path.straight else 2

    @exact_value
    def SpanCount(self):
        return len(self._path.pieces)

    @exact_value
    def TangentAtStart(self):
        return self._path.tangent(self._path.knots[0])

    @exact_value
    def TangentAtEnd(self):
        return self._path.pieces[-1].tangent(1)

    def Transform(self, xform):
        if self._path is None:
            return GeometryBase.Transform(self, xform)
        path = self._path.transformed(xform) if xform.IsValid else None
        if path is None:
            # An arc that becomes an ellipse: only what it spans is known from here on.
            self._path = None
            return GeometryBase.Transform(self, xform)
        self._follow(path)
        return True

    @exact
    def GetLength(self, within=None):
        if isinstance(within, Interval):
            return self._path.length_to(within.T1) - self._path.length_to(within.T0)
        return self._path.length

    @exact
    def PointAt(self, t):
        return self._path.at(t)

    @exact
    def TangentAt(self, t):
        return self._path.tangent(t)

    @exact
    def CurvatureAt(self, t):
        return self._path.curvature(t)

    @exact
    def PointAtLength(self, length):
        return self._path.at(self._path.at_length(length))

    @exact
    def PointAtNormalizedLength(self, length):
        return self._path.at(self._path.at_length(length * self._path.length))

    @exact
    def NormalizedLengthParameter(self, s):
        return True, self._path.at_length(s * self._path.length)

    @exact
    def LengthParameter(self, segmentLength):
        return 0 <= segmentLength <= self._path.length, self._path.at_length(segmentLength)

    @exact
    def ClosestPoint(self, testPoint, maximumDistance=0.0):
        t = self._path.closest(testPoint)
        return maximumDistance <= 0 or self._path.at(t).DistanceTo(testPoint) <= maximumDistance, t

    @exact
    def ClosestPoints(self, others):
        if isinstance(others, Curve):
            if others._path is None:
                return doubles.instance_member(self, 'ClosestPoints', True)(others)
            return (True,) + apart(self._path, others._path)
        if any(getattr(other, '_path', None) is None for other in others):
            return doubles.instance_member(self, 'ClosestPoints', True)(others)
        pairs = [apart(self._path, other._path) + (at,) for at, other in enumerate(others)]
        return (True,) + min(pairs, key=lambda pair: pair[0].DistanceTo(pair[1]))

    @exact
    def PerpendicularFrameAt(self, t):
        along = self._path.tangent(t)
        up = Vector3d(0, 0, 1) if abs(along.Z) < 0.99 else Vector3d(0, 1, 0)
        across = Vector3d.CrossProduct(up, along)
        return True, Plane(self._path.at(t), across, Vector3d.CrossProduct(along, across))

    @exact
    def IsLinear(self, tolerance=0.0):
        return self._path.straight and abs(self._path.length - self._path.start.DistanceTo(self._path.end)) < 1e-9

    @exact
    def IsPolyline(self):
        return self._path.straight

    @exact
    def IsArc(self, tolerance=0.0):
        return len(self._path.pieces) == 1 and isinstance(self._path.pieces[0], Round)

    @exact
    def IsCircle(self, tolerance=0.0):
        return self.IsArc() and self._path.pieces[0].whole

    @exact
    def IsPlanar(self, tolerance=0.0):
        return self._path.plane_normal() is not False

    @exact
    def TryGetPlane(self, tolerance=0.0):
        normal = self._path.plane_normal()
        return normal is not False, Plane(self._path.start, normal or Vector3d(0, 0, 1))

    @exact
    def TryGetArc(self, tolerance=0.0):
        from .solids import Arc, Circle

        if not self.IsArc():
            return False, Arc(Circle(Plane.WorldXY, 1.0), Interval(0, 1))
        piece = self._path.pieces[0]
        return True, Arc(Circle(piece.plane, piece.radius), Interval(piece.start, piece.end))

    @exact
    def ToNurbsCurve(self):
        from .nurbs import NurbsCurve

        if not self._path.straight:
            return doubles.instance_member(self, 'ToNurbsCurve', True)()
        points = [self._path.start] + [piece.b for piece in self._path.pieces]
        made = NurbsCurve._through(1, points)
        return made._follow(self._path)

    @exact
    def DuplicateSegments(self):
        return [curve_of(Path.of_one(piece)) for piece in self._path.pieces] if len(self._path.pieces) > 1 else []

    @exact
    def Split(self, *where):
        places = where[0] if len(where) == 1 and isinstance(where[0], (list, tuple)) else where
        if not all(isinstance(place, (int, float)) for place in places):
            return doubles.instance_member(self, 'Split', True)(*where)
        knots = [self._path.knots[0]] + sorted(places) + [self._path.knots[-1]]
        return [curve_of(self._path.part(a, b)) for a, b in zip(knots, knots[1:]) if b - a > 1e-9]

    @exact
    def Trim(self, *where):
        if isinstance(where[0], Interval):
            where = (where[0].T0, where[0].T1)
        if not all(isinstance(place, (int, float)) for place in where):
            return doubles.instance_member(self, 'Trim', True)(*where)
        return curve_of(self._path.part(*where))

    @exact
    def Extend(self, side, *how):
        """Straight on, where that is what was asked of a straight curve."""
        named = [str(part) for part in (side,) + how]
        by = next((part for part in how if isinstance(part, (int, float))), None)
        if not self._path.straight or by is None or named[0] not in ('Start', 'End', 'Both'):
            return doubles.instance_member(self, 'Extend', True)(side, *how)
        points = [self._path.start] + [piece.b for piece in self._path.pieces]
        if named[0] != 'End':
            points[0] = points[0] - self._path.pieces[0].tangent(0) * by
        if named[0] != 'Start':
            points[-1] = points[-1] + self._path.pieces[-1].tangent(1) * by
        return curve_of(Path.of_points(points))

    @exact
    def ToPolyline(self, tolerance, angleTolerance, minimumLength, maximumLength):
        points = []
        for piece in self._path.pieces:
            steps = 1 if isinstance(piece, Straight) else 64
            points += [piece.at(step / steps) for step in range(steps)]
        return PolylineCurve(points + [self._path.end])

    @exact
    def Reverse(self):
        self._follow(self._path.reversed())
        return True

    @staticmethod
    def JoinCurves(inputCurves, joinTolerance=0.001):
        if any(curve._path is None for curve in inputCurves):
            doubles.made_up.append('Curve.JoinCurves')
            made = Curve([point for curve in inputCurves for point in curve._points])
            return [made]
        return [curve_of(path) for path in joined([curve._path for curve in inputCurves], joinTolerance)]


class LineCurve(Curve):
    def __init__(self, *parts):
        ends = doubles.points_of(parts)
        self._follow(Path.of_one(Straight(ends[0], ends[-1])) if ends[0].DistanceTo(ends[-1]) else _nothing(ends))


class PolylineCurve(Curve):
    def __init__(self, points=()):
        self._corners = [Point3d(point) for point in doubles.points_of(list(points))]
        if len(self._corners) > 1:
            self._follow(Path.of_points(self._corners))
        else:
            self._points = self._corners

    @property
    def PointCount(self):
        return len(self._path.pieces) + 1 if self._path else len(self._points)

    def Point(self, index):
        if not self._path:
            return Point3d(self._points[index])
        return Point3d(self._path.start if index == 0 else self._path.pieces[index - 1].b)


class ArcCurve(Curve):
    def __init__(self, arc_or_circle):
        self._follow(Path.of_one(arc_or_circle._round()))

    @exact_value
    def Radius(self):
        return self._path.pieces[0].radius


def _nothing(ends):
    return Path([Straight(ends[0], ends[-1])], [0.0, 1.0])


def curve_of(path):
    """As Rhino would give it: a line, a polyline, an arc, or a chain of them."""
    if path.straight:
        kind = LineCurve if len(path.pieces) == 1 else PolylineCurve
    else:
        kind = ArcCurve if len(path.pieces) == 1 else doubles.make('Rhino.Geometry', 'PolyCurve')
    return kind.__new__(kind)._follow(path)


__all__ = ['ArcCurve', 'BoundingBox', 'Curve', 'LineCurve', 'PolylineCurve']
