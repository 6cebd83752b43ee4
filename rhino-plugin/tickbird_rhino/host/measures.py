"""Length, area, volume and centre of gravity of objects."""

from __future__ import annotations

from typing import List, Optional, TYPE_CHECKING, Tuple

import Rhino

from .inputs import brep_form, not_a
from .results import failed

if TYPE_CHECKING:
    Centroid = Tuple[Rhino.Geometry.Point3d, float, str]


def length(found: Rhino.DocObjects.RhinoObject) -> float:
    """Raises INVALID_PARAMS for what is no curve."""
    shape = found.Geometry
    if not isinstance(shape, Rhino.Geometry.Curve):
        raise not_a(found, 'a curve', 'ids', 'Name curves; measure areas and volumes of other objects.')
    return float(shape.GetLength())


def area(found: Rhino.DocObjects.RhinoObject, tolerance: float) -> float:
    """Raises INVALID_PARAMS for what has none."""
    properties = _area(found.Geometry, tolerance)
    if properties is None:
        raise not_a(found, 'of an area', 'ids', 'Name surfaces, solids, meshes, hatches or closed flat curves.')
    return abs(float(properties.Area))


def _area(shape: Rhino.Geometry.GeometryBase, tolerance: float) -> Optional[Rhino.Geometry.AreaMassProperties]:
    compute = Rhino.Geometry.AreaMassProperties.Compute
    if isinstance(shape, Rhino.Geometry.Mesh):
        return compute(shape)
    if isinstance(shape, Rhino.Geometry.Hatch):
        return compute(shape)
    if isinstance(shape, Rhino.Geometry.Curve):
        flat = bool(shape.IsClosed) and bool(shape.IsPlanar(tolerance))
        return compute(shape, tolerance) if flat else None
    brep = brep_form(shape)
    return None if brep is None else compute(brep)


def volume(found: Rhino.DocObjects.RhinoObject) -> Optional[float]:
    """None for what is open. Raises INVALID_PARAMS for what could not be closed."""
    shape = found.Geometry
    if not isinstance(shape, Rhino.Geometry.Mesh) and brep_form(shape) is None:
        raise not_a(found, 'a solid', 'ids', 'Name closed solids or meshes.')
    properties = _volume(shape)
    return None if properties is None else abs(float(properties.Volume))


def _volume(shape: Rhino.Geometry.GeometryBase) -> Optional[Rhino.Geometry.VolumeMassProperties]:
    if isinstance(shape, Rhino.Geometry.Mesh):
        return Rhino.Geometry.VolumeMassProperties.Compute(shape) if shape.IsClosed else None
    brep = brep_form(shape)
    return Rhino.Geometry.VolumeMassProperties.Compute(brep) if brep is not None and brep.IsSolid else None


def centroid(found: Rhino.DocObjects.RhinoObject, of: str, tolerance: float) -> Centroid:
    """The point, its weight, and what it was weighed by. Raises INVALID_PARAMS."""
    shape = found.Geometry
    if isinstance(shape, Rhino.Geometry.Point) and of == 'auto':
        return shape.Location, 1.0, 'point'
    if of in ('auto', 'volume'):
        solid = _volume(shape)
        if solid is not None:
            return solid.Centroid, abs(float(solid.Volume)), 'volume'
    if of in ('auto', 'area'):
        flat = _area(shape, tolerance)
        if flat is not None:
            return flat.Centroid, abs(float(flat.Area)), 'area'
    if of in ('auto', 'length') and isinstance(shape, Rhino.Geometry.Curve):
        long = Rhino.Geometry.LengthMassProperties.Compute(shape)
        if long is not None:
            return long.Centroid, float(long.Length), 'length'
    wanted = 'weighed' if of == 'auto' else 'of a %s' % of
    raise not_a(found, wanted, 'ids', 'Name solids, surfaces, meshes or curves, or leave `of` out.')


def whole_centroid(parts: List[Centroid]) -> Rhino.Geometry.Point3d:
    """Of all together. What counts least, curves beside solids say, weighs nothing."""
    for sort in ('volume', 'area', 'length', 'point'):
        same = [(at, weight) for at, weight, of in parts if of == sort]
        total = sum(weight for _, weight in same)
        if total > 0:
            x, y, z = (sum(getter(at) * weight for at, weight in same) / total for getter in (_x, _y, _z))
            return Rhino.Geometry.Point3d(x, y, z)
    raise failed('The objects weigh nothing.', 'Name solids, surfaces, meshes or curves.')


def _x(point: Rhino.Geometry.Point3d) -> float:
    return float(point.X)


def _y(point: Rhino.Geometry.Point3d) -> float:
    return float(point.Y)


def _z(point: Rhino.Geometry.Point3d) -> float:
    return float(point.Z)
