"""Flat and pulled surfaces, as far as what they span and enclose is plain; and dots, which are as plain."""

from fakerhino import doubles, stubs

from .measures import AreaMassProperties
from .points import Point3d
from .shapes import Brep, GeometryBase, Surface


class TextDot(GeometryBase):
    _type = 'TextDot'

    def __init__(self, text, location):
        GeometryBase.__init__(self, [location])
        self.Text = text

    @property
    def Point(self):
        return Point3d(self._points[0])


class PlaneSurface(Surface):
    def __init__(self, plane, xExtents, yExtents):
        corners = [(x, y) for y in (yExtents.T0, yExtents.T1) for x in (xExtents.T0, xExtents.T1)]
        GeometryBase.__init__(self, [plane.PointAt(x, y) for x, y in corners])


class Extrusion(Surface):
    _type = 'Extrusion'

    @staticmethod
    def Create(curve, plane, height, cap):
        if curve._path is None:
            member = stubs.member_of('Rhino.Geometry', 'Extrusion', 'Create')
            return doubles.call(('Rhino.Geometry', 'Extrusion'), 'Create', member, None, (curve, plane, height, cap))
        made = Extrusion.__new__(Extrusion)
        made._points = _pulled(curve, plane.ZAxis * height)
        return made


class _Pulled(Surface):
    """What Surface.CreateExtrusion gives of a curve whose form is known."""

    def ToBrep(self):
        made = _PulledBrep.__new__(_PulledBrep)
        made._points = [Point3d(point) for point in self._points]
        made._profile, made._along = self._profile, self._along
        return made


class _PulledBrep(Brep):
    def CapPlanarHoles(self, tolerance):
        """A prism over a closed flat polygon; anything else is for the kernel."""
        path = self._profile._path
        if not (path.closed and path.straight and path.plane_normal()):
            return doubles.instance_member(self, 'CapPlanarHoles', True)(tolerance)
        base = AreaMassProperties.Compute(self._profile)
        height = abs(self._along * path.plane_normal())
        sides = sum((piece.b - piece.a).Length for piece in path.pieces) * self._along.Length
        count = len(path.pieces)
        solid = Brep(self._points)
        solid._known = {
            'volume': base.Area * height, 'area': 2 * base.Area + sides, 'centroid': base.Centroid + self._along * 0.5,
            'faces': count + 2, 'edges': 3 * count, 'vertices': 2 * count,
        }
        return solid


def _pulled(curve, along):
    return [Point3d(point) + along * way for way in (0.0, 1.0) for point in curve._path.extremes]


def create_extrusion(curve, along):
    """None where the kernel would have to say."""
    if curve._path is None:
        return None
    made = _Pulled.__new__(_Pulled)
    made._points, made._profile, made._along = _pulled(curve, along), curve.Duplicate(), along
    return made
