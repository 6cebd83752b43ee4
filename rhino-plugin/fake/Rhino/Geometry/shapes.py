"""What a document's objects are made of. A shape without a kernel is the points it spans, and what it is called."""

import copy

from fakerhino import doubles
from fakerhino.doubles import Double

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

    def IsValidWithLog(self):
        return bool(self.IsValid), '' if self.IsValid else 'It has no valid points.'

    @staticmethod
    def GeometryEquals(first, second):
        same = type(first) is type(second) and len(first._points) == len(second._points)
        return same and all(a.DistanceTo(b) < 1e-9 for a, b in zip(first._points, second._points))

    # Texts that belong to the geometry.

    _texts = ()

    def SetUserString(self, key, value):
        self._texts = dict(self._texts, **{key: value})
        return True

    def DeleteUserString(self, key):
        found = key in dict(self._texts)
        self._texts = {name: value for name, value in dict(self._texts).items() if name != key}
        return found

    def GetUserString(self, key):
        return dict(self._texts).get(key)

    def GetUserStrings(self):
        from Rhino.DocObjects.attributes import _Strings

        return _Strings(dict(self._texts))

    UserStringCount = property(lambda self: len(self._texts))

    def Dispose(self):
        pass


class Point(GeometryBase):
    _type = 'Point'

    def __init__(self, location):
        GeometryBase.__init__(self, [location])

    @property
    def Location(self):
        return Point3d(self._points[0])


class Surface(GeometryBase):
    _type = 'Surface'

    @staticmethod
    def CreateExtrusion(profile, direction):
        from .surfaces import create_extrusion

        member = doubles.stubs.member_of('Rhino.Geometry', 'Surface', 'CreateExtrusion')
        return create_extrusion(profile, direction) or doubles.call(
            ('Rhino.Geometry', 'Surface'), 'CreateExtrusion', member, None, (profile, direction))


class PointCloud(GeometryBase):
    _type = 'PointSet'

    def __init__(self, points=()):
        GeometryBase.__init__(self, points)

    Count = property(lambda self: len(self._points))

    def GetPoints(self):
        return [Point3d(point) for point in self._points]

    def ClosestPoint(self, testPoint):
        return min(range(len(self._points)), key=lambda at: self._points[at].DistanceTo(testPoint), default=-1)


class Brep(GeometryBase):
    """What it measures is known of the simple solids, and until something else than a similarity changes it."""

    _type = 'Brep'
    # {'volume', 'area', 'centroid', 'faces', 'edges', 'vertices'}: numbers, but lines for the edges of a box.
    _known = None

    @staticmethod
    def CreateFromBox(box):
        return box._brep()

    def Transform(self, xform):
        if self._known is not None:
            self._known = _moved(self._known, xform)
        return GeometryBase.Transform(self, xform)

    def _told(self, name, value):
        return doubles.instance_member(self, name, True) if self._known is None else value()

    def GetVolume(self):
        return self._told('GetVolume', None)() if self._known is None else self._known['volume']

    def GetArea(self):
        return self._told('GetArea', None)() if self._known is None else self._known['area']

    @staticmethod
    def CreateFromCornerPoints(*corners):
        """(three or four corners, tolerance)"""
        return Brep(corners[:-1])

    @property
    def SolidOrientation(self):
        return self._told('SolidOrientation', lambda: doubles.attribute('Rhino.Geometry', 'BrepSolidOrientation').Outward)

    IsSolid = property(lambda self: self._told('IsSolid', lambda: True))
    Faces = property(lambda self: self._told('Faces', lambda: Parts(self, 'BrepFace', self._known['faces'])))
    Edges = property(lambda self: self._told('Edges', lambda: Parts(self, 'BrepEdge', self._known['edges'])))
    Vertices = property(lambda self: self._told('Vertices', lambda: Parts(self, 'BrepVertex', self._known['vertices'])))


class _Parts(object):
    """A list of a brep's faces, edges or vertices: how many there are is known, and lines where edges are straight."""

    def __init__(self, brep, kind, known):
        self._brep, self._kind = brep, kind
        self._lines = known if isinstance(known, list) else None
        self.Count = len(known) if self._lines is not None else known

    def __iter__(self):
        return (self[at] for at in range(self.Count))

    def __getitem__(self, at):
        if self._lines is None:
            doubles.made_up.append('%s[%d]' % (self._kind, at))
            made = doubles.attribute('Rhino.Geometry', self._kind)
            one = made.__new__(made)
            one._points = [Point3d(point) for point in self._brep._points]
            return one
        return _edge(self._brep, at, self._lines[at])


Parts = _Parts


def _edge(brep, at, ends):
    from fakerhino.paths import Path, Straight

    made = doubles.attribute('Rhino.Geometry', 'BrepEdge')
    one = made.__new__(made)
    one._follow(Path.of_one(Straight(*ends)))
    one.EdgeIndex = at
    one.Brep = brep
    one.Valence = doubles.attribute('Rhino.Geometry', 'EdgeAdjacency').Interior
    return one


def _moved(known, xform):
    factor = xform._similar()
    if factor is None:
        return None
    moved = dict(known, volume=known['volume'] * factor**3, area=known['area'] * factor**2)
    moved['centroid'] = _at(known['centroid'], xform)
    if isinstance(known['edges'], list):
        moved['edges'] = [(_at(a, xform), _at(b, xform)) for a, b in known['edges']]
    return moved


def _at(point, xform):
    there = Point3d(point)
    there.Transform(xform)
    return there
