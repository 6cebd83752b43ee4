"""Lines, circles and simple solids: what they span is exact, so that a bounding box can be compared with a real one.

A shape is kept as the extreme points of its surface; `_points` are those.
"""

import math

from fakerhino import doubles, stubs
from fakerhino.doubles import Double

from .curves import Curve, LineCurve, PolylineCurve
from fakerhino.paths import Round
from .points import BoundingBox, Interval, Plane, Point3d, Vector3d
from .shapes import Brep

AXES = (Vector3d(1, 0, 0), Vector3d(0, 1, 0), Vector3d(0, 0, 1))


class _Shape(Double):
    """Made by `_from(*args)` once the arguments fit a signature."""

    def __init__(self, *args):
        member = stubs.member_of('Rhino.Geometry', type(self).__name__, '__init__')
        if member is not None:
            doubles.check(type(self).__name__, member, args)
        self._from(*args)

    IsValid = property(lambda self: all(point.IsValid for point in self._points) and self._size() > 0)

    def _size(self):
        return 1.0

    def _brep(self, capped=True):
        doubles.calls.append('%s.ToBrep' % type(self).__name__)
        if not self.IsValid or doubles.switches.kernel_fails:
            return None
        made = _spanning(Brep, self._points)
        made._known = self._measured() if capped else None
        return made

    def _measured(self):
        """What a brep of it measures; see shapes.Brep."""
        return None


def _spanning(kind, points):
    made = kind.__new__(kind)
    made._points = [Point3d(point) for point in points]
    return made


def _ring(plane, a, b, start=0.0, end=2 * math.pi):
    """The extreme points of an ellipse, or of a part of it."""
    angles = [start, end]
    for axis in AXES:
        angle = math.atan2(b * (plane.YAxis * axis), a * (plane.XAxis * axis))
        angles += [angle + turn * math.pi for turn in range(-4, 5)]
    inside = [angle for angle in angles if start - 1e-12 <= angle <= end + 1e-12]
    return [plane.PointAt(a * math.cos(angle), b * math.sin(angle)) for angle in inside]


def _swollen(points, radius):
    """Around every point, as far as a ball goes."""
    return [point + axis * way for point in points for axis in AXES for way in (radius, -radius)]


class Line(_Shape):
    def _from(self, start, end):
        self.From, self.To = Point3d(start), Point3d(end)

    _points = property(lambda self: [self.From, self.To])
    Length = property(lambda self: self.From.DistanceTo(self.To))
    Direction = property(lambda self: self.To - self.From)

    def _size(self):
        return self.Length

    def ToNurbsCurve(self):
        return LineCurve(self.From, self.To)


class Circle(_Shape):
    def _from(self, *args):
        self.Radius = float(args[-1])
        plane = args[0] if isinstance(args[0], Plane) else Plane.WorldXY
        self.Plane = Plane(plane.Origin, plane.XAxis, plane.YAxis)
        centers = [arg for arg in args if isinstance(arg, Point3d)]
        if centers:
            self.Plane.Origin = Point3d(centers[0])

    Center = property(lambda self: self.Plane.Origin)
    Normal = property(lambda self: self.Plane.ZAxis)
    _points = property(lambda self: _ring(self.Plane, self.Radius, self.Radius))

    def _size(self):
        return self.Radius

    def _round(self):
        return Round(self.Plane, self.Radius, 0.0, 2 * math.pi)

    def ToNurbsCurve(self):
        return _spanning(Curve, self._points)


