"""From plain numbers to RhinoCommon's geometry, and back."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence, Union

import Rhino

from .. import serialize
from .results import wrong


def point3d(values: Sequence[float]) -> Rhino.Geometry.Point3d:
    return Rhino.Geometry.Point3d(values[0], values[1], values[2])


def points3d(values: Sequence[Sequence[float]]) -> List[Rhino.Geometry.Point3d]:
    return [point3d(value) for value in values]


def point(values: Sequence[float]) -> Rhino.Geometry.Point:
    return Rhino.Geometry.Point(point3d(values))


def vector3d(values: Sequence[float]) -> Rhino.Geometry.Vector3d:
    return Rhino.Geometry.Vector3d(values[0], values[1], values[2])


def direction(values: Sequence[float], parameter: str) -> Rhino.Geometry.Vector3d:
    """Of length one. Raises INVALID_PARAMS for a vector of no length."""
    vector = vector3d(values)
    if vector.Length < 1e-12 or not vector.Unitize():
        raise wrong(
            parameter,
            '%s has no direction: its length is zero.' % parameter,
            'Send %s as a direction, for example [0, 0, 1].' % parameter,
        )
    return vector


def plane(values: Dict[str, Any], parameter: str) -> Rhino.Geometry.Plane:
    """By normal, by two axes, or world XY at its origin. Raises INVALID_PARAMS."""
    origin = point3d(values['origin'])
    x_axis, y_axis, normal = values.get('x_axis'), values.get('y_axis'), values.get('normal')
    if x_axis is not None and y_axis is not None:
        x = direction(x_axis, parameter + '.x_axis')
        y = direction(y_axis, parameter + '.y_axis')
        if Rhino.Geometry.Vector3d.CrossProduct(x, y).Length < 1e-9:
            raise wrong(parameter, 'The axes of %s are parallel.' % parameter, 'Send two axes that span a plane.')
        return Rhino.Geometry.Plane(origin, x, y)
    if normal is not None:
        return Rhino.Geometry.Plane(origin, direction(normal, parameter + '.normal'))
    if x_axis is not None or y_axis is not None:
        raise wrong(parameter, '%s has one axis only.' % parameter, 'Send both x_axis and y_axis, or a normal.')
    return level(values['origin'])


def level(origin: Optional[Sequence[float]]) -> Rhino.Geometry.Plane:
    """World XY at a point."""
    at = point3d(origin if origin is not None else (0.0, 0.0, 0.0))
    return Rhino.Geometry.Plane(at, Rhino.Geometry.Vector3d(1.0, 0.0, 0.0), Rhino.Geometry.Vector3d(0.0, 1.0, 0.0))


def plane_at(params: Dict[str, Any], plane_name: str, point_name: str) -> Rhino.Geometry.Plane:
    """The plane that a call names, else world XY at its point."""
    given = params.get(plane_name)
    return level(params.get(point_name)) if given is None else plane(given, plane_name)


def xyz(of: Union[Rhino.Geometry.Point3d, Rhino.Geometry.Vector3d]) -> List[float]:
    return serialize.point(of.X, of.Y, of.Z)


def named(of: Union[Rhino.Geometry.Point3d, Rhino.Geometry.Vector3d]) -> Dict[str, float]:
    """{x, y, z}, as GOLEM's views have it."""
    return {'x': serialize.number(of.X), 'y': serialize.number(of.Y), 'z': serialize.number(of.Z)}


def plane_values(of: Rhino.Geometry.Plane) -> Dict[str, List[float]]:
    return {'origin': xyz(of.Origin), 'x': xyz(of.XAxis), 'y': xyz(of.YAxis), 'z': xyz(of.ZAxis)}


def box(geometry: Rhino.Geometry.GeometryBase) -> Optional[Dict[str, Any]]:
    """World bounding box; None where there is none."""
    return box_values(geometry.GetBoundingBox(True))


def box_values(of: Rhino.Geometry.BoundingBox) -> Optional[Dict[str, Any]]:
    return serialize.box(xyz(of.Min), xyz(of.Max)) if of.IsValid else None


def whole_box(geometries: Sequence[Rhino.Geometry.GeometryBase]) -> Rhino.Geometry.BoundingBox:
    """Round all of them; not valid where there is nothing."""
    corners = []  # type: List[Rhino.Geometry.Point3d]
    for geometry in geometries:
        found = geometry.GetBoundingBox(True)
        if found.IsValid:
            corners.extend((found.Min, found.Max))
    return Rhino.Geometry.BoundingBox(corners) if corners else Rhino.Geometry.BoundingBox.Empty


def radians(degrees: float) -> float:
    return math.radians(degrees)


def tolerance(doc: Rhino.RhinoDoc) -> float:
    return float(doc.ModelAbsoluteTolerance)
