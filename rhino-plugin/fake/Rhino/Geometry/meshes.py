"""Meshes: vertices and faces are true; where they meet others is not worked out."""

from fakerhino import doubles

from .points import Point3d, Vector3d
from .shapes import GeometryBase


class _Vertices(object):
    def __init__(self, mesh):
        self._mesh = mesh

    Count = property(lambda self: len(self._mesh._points))

    def Add(self, *parts):
        self._mesh._points.append(Point3d(*parts))
        return len(self._mesh._points) - 1

    def __iter__(self):
        return iter([Point3d(point) for point in self._mesh._points])

    def __getitem__(self, at):
        return Point3d(self._mesh._points[at])

    def CombineIdentical(self, ignoreNormals, ignoreAdditional):
        return False

    def ToFloatArray(self):
        return [part for point in self._mesh._points for part in point]


class _Faces(object):
    def __init__(self, mesh):
        self._mesh = mesh

    Count = property(lambda self: len(self._mesh._corners))

    def AddFace(self, *corners):
        self._mesh._corners.append(tuple(corners))
        return len(self._mesh._corners) - 1

    def ToIntArray(self, asTriangles):
        return [corner for face in _triangles(self._mesh) for corner in face]


class _Rows(object):
    """Normals, colours: one for each vertex."""

    def __init__(self, mesh, rows):
        self._mesh, self._rows = mesh, rows

    Count = property(lambda self: len(self._rows))

    def Add(self, *parts):
        self._rows.append(parts)
        return len(self._rows) - 1

    def ComputeNormals(self):
        sums = [Vector3d(0, 0, 0) for _ in self._mesh._points]
        for face in _triangles(self._mesh):
            a, b, c = (self._mesh._points[corner] for corner in face)
            for corner in face:
                sums[corner] = sums[corner] + Vector3d.CrossProduct(b - a, c - a)
        for one in sums:
            one.Unitize()
        self._rows[:] = [(one,) for one in sums]
        return True

    def ToFloatArray(self):
        return [part for row in self._rows for part in row[0]]


class Mesh(GeometryBase):
    _type = 'Mesh'

    def __init__(self):
        self._points, self._corners, self._normals, self._colors = [], [], [], []

    @property
    def Vertices(self):
        return _Vertices(self) if self._is_true() else doubles.instance_member(self, 'Vertices', True)

    @property
    def Faces(self):
        return _Faces(self) if self._is_true() else doubles.instance_member(self, 'Faces', True)

    @property
    def Normals(self):
        return _Rows(self, self._normals) if self._is_true() else doubles.instance_member(self, 'Normals', True)

    @property
    def VertexColors(self):
        return _Rows(self, self._colors) if self._is_true() else doubles.instance_member(self, 'VertexColors', True)

    def _is_true(self):
        """Not what a double of the mesher made."""
        return '_corners' in self.__dict__

    @property
    def IsValid(self):
        if not self._is_true():
            return bool(self._points)
        sound = all(len(set(face)) == len(face) and max(face) < len(self._points) for face in self._corners)
        return bool(self._corners) and sound and all(point.IsValid for point in self._points)

    @property
    def IsClosed(self):
        return not self._rims() if self._is_true() else doubles.instance_member(self, 'IsClosed', True)

    def Compact(self):
        return True

    def DuplicateMesh(self):
        return self.Duplicate()

    def Append(self, meshes):
        for mesh in meshes if isinstance(meshes, (list, tuple)) else [meshes]:
            if not mesh._is_true():
                # A double of the mesher: what it spans, as one face.
                doubles.made_up.append('Mesh.Append')
                mesh._corners = [tuple(range(min(4, len(mesh._points))))] if len(mesh._points) > 2 else []
            first = len(self._points)
            self._points += [Point3d(point) for point in mesh._points]
            self._corners += [tuple(first + corner for corner in face) for face in mesh._corners]

    def GetNakedEdges(self):
        """One polyline for each rim, or null for a closed mesh."""
        from .solids import Polyline

        rims = self._rims()
        return [Polyline([self._points[a], self._points[b]]) for a, b in rims] if rims else None

    def IsManifold(self, topologicalTest):
        return all(count <= 2 for count in self._edges().values()), True, bool(self._rims())

    def _edges(self):
        counts = {}
        for face in self._corners:
            for a, b in zip(face, face[1:] + face[:1]):
                key = (min(a, b), max(a, b))
                counts[key] = counts.get(key, 0) + 1
        return counts

    def _rims(self):
        return [edge for edge, count in self._edges().items() if count == 1]


def _triangles(mesh):
    for face in mesh._corners:
        yield face[:3]
        if len(face) == 4:
            yield face[0], face[2], face[3]
