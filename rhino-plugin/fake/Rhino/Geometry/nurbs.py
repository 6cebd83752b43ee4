"""NURBS curves as far as they need no kernel: control points, and points on the curve."""

from fakerhino import doubles

from .curves import Curve
from .points import Interval, Point3d
from .shapes import Surface

SAMPLES = 2000
SURFACE_SAMPLES = 24


class _ControlPoint(object):
    def __init__(self, location):
        self.Location = Point3d(location)


class _Points(object):
    """Rhino.Geometry.Collections.NurbsCurvePointList."""

    def __init__(self, curve):
        self._curve = curve

    Count = property(lambda self: len(self._curve._controls))

    def __getitem__(self, at):
        return _ControlPoint(self._curve._controls[at])

    def SetPoint(self, index, point, weight=1.0):
        self._curve._controls[index] = Point3d(point)
        self._curve._weights[index] = weight
        self._curve._span()
        return True


class _Sampled(object):
    """What it spans is worked out when somebody asks."""

    _samples = None

    @property
    def _points(self):
        if self._samples is None:
            self._samples = self._sampled()
        return self._samples

    @_points.setter
    def _points(self, points):
        self._samples = points

    def _span(self):
        self._samples = None


class NurbsCurve(_Sampled, Curve):
    _degree, _controls, _weights, _knots = 1, (), (), ()

    @staticmethod
    def _through(degree, points):
        made = NurbsCurve.__new__(NurbsCurve)
        made._degree, made._controls = degree, [Point3d(point) for point in points]
        made._weights = [1.0] * len(points)
        inner = len(points) - degree
        made._knots = [0.0] * (degree + 1) + [float(at) for at in range(1, inner)] + [float(inner)] * (degree + 1)
        return made

    @staticmethod
    def Create(periodic, degree, points):
        if periodic or len(points) <= degree:
            member = doubles.stubs.member_of('Rhino.Geometry', 'NurbsCurve', 'Create')
            return doubles.call(('Rhino.Geometry', 'NurbsCurve'), 'Create', member, None, (periodic, degree, points))
        return NurbsCurve._through(degree, points)

    def _sampled(self):
        if not self._knots:
            return []
        high = self._knots[-1]
        return [self._evaluate(high * at / SAMPLES) for at in range(SAMPLES + 1)]

    def _evaluate(self, t):
        """De Boor's way, in homogeneous coordinates."""
        degree, knots = self._degree, self._knots
        last = len(self._controls) - 1
        span = max(degree, min(last, sum(1 for knot in knots if knot <= t) - 1))
        found = []
        for at in range(span - degree, span + 1):
            weight, point = self._weights[at], self._controls[at]
            found.append([point.X * weight, point.Y * weight, point.Z * weight, weight])
        for level in range(1, degree + 1):
            for at in range(degree, level - 1, -1):
                low, high = knots[at + span - degree], knots[at + 1 + span - level]
                share = (t - low) / (high - low) if high > low else 0.0
                found[at] = [(1 - share) * a + share * b for a, b in zip(found[at - 1], found[at])]
        x, y, z, weight = found[degree]
        return Point3d(x / weight, y / weight, z / weight)

    def Transform(self, xform):
        if not xform.IsValid:
            return False
        for point in self._controls:
            point.Transform(xform)
        if self._path is not None:
            self._path = self._path.transformed(xform)
        if self._controls:
            self._span()
            return True
        return Curve.Transform(self, xform)

    @property
    def Points(self):
        return _Points(self) if self._controls else doubles.instance_member(self, 'Points', True)

    @property
    def Degree(self):
        return self._degree

    @property
    def Domain(self):
        return Interval(0, self._knots[-1]) if self._knots else doubles.instance_member(self, 'Domain', True)

    def PointAt(self, t):
        return self._evaluate(t) if self._knots else doubles.instance_member(self, 'PointAt', True)(t)

    def ToNurbsCurve(self):
        return self.Duplicate()


class _Grid(object):
    """Rhino.Geometry.Collections.NurbsSurfacePointList."""

    def __init__(self, surface):
        self._surface = surface

    def SetPoint(self, u, v, point, weight=1.0):
        self._surface._grid[u][v] = (Point3d(point), weight)
        self._surface._span()
        return True


class _Knots(object):
    def CreateUniformKnots(self, knotSpacing):
        return True


class NurbsSurface(_Sampled, Surface):
    _grid = ()

    @staticmethod
    def Create(dimension, isRational, order0, order1, controlPointCount0, controlPointCount1):
        made = NurbsSurface.__new__(NurbsSurface)
        made._degrees = (order0 - 1, order1 - 1)
        made._grid = [[(Point3d(0, 0, 0), 1.0)] * controlPointCount1 for _ in range(controlPointCount0)]
        return made

    KnotsU = property(lambda self: _Knots())
    KnotsV = property(lambda self: _Knots())
    Points = property(lambda self: _Grid(self))

    def _sampled(self):
        """Points all over it: along v for each row of controls, then along u across those."""
        steps = range(SURFACE_SAMPLES + 1)
        rows = [_along(row, self._degrees[1]) for row in self._grid]
        lines = [_along([(row[step], 1.0) for row in rows], self._degrees[0]) for step in steps]
        return [point for line in lines for point in line]


def _along(controls, degree):
    curve = NurbsCurve._through(degree, [point for point, _ in controls])
    curve._weights = [weight for _, weight in controls]
    high = curve._knots[-1]
    return [curve._evaluate(high * step / SURFACE_SAMPLES) for step in range(SURFACE_SAMPLES + 1)]
