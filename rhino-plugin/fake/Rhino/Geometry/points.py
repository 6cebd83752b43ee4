"""Points, vectors, planes, boxes, transformations."""

import math

from fakerhino.doubles import Double


class _Triple(Double):
    def __init__(self, x=0.0, y=0.0, z=0.0):
        if isinstance(x, _Triple):
            x, y, z = x.X, x.Y, x.Z
        self.X, self.Y, self.Z = float(x), float(y), float(z)

    def __getitem__(self, at):
        return (self.X, self.Y, self.Z)[at]

    def __iter__(self):
        return iter((self.X, self.Y, self.Z))

    def __eq__(self, other):
        return type(self) is type(other) and tuple(self) == tuple(other)

    def __hash__(self):
        return hash(tuple(self))

    @property
    def IsValid(self):
        return all(math.isfinite(part) and abs(part) < 1e300 for part in self)

    def _plus(self, other, sign, kind):
        return kind(self.X + sign * other.X, self.Y + sign * other.Y, self.Z + sign * other.Z)


class Vector3d(_Triple):
    @property
    def Length(self):
        return math.sqrt(self * self)

    @property
    def IsZero(self):
        return self.X == self.Y == self.Z == 0

    def Unitize(self):
        length = self.Length
        if length == 0 or not self.IsValid:
            return False
        self.X, self.Y, self.Z = self.X / length, self.Y / length, self.Z / length
        return True

    @staticmethod
    def CrossProduct(a, b):
        return Vector3d(a.Y * b.Z - a.Z * b.Y, a.Z * b.X - a.X * b.Z, a.X * b.Y - a.Y * b.X)

    def __add__(self, other):
        return self._plus(other, 1, type(other))

    def __sub__(self, other):
        return self._plus(other, -1, Vector3d)

    def __neg__(self):
        return Vector3d(-self.X, -self.Y, -self.Z)

    def __mul__(self, other):
        if isinstance(other, _Triple):
            return self.X * other.X + self.Y * other.Y + self.Z * other.Z
        return Vector3d(self.X * other, self.Y * other, self.Z * other)

    __rmul__ = __mul__


Vector3d.XAxis, Vector3d.YAxis, Vector3d.ZAxis = Vector3d(1, 0, 0), Vector3d(0, 1, 0), Vector3d(0, 0, 1)
Vector3d.Zero = Vector3d()


class Point3d(_Triple):
    def DistanceTo(self, other):
        return (self - other).Length

    def Transform(self, xform):
        moved = xform._apply(self, 1)
        self.X, self.Y, self.Z = moved

    def __add__(self, other):
        return self._plus(other, 1, Point3d)

    def __sub__(self, other):
        return self._plus(other, -1, Vector3d if isinstance(other, Point3d) else Point3d)


Point3d.Origin = Point3d()


class Interval(Double):
    def __init__(self, t0, t1):
        self.T0, self.T1 = float(t0), float(t1)

    @property
    def Length(self):
        return self.T1 - self.T0

    Min = property(lambda self: min(self.T0, self.T1))
    Max = property(lambda self: max(self.T0, self.T1))
    Mid = property(lambda self: (self.T0 + self.T1) / 2)

    def IncludesParameter(self, t):
        return self.Min <= t <= self.Max

    def ParameterAt(self, normalizedParameter):
        return self.T0 + normalizedParameter * self.Length

    def NormalizedParameterAt(self, intervalParameter):
        return (intervalParameter - self.T0) / self.Length


