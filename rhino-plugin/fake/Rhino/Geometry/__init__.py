"""Geometry with true maths as far as it needs no kernel."""

from fakerhino import net as _net  # noqa: F401

from .points import BoundingBox, Interval, Plane, Point3d, Transform, Vector3d  # noqa: F401
from .shapes import Brep, GeometryBase, Point, PointCloud, Surface  # noqa: F401
from .curves import ArcCurve, Curve, LineCurve, PolylineCurve  # noqa: F401
from .nurbs import NurbsCurve, NurbsSurface  # noqa: F401
from .meshes import Mesh  # noqa: F401
from .measures import AreaMassProperties, LengthMassProperties, VolumeMassProperties  # noqa: F401
from .surfaces import Extrusion, PlaneSurface, TextDot  # noqa: F401
from .solids import (  # noqa: F401
    Arc, Box, Circle, Cone, Cylinder, Ellipse, Line, Polyline, Sphere, Torus,
)


def __getattr__(name):
    """What nobody wrote by hand."""
    from fakerhino import doubles, stubs

    if name == 'Intersect':
        import importlib

        return importlib.import_module('Rhino.Geometry.Intersect')
    if __name__ + '.' + name in stubs.modules():
        return doubles.module(__name__ + '.' + name)
    return doubles.make(__name__, name)
