"""Geometry with true maths as far as it needs no kernel."""

from fakerhino import net as _net  # noqa: F401

from .points import BoundingBox, Interval, Plane, Point3d, Transform, Vector3d  # noqa: F401
from .shapes import Brep, Curve, GeometryBase, LineCurve, Mesh, Point, PolylineCurve, Surface  # noqa: F401
from .solids import (  # noqa: F401
    Arc, ArcCurve, Box, Circle, Cone, Cylinder, Ellipse, Line, Polyline, Sphere, Torus,
)


def __getattr__(name):
    """What nobody wrote by hand."""
    from fakerhino import doubles

    return doubles.make(__name__, name)
