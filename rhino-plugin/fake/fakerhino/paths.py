"""What a curve's form is made of where it is known: straight pieces and arcs, with their own parameters."""

import math

from Rhino.Geometry.points import Plane, Point3d, Vector3d


class Straight(object):
    def __init__(self, a, b):
        self.a, self.b = Point3d(a), Point3d(b)

    length = property(lambda self: self.a.DistanceTo(self.b))
    extremes = property(lambda self: [self.a, self.b])

    def at(self, s):
        return self.a + (self.b - self.a) * s

    def tangent(self, s):
        way = self.b - self.a
        way.Unitize()
        return way

    def curvature(self, s):
        return Vector3d(0, 0, 0)

    def closest(self, point):
        way = self.b - self.a
        square = way * way
        return 0.0 if square == 0 else max(0.0, min(1.0, ((point - self.a) * way) / square))

    def part(self, s, e):
        return Straight(self.at(s), self.at(e))

    def reversed(self):
        return Straight(self.b, self.a)

    def transformed(self, xform):
        a, b = Point3d(self.a), Point3d(self.b)
        a.Transform(xform)
        b.Transform(xform)
        return Straight(a, b)


class Round(object):
    """A part of a circle, counter-clockwise in its plane from `start` to `end`, in radians."""

    def __init__(self, plane, radius, start, end):
        self.plane, self.radius, self.start, self.end = plane, radius, start, end

    length = property(lambda self: self.radius * abs(self.end - self.start))
    whole = property(lambda self: abs(abs(self.end - self.start) - 2 * math.pi) < 1e-9)

    @property
    def extremes(self):
        from Rhino.Geometry.solids import _ring

        low, high = min(self.start, self.end), max(self.start, self.end)
        return [self.at(0), self.at(1)] + _ring(self.plane, self.radius, self.radius, low, high)

    def _angle(self, s):
        return self.start + (self.end - self.start) * s

    def at(self, s):
        angle = self._angle(s)
        return self.plane.PointAt(self.radius * math.cos(angle), self.radius * math.sin(angle))

    def tangent(self, s):
        angle, way = self._angle(s), 1 if self.end >= self.start else -1
        return (self.plane.YAxis * math.cos(angle) - self.plane.XAxis * math.sin(angle)) * way

    def curvature(self, s):
        return (self.plane.Origin - self.at(s)) * (1 / self.radius**2)

    def closest(self, point):
        out = point - self.plane.Origin
        angle = math.atan2(out * self.plane.YAxis, out * self.plane.XAxis)
        turns = [(angle + turn * 2 * math.pi - self.start) / (self.end - self.start) for turn in range(-3, 4)]
        inside = [s for s in turns if 0 <= s <= 1] + [0.0, 1.0]
        return min(inside, key=lambda s: self.at(s).DistanceTo(point))

    def part(self, s, e):
        return Round(self.plane, self.radius, self._angle(s), self._angle(e))

    def reversed(self):
        return Round(self.plane, self.radius, self.end, self.start)

    def transformed(self, xform):
        """None where it becomes an ellipse."""
        origin = Point3d(self.plane.Origin)
        origin.Transform(xform)
        x, y = (Vector3d(*xform._apply(axis, 0)) for axis in (self.plane.XAxis, self.plane.YAxis))
        if abs(x.Length - y.Length) > 1e-9 * x.Length or abs(x * y) > 1e-9 * x.Length * y.Length:
            return None
        return Round(Plane(origin, x, y), self.radius * x.Length, self.start, self.end)