class Arc(_Shape):
    """A part of a circle; through three points, or by radius and angles."""

    def _from(self, *args):
        if all(isinstance(arg, Point3d) for arg in args):
            self._through(*args)
            return
        circle = args[0] if isinstance(args[0], Circle) else Circle(*args[:-1])
        self._circle = circle
        angle = args[-1]
        self.StartAngle, self.EndAngle = (angle.T0, angle.T1) if isinstance(angle, Interval) else (0.0, float(angle))

    def _through(self, first, middle, last):
        u, v = middle - first, last - first
        normal = Vector3d.CrossProduct(u, v)
        square = normal * normal
        if square < 1e-24:
            self._circle, self.StartAngle, self.EndAngle = Circle(Plane.WorldXY, 0.0), 0.0, 0.0
            return
        across = Vector3d.CrossProduct(normal, u) * (v * v) + Vector3d.CrossProduct(v, normal) * (u * u)
        center = first + across * (1 / (2 * square))
        x = first - center
        plane = Plane(center, x, Vector3d.CrossProduct(normal, x))
        to_last = last - center
        angle = math.atan2(to_last * plane.YAxis, to_last * plane.XAxis)
        self._circle = Circle(plane, x.Length)
        self.StartAngle, self.EndAngle = 0.0, angle if angle > 0 else angle + 2 * math.pi

    Radius = property(lambda self: self._circle.Radius)
    Center = property(lambda self: self._circle.Center)
    Plane = property(lambda self: self._circle.Plane)
    Angle = property(lambda self: self.EndAngle - self.StartAngle)
    Length = property(lambda self: self.Radius * self.Angle)
    StartPoint = property(lambda self: self._at(self.StartAngle))
    EndPoint = property(lambda self: self._at(self.EndAngle))
    _points = property(lambda self: _ring(self.Plane, self.Radius, self.Radius, self.StartAngle, self.EndAngle))

    def _at(self, angle):
        return self.Plane.PointAt(self.Radius * math.cos(angle), self.Radius * math.sin(angle))

    def _size(self):
        return self.Radius

    def _round(self):
        return Round(self.Plane, self.Radius, self.StartAngle, self.EndAngle)

    def ToNurbsCurve(self):
        return _spanning(Curve, self._points)


class Ellipse(_Shape):
    def _from(self, plane, radius1, radius2):
        self.Plane, self.Radius1, self.Radius2 = plane, radius1, radius2

    _points = property(lambda self: _ring(self.Plane, self.Radius1, self.Radius2))

    def _size(self):
        return min(self.Radius1, self.Radius2)

    def ToNurbsCurve(self):
        return _spanning(Curve, self._points)


class Box(_Shape):
    def _from(self, *args):
        if isinstance(args[0], BoundingBox):
            low, high = args[0].Min, args[0].Max
            args = [Plane.WorldXY] + [Interval(low[at], high[at]) for at in range(3)]
        self.Plane, self.X, self.Y, self.Z = args

    _points = property(lambda self: [
        self.Plane.PointAt(x, y, z)
        for z in (self.Z.T0, self.Z.T1) for y in (self.Y.T0, self.Y.T1) for x in (self.X.T0, self.X.T1)
    ])

    def GetCorners(self):
        return self._points

    Center = property(lambda self: self.Plane.PointAt(*((side.T0 + side.T1) / 2 for side in (self.X, self.Y, self.Z))))

    def _size(self):
        return min(abs(side.Length) for side in (self.X, self.Y, self.Z))

    def _measured(self):
        x, y, z = (abs(side.Length) for side in (self.X, self.Y, self.Z))
        corners = self._points
        # Corners that differ in one of the three directions.
        edges = [(corners[a], corners[a | bit]) for bit in (1, 2, 4) for a in range(8) if not a & bit]
        return {
            'volume': x * y * z, 'area': 2 * (x * y + y * z + z * x), 'centroid': self.Center,
            'faces': 6, 'edges': edges, 'vertices': 8,
        }

    def ToBrep(self):
        return self._brep()


class Sphere(_Shape):
    def _from(self, center, radius):
        self._center, self.Radius = center.Origin if isinstance(center, Plane) else center, radius

    Center = property(lambda self: self._center)
    _points = property(lambda self: _swollen([self._center], self.Radius))

    def _size(self):
        return self.Radius

    def _measured(self):
        r = self.Radius
        return {
            'volume': 4 / 3 * math.pi * r**3, 'area': 4 * math.pi * r**2, 'centroid': self._center,
            'faces': 1, 'edges': 1, 'vertices': 2,
        }

    def ToBrep(self):
        return self._brep()


