"""What a document's objects are made of. A shape without a kernel is the points it spans, and what it is called."""

import copy

from fakerhino.doubles import Double, points_of

from .points import BoundingBox, Point3d


class GeometryBase(Double):
    _type = 'None_'

    def __init__(self, points=()):
        self._points = [Point3d(point) for point in points]

    @property
    def ObjectType(self):
        from Rhino.DocObjects import ObjectType

        return ObjectType[self._type]

    @property
    def IsValid(self):
        return bool(self._points) and all(point.IsValid for point in self._points)

    def GetBoundingBox(self, accurate):
        return BoundingBox(self._points) if self._points else BoundingBox(Point3d(1, 0, 0), Point3d(-1, 0, 0))

    def Duplicate(self):
        return copy.deepcopy(self)

    def Transform(self, xform):
        if not xform.IsValid:
            return False
        for point in self._points:
            point.Transform(xform)
        return True

    def Dispose(self):
        pass


class Point(GeometryBase):
    _type = 'Point'

    def __init__(self, location):
        GeometryBase.__init__(self, [location])

    @property
    def Location(self):
        return Point3d(self._points[0])


class Curve(GeometryBase):
    _type = 'Curve'

    @property
    def PointAtStart(self):
        return Point3d(self._points[0])

    @property
    def PointAtEnd(self):
        return Point3d(self._points[-1])

    @property
    def IsClosed(self):
        return len(self._points) > 3 and self._points[0].DistanceTo(self._points[-1]) < 1e-9


class LineCurve(Curve):
    def __init__(self, *parts):
        Curve.__init__(self, points_of(parts))


class PolylineCurve(Curve):
    @property
    def PointCount(self):
        return len(self._points)

    def Point(self, index):
        return Point3d(self._points[index])


class Surface(GeometryBase):
    _type = 'Surface'


class Brep(GeometryBase):
    _type = 'Brep'

    @staticmethod
    def CreateFromBox(box):
        return Brep(box.GetCorners())


class Mesh(GeometryBase):
    _type = 'Mesh'