class Path(object):
    """Pieces end to end; `knots` are the parameters where they begin, and the last one's end."""

    def __init__(self, pieces, knots):
        self.pieces, self.knots = pieces, knots

    @staticmethod
    def of_points(points):
        pieces = [Straight(a, b) for a, b in zip(points, points[1:])]
        return Path(pieces, [float(at) for at in range(len(pieces) + 1)])

    @staticmethod
    def of_one(piece):
        return Path([piece], [0.0, piece.length])

    start = property(lambda self: self.pieces[0].at(0))
    end = property(lambda self: self.pieces[-1].at(1))
    length = property(lambda self: sum(piece.length for piece in self.pieces))
    extremes = property(lambda self: [point for piece in self.pieces for point in piece.extremes])
    straight = property(lambda self: all(isinstance(piece, Straight) for piece in self.pieces))
    closed = property(lambda self: self.start.DistanceTo(self.end) < 1e-9 and self.length > 1e-9)

    def place(self, t):
        """(piece, share of it)"""
        t = max(self.knots[0], min(self.knots[-1], t))
        at = max(0, min(len(self.pieces) - 1, sum(1 for knot in self.knots[1:] if knot <= t)))
        low, high = self.knots[at], self.knots[at + 1]
        return at, (t - low) / (high - low)

    def parameter(self, at, s):
        return self.knots[at] + s * (self.knots[at + 1] - self.knots[at])

    def at(self, t):
        piece, s = self.place(t)
        return self.pieces[piece].at(s)

    def tangent(self, t):
        piece, s = self.place(t)
        return self.pieces[piece].tangent(s)

    def curvature(self, t):
        piece, s = self.place(t)
        return self.pieces[piece].curvature(s)

    def closest(self, point):
        found = [(at, piece.closest(point)) for at, piece in enumerate(self.pieces)]
        at, s = min(found, key=lambda one: self.pieces[one[0]].at(one[1]).DistanceTo(point))
        return self.parameter(at, s)

    def at_length(self, along):
        """The parameter."""
        for at, piece in enumerate(self.pieces):
            if along <= piece.length or at == len(self.pieces) - 1:
                return self.parameter(at, along / piece.length if piece.length else 0.0)
            along -= piece.length

    def length_to(self, t):
        at, s = self.place(t)
        return sum(piece.length for piece in self.pieces[:at]) + s * self.pieces[at].length

    def part(self, t0, t1):
        (first, s), (last, e) = self.place(t0), self.place(t1)
        if e == 0 and last > first:
            last, e = last - 1, 1.0
        pieces = [
            piece.part(s if at == first else 0.0, e if at == last else 1.0)
            for at, piece in enumerate(self.pieces) if first <= at <= last
        ]
        return Path(pieces, [t0] + self.knots[first + 1:last + 1] + [t1])

    def reversed(self):
        return Path([piece.reversed() for piece in reversed(self.pieces)], [-knot for knot in reversed(self.knots)])

    def transformed(self, xform):
        pieces = [piece.transformed(xform) for piece in self.pieces]
        return None if None in pieces else Path(pieces, list(self.knots))

    def plane_normal(self):
        """Of the plane it lies in; None for a line, False where it lies in none."""
        normal = None
        points = self.extremes
        for piece in self.pieces:
            if isinstance(piece, Round):
                normal = piece.plane.ZAxis
        for point in points:
            for other in points:
                across = Vector3d.CrossProduct(point - points[0], other - points[0])
                if normal is None and across.Length > 1e-9:
                    across.Unitize()
                    normal = across
        if normal is not None and any(abs((point - points[0]) * normal) > 1e-6 for point in points):
            return False
        return normal


def joined(paths, tolerance):
    """Those that touch as one; each of the others by itself."""
    left = list(paths)
    found = []
    while left:
        whole = left.pop(0)
        grew = True
        while grew:
            grew = False
            for other in left:
                fit = _fitted(whole, other, tolerance)
                if fit is not None:
                    left.remove(other)
                    whole, grew = fit, True
                    break
        found.append(whole)
    return found


def _fitted(a, b, tolerance):
    for first, second in ((a, b), (a, b.reversed()), (b, a), (b.reversed(), a)):
        if first.end.DistanceTo(second.start) <= tolerance:
            pieces = first.pieces + second.pieces
            return Path(pieces, [float(at) for at in range(len(pieces) + 1)])
    return None


def crossings(a, b):
    """Pairs of parameters where straight pieces cross; None where one of them is not straight."""
    if not (a.straight and b.straight):
        return None
    found = []
    for at, p in enumerate(a.pieces):
        for to, q in enumerate(b.pieces):
            pair = nearest(p, q)
            if pair is not None and p.at(pair[0]).DistanceTo(q.at(pair[1])) < 1e-6:
                meeting = (a.parameter(at, pair[0]), b.parameter(to, pair[1]))
                if all(abs(meeting[0] - other[0]) > 1e-9 for other in found):
                    found.append(meeting)
    return found


def nearest(p, q):
    """Shares of two straight pieces where they are nearest; None for parallel ones."""
    u, v, w = p.b - p.a, q.b - q.a, p.a - q.a
    a, b, c, d, e = u * u, u * v, v * v, u * w, v * w
    flat = a * c - b * b
    if flat < 1e-12 * max(a * c, 1e-300):
        return None
    s = max(0.0, min(1.0, (b * e - c * d) / flat))
    t = q.closest(p.at(s))
    return p.closest(q.at(t)), t


def apart(a, b):
    """(point of a, point of b) where two paths are nearest, to and fro; exact for straight ones."""
    best = None
    for p in a.pieces:
        for q in b.pieces:
            pairs = [(s, q.closest(p.at(s))) for s in (0.0, 0.5, 1.0)]
            pairs += [(p.closest(q.at(t)), t) for t in (0.0, 0.5, 1.0)]
            if isinstance(p, Straight) and isinstance(q, Straight) and nearest(p, q):
                pairs.append(nearest(p, q))
            for s, t in pairs:
                for _ in range(50):
                    t = q.closest(p.at(s))
                    s = p.closest(q.at(t))
                distance = p.at(s).DistanceTo(q.at(t))
                if best is None or distance < best[0] - 1e-12:
                    best = (distance, p.at(s), q.at(t))
    return best[1], best[2]