class Cylinder(_Shape):
    def _from(self, baseCircle, height=1.0):
        self._circle, self._height = baseCircle, height

    @property
    def _points(self):
        up = self._circle.Normal * self._height
        return [point + way for point in self._circle._points for way in (up * 0, up)]

    def _size(self):
        return min(self._circle.Radius, abs(self._height))

    def _measured(self):
        r, h = self._circle.Radius, abs(self._height)
        return {
            'volume': math.pi * r**2 * h, 'area': 2 * math.pi * r * (r + h),
            'centroid': self._circle.Center + self._circle.Normal * (self._height / 2),
            'faces': 3, 'edges': 3, 'vertices': 2,
        }

    def ToBrep(self, capBottom, capTop):
        return self._brep(capBottom and capTop)


class Cone(_Shape):
    """Its tip is the plane's origin; it widens along Z."""

    def _from(self, plane, height, radius):
        self.Plane, self.Height, self.Radius = plane, height, radius

    @property
    def _points(self):
        base = Plane(self.Plane.Origin + self.Plane.ZAxis * self.Height, self.Plane.XAxis, self.Plane.YAxis)
        return [self.Plane.Origin] + _ring(base, self.Radius, self.Radius)

    def _size(self):
        return min(self.Radius, abs(self.Height))

    def _measured(self):
        r, h = self.Radius, abs(self.Height)
        return {
            'volume': math.pi * r**2 * h / 3, 'area': math.pi * r * (r + math.hypot(r, h)),
            'centroid': self.Plane.Origin + self.Plane.ZAxis * (self.Height * 3 / 4),
            'faces': 2, 'edges': 2, 'vertices': 2,
        }

    def ToBrep(self, capBottom):
        return self._brep(capBottom)


class Torus(_Shape):
    def _from(self, basePlane, majorRadius, minorRadius):
        self.Plane, self.MajorRadius, self.MinorRadius = basePlane, majorRadius, minorRadius

    @property
    def _points(self):
        """Along each axis a torus goes as far as its ring and its tube together, both seen along that axis."""
        ring = _ring(self.Plane, self.MajorRadius, self.MajorRadius)
        low, high = BoundingBox(ring).Min, BoundingBox(ring).Max
        return [
            Point3d(*(part - self.MinorRadius for part in low)), Point3d(*(part + self.MinorRadius for part in high)),
        ]

    def _size(self):
        return min(self.MajorRadius, self.MinorRadius)

    def _measured(self):
        major, minor = self.MajorRadius, self.MinorRadius
        return {
            'volume': 2 * math.pi**2 * major * minor**2, 'area': 4 * math.pi**2 * major * minor,
            'centroid': self.Plane.Origin, 'faces': 1, 'edges': 2, 'vertices': 1,
        }

    def ToRevSurface(self):
        doubles.calls.append('Torus.ToRevSurface')
        return None if doubles.switches.kernel_fails else _Ring(self)


class _Ring(object):
    """The surface of a torus, on its way to a brep."""

    def __init__(self, torus):
        self._torus = torus

    def ToBrep(self):
        return self._torus._brep()


class Polyline(_Shape):
    def _from(self, points=()):
        self._points = [Point3d(point) for point in points]

    def __iter__(self):
        return iter(self._points)

    def __getitem__(self, at):
        return self._points[at]

    def __len__(self):
        return len(self._points)

    Count = property(lambda self: len(self._points))
    Length = property(lambda self: sum(a.DistanceTo(b) for a, b in zip(self._points, self._points[1:])))

    def Add(self, point):
        self._points.append(Point3d(point))

    def ToPolylineCurve(self):
        return PolylineCurve(self._points)

    def ToNurbsCurve(self):
        return PolylineCurve(self._points)