class Plane(Double):
    def __init__(self, origin, first=None, second=None):
        if isinstance(origin, Plane):
            origin, first, second = origin.Origin, origin.XAxis, origin.YAxis
        self.Origin = Point3d(origin)
        if isinstance(first, Point3d):
            first, second = first - self.Origin, second - self.Origin
        if second is None:
            self.ZAxis = Vector3d(first)
            self.ZAxis.Unitize()
            aside = Vector3d(1, 0, 0) if abs(self.ZAxis.X) < 0.9 else Vector3d(0, 1, 0)
            self.XAxis = Vector3d.CrossProduct(Vector3d.CrossProduct(self.ZAxis, aside), self.ZAxis)
            if abs(self.ZAxis.Z - 1) < 1e-12:
                self.XAxis = Vector3d(1, 0, 0)
        else:
            self.XAxis = Vector3d(first)
            self.ZAxis = Vector3d.CrossProduct(first, second)
        self.XAxis.Unitize()
        self.ZAxis.Unitize()
        self.YAxis = Vector3d.CrossProduct(self.ZAxis, self.XAxis)

    @property
    def Normal(self):
        return self.ZAxis

    @property
    def IsValid(self):
        return self.Origin.IsValid and abs(self.XAxis.Length - 1) < 1e-6 and abs(self.ZAxis.Length - 1) < 1e-6

    def Rotate(self, angle, axis):
        turn = Transform.Rotation(angle, axis, self.Origin)
        self.XAxis, self.YAxis, self.ZAxis = (
            Vector3d(*turn._apply(one, 0)) for one in (self.XAxis, self.YAxis, self.ZAxis)
        )
        return True

    def PointAt(self, u, v, w=0.0):
        return self.Origin + self.XAxis * u + self.YAxis * v + self.ZAxis * w


Plane.WorldXY = Plane(Point3d(), Vector3d(1, 0, 0), Vector3d(0, 1, 0))


class BoundingBox(Double):
    def __init__(self, low, high=None):
        if high is None:
            points = [Point3d(point) for point in low]
            low = Point3d(*(min(point[at] for point in points) for at in range(3)))
            high = Point3d(*(max(point[at] for point in points) for at in range(3)))
        self.Min, self.Max = Point3d(low), Point3d(high)

    @property
    def IsValid(self):
        return self.Min.IsValid and self.Max.IsValid and all(a <= b for a, b in zip(self.Min, self.Max))

    @property
    def Diagonal(self):
        return self.Max - self.Min

    @property
    def Center(self):
        return Point3d(*((a + b) / 2 for a, b in zip(self.Min, self.Max)))

    def Inflate(self, amount):
        by = Vector3d(amount, amount, amount)
        self.Min, self.Max = self.Min - by, self.Max + by

    def GetCorners(self):
        low, high = self.Min, self.Max
        return [Point3d(x, y, z) for z in (low.Z, high.Z) for y in (low.Y, high.Y) for x in (low.X, high.X)]

    def Union(self, other):
        if not other.IsValid:
            return
        if not self.IsValid:
            self.Min, self.Max = Point3d(other.Min), Point3d(other.Max)
            return
        whole = BoundingBox([self.Min, self.Max, other.Min, other.Max])
        self.Min, self.Max = whole.Min, whole.Max


BoundingBox.Empty = BoundingBox(Point3d(1, 0, 0), Point3d(-1, 0, 0))


