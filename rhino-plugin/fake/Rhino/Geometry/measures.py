"""Lengths, areas and volumes of what is simple enough."""

from fakerhino import doubles, stubs

from .curves import Curve
from .meshes import Mesh, _triangles
from .points import Point3d, Vector3d
from .shapes import Brep


class LengthMassProperties(doubles.Double):
    @staticmethod
    def Compute(curve):
        path = curve._path
        if path is None or not path.straight:
            return _made_up('LengthMassProperties', (curve,))
        made = _new(LengthMassProperties)
        made.Length = path.length
        made.Centroid = _middle([(piece.at(0.5), piece.length) for piece in path.pieces])
        return made


class AreaMassProperties(doubles.Double):
    @staticmethod
    def Compute(geometry, planarTolerance=0.0):
        made = _new(AreaMassProperties)
        if isinstance(geometry, Mesh):
            parts = [_triangle([geometry._points[at] for at in face]) for face in _triangles(geometry)]
        elif isinstance(geometry, Brep) and geometry._known is not None:
            made.Area, made.Centroid = geometry._known['area'], geometry._known['centroid']
            return made
        elif isinstance(geometry, Curve) and geometry._path is not None and geometry._path.straight:
            return _flat(made, [piece.a for piece in geometry._path.pieces])
        else:
            return _made_up('AreaMassProperties', (geometry, planarTolerance) if planarTolerance else (geometry,))
        made.Area, made.Centroid = sum(area for _, area in parts), _middle(parts)
        return made


class VolumeMassProperties(doubles.Double):
    @staticmethod
    def Compute(geometry):
        if not isinstance(geometry, Brep) or geometry._known is None:
            return _made_up('VolumeMassProperties', (geometry,))
        made = _new(VolumeMassProperties)
        made.Volume, made.Centroid = geometry._known['volume'], geometry._known['centroid']
        return made


def _new(kind):
    return kind.__new__(kind)


def _made_up(name, args):
    member = stubs.member_of('Rhino.Geometry', name, 'Compute')
    return doubles.call(('Rhino.Geometry', name), 'Compute', member, None, args)


def _triangle(corners):
    a, b, c = corners
    middle = Point3d(*((x + y + z) / 3 for x, y, z in zip(a, b, c)))
    return middle, Vector3d.CrossProduct(b - a, c - a).Length / 2


def _flat(made, points):
    """A closed flat polygon, as triangles from its first corner that count for or against."""
    across = [Vector3d.CrossProduct(b - points[0], c - points[0]) for b, c in zip(points, points[1:])]
    whole = Vector3d(0, 0, 0)
    for one in across:
        whole = whole + one
    made.Area = whole.Length / 2
    whole.Unitize()
    parts = [
        (_triangle((points[0], b, c))[0], (one * whole) / 2) for one, b, c in zip(across, points, points[1:])
    ]
    made.Centroid = _middle(parts)
    return made


def _middle(parts):
    total = sum(weight for _, weight in parts)
    return Point3d(*(sum(point[at] * weight for point, weight in parts) / total for at in range(3)))