class Transform(Double):
    """4 by 4; `xform[row, column]`, or M00 … M33."""

    def __init__(self, diagonal):
        self._rows = [[diagonal if row == column else 0.0 for column in range(4)] for row in range(4)]
        self._rows[3][3] = 1.0

    def __getitem__(self, at):
        return self._rows[at[0]][at[1]]

    def __setitem__(self, at, value):
        self._rows[at[0]][at[1]] = float(value)

    def __mul__(self, other):
        product = Transform(0.0)
        for row in range(4):
            for column in range(4):
                product[row, column] = sum(self[row, at] * other[at, column] for at in range(4))
        return product

    @property
    def IsValid(self):
        return all(math.isfinite(value) for row in self._rows for value in row)

    def _apply(self, triple, w):
        x, y, z = triple
        return [row[0] * x + row[1] * y + row[2] * z + row[3] * w for row in self._rows[:3]]

    @staticmethod
    def Translation(*parts):
        x, y, z = parts if len(parts) == 3 else parts[0]
        moved = Transform(1.0)
        moved[0, 3], moved[1, 3], moved[2, 3] = x, y, z
        return moved

    @staticmethod
    def Scale(plane_or_anchor, *factors):
        if len(factors) == 1:
            plane, factors = Plane(plane_or_anchor, Vector3d(0, 0, 1)), factors * 3
        else:
            plane = plane_or_anchor
        return _about(plane, [[factors[row] if row == column else 0.0 for column in range(3)] for row in range(3)])

    @staticmethod
    def Rotation(*parts):
        """(angle, center) about Z, (angle, axis, center), (sine, cosine, axis, center), (from, to, center)."""
        center = parts[-1]
        if len(parts) == 2:
            c, s, axis = math.cos(parts[0]), math.sin(parts[0]), Vector3d(0, 0, 1)
        elif isinstance(parts[0], Vector3d):
            axis = Vector3d.CrossProduct(parts[0], parts[1])
            c, s = parts[0] * parts[1], axis.Length
            if s < 1e-12:
                aside = Vector3d(1, 0, 0) if abs(parts[0].X) < 0.9 else Vector3d(0, 1, 0)
                axis = Vector3d.CrossProduct(parts[0], aside)
        elif len(parts) == 3:
            c, s, axis = math.cos(parts[0]), math.sin(parts[0]), Vector3d(parts[1])
        else:
            s, c, axis = parts[0], parts[1], Vector3d(parts[2])
        axis.Unitize()
        x, y, z = axis
        rows = [
            [c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
            [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s],
            [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)],
        ]
        return Transform.Translation(*center) * _linear(rows) * Transform.Translation(*(-part for part in center))

    @staticmethod
    def PlaneToPlane(plane0, plane1):
        into = Transform.Translation(*(-part for part in plane0.Origin))
        return Transform.Translation(*plane1.Origin) * _axes(plane1) * _axes(plane0)._turned() * into

    @staticmethod
    def Shear(plane, x, y, z):
        """The plane's axes go to x, y and z; its origin stays."""
        rows = [[axis[row] for axis in (x, y, z)] for row in range(3)]
        into = Transform.Translation(*(-part for part in plane.Origin))
        return Transform.Translation(*plane.Origin) * _linear(rows) * _axes(plane)._turned() * into

    @property
    def Determinant(self):
        return _determinant(self._rows)

    def _turned(self):
        made = Transform(1.0)
        made._rows = [list(column) for column in zip(*self._rows)]
        return made

    def _similar(self):
        """The factor by which it scales in all directions; None where it differs."""
        columns = [Vector3d(*(self[row, column] for row in range(3))) for column in range(3)]
        factor = columns[0].Length
        even = all(abs(column.Length - factor) <= 1e-9 * factor for column in columns)
        square = all(abs(columns[a] * columns[b]) <= 1e-9 * factor**2 for a, b in ((0, 1), (1, 2), (0, 2)))
        return factor if factor > 0 and even and square else None

    @staticmethod
    def Mirror(*parts):
        plane = parts[0] if len(parts) == 1 else Plane(*parts)
        return _about(plane, [[1, 0, 0], [0, 1, 0], [0, 0, -1]])


def _entry(row, column):
    def get(self):
        return self._rows[row][column]

    def put(self, value):
        self._rows[row][column] = float(value)

    return property(get, put)


for _row in range(4):
    for _column in range(4):
        setattr(Transform, 'M%d%d' % (_row, _column), _entry(_row, _column))


def _determinant(rows):
    if len(rows) == 1:
        return rows[0][0]
    minors = ([row[:at] + row[at + 1:] for row in rows[1:]] for at in range(len(rows)))
    return sum((-1) ** at * rows[0][at] * _determinant(minor) for at, minor in enumerate(minors))


def _axes(plane):
    axes = (plane.XAxis, plane.YAxis, plane.ZAxis)
    return _linear([[axis[row] for axis in axes] for row in range(3)])


def _linear(rows):
    made = Transform(1.0)
    for row in range(3):
        for column in range(3):
            made[row, column] = rows[row][column]
    return made


def _about(plane, rows):
    """A linear map in the plane's own axes."""
    axes = (plane.XAxis, plane.YAxis, plane.ZAxis)
    out = _linear([[axes[column][row] for column in range(3)] for row in range(3)])
    into = _linear([[axes[row][column] for column in range(3)] for row in range(3)])
    there = Transform.Translation(*plane.Origin)
    back = Transform.Translation(*(-part for part in plane.Origin))
    return there * out * _linear(rows) * into * back


Transform.Identity = Transform(1.0)
