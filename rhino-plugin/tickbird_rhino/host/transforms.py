"""Moving, copying, turning, scaling, mirroring, and repeating objects."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence

import Rhino

from .. import serialize
from .document import Document
from .geometry import direction, plane, point3d, radians, vector3d
from .inputs import objects, unlocked
from .results import failed, wrong


def apply(document: Document, ids: Sequence[str], by: Rhino.Geometry.Transform, copy: bool) -> List[str]:
    """The ids of what was moved, which are the same as before, or of the copies."""
    found = objects(document, ids)
    if not copy:
        unlocked(document, found)
    return [place(document, one, by, copy) for one in found]


def place(document: Document, found: Rhino.DocObjects.RhinoObject, by: Rhino.Geometry.Transform, copy: bool) -> str:
    """The id of the object in its new place. A copy is in no group: those stay the original's."""
    table = document.rhino.Objects
    id = serialize.guid(table.Transform(found, by, not copy))
    moved = document.find_object(id)
    if moved is None:
        raise failed(
            'Rhino could not transform object %s.' % serialize.guid(found.Id), 'It may be too small, or not deformable.'
        )
    if copy and moved.GroupCount > 0:
        attributes = moved.Attributes.Duplicate()
        attributes.RemoveFromAllGroups()
        table.ModifyAttributes(moved, attributes, True)
    return id


def translation(by: Sequence[float]) -> Rhino.Geometry.Transform:
    return Rhino.Geometry.Transform.Translation(vector3d(by))


def rotation(center: Sequence[float], axis: Sequence[float], degrees: float) -> Rhino.Geometry.Transform:
    """Counter-clockwise seen from the tip of the axis. Quarter turns are exact."""
    turned = degrees % 360
    exact = {0.0: (0.0, 1.0), 90.0: (1.0, 0.0), 180.0: (0.0, -1.0), 270.0: (-1.0, 0.0)}.get(float(turned))
    sine, cosine = exact or (math.sin(radians(turned)), math.cos(radians(turned)))
    return Rhino.Geometry.Transform.Rotation(sine, cosine, direction(axis, 'axis'), point3d(center))


def scaling(origin: Sequence[float], factors: Sequence[float]) -> Rhino.Geometry.Transform:
    if any(factor == 0 for factor in factors):
        raise wrong(
            'scale_factor',
            'A scale factor of zero would flatten the objects.',
            'Send factors other than zero; 1 keeps a direction as it is.',
        )
    at = Rhino.Geometry.Plane(point3d(origin), Rhino.Geometry.Vector3d(0.0, 0.0, 1.0))
    return Rhino.Geometry.Transform.Scale(at, factors[0], factors[1], factors[2])


def mirror(
    start: Sequence[float], end: Optional[Sequence[float]], normal: Optional[Sequence[float]]
) -> Rhino.Geometry.Transform:
    """In the plane at `start` with the normal, else in the upright plane through both points."""
    if normal is not None:
        return Rhino.Geometry.Transform.Mirror(point3d(start), direction(normal, 'normal'))
    along = point3d(end if end is not None else start) - point3d(start)
    across = Rhino.Geometry.Vector3d.CrossProduct(along, Rhino.Geometry.Vector3d(0.0, 0.0, 1.0))
    if across.Length <= 0:
        raise wrong(
            'end',
            'The two points of the mirror plane lie above each other.',
            'Send two points that differ in X or Y, or start and normal.',
        )
    return Rhino.Geometry.Transform.Mirror(point3d(start), across)


def matrix(rows: Sequence[Sequence[float]]) -> Rhino.Geometry.Transform:
    if len(rows) != 4 or any(len(row) != 4 for row in rows):
        raise wrong('matrix', 'The matrix must have 4 rows of 4 numbers.', 'Send rows; the last is [0, 0, 0, 1].')
    found = Rhino.Geometry.Transform(1.0)
    found.M00, found.M01, found.M02, found.M03 = rows[0]
    found.M10, found.M11, found.M12, found.M13 = rows[1]
    found.M20, found.M21, found.M22, found.M23 = rows[2]
    found.M30, found.M31, found.M32, found.M33 = rows[3]
    if abs(float(found.Determinant)) < 1e-15:
        raise wrong('matrix', 'The matrix would flatten the objects.', 'Send a matrix whose determinant is not zero.')
    return found


def shear(params: Dict[str, Any]) -> Rhino.Geometry.Transform:
    """What lies in the plane stays; what is above it moves along the direction by height times the tangent."""
    base = plane(params['plane'], 'plane')
    degrees = params['shear_angle']
    if abs(degrees) >= 90:
        raise wrong('shear_angle', 'The angle must be less than 90 degrees.', 'Send an angle between -90 and 90.')
    along = direction(params['shear_direction'], 'shear_direction')
    flat = along - base.ZAxis * (along * base.ZAxis)
    if flat.Length < 1e-9 or not flat.Unitize():
        raise wrong('shear_direction', 'The direction stands upright on the plane.', 'Send a direction in the plane.')
    slanted = base.ZAxis + flat * math.tan(radians(degrees))
    return Rhino.Geometry.Transform.Shear(base, base.XAxis, base.YAxis, slanted)


def orientation(reference: Sequence[Sequence[float]], target: Sequence[Sequence[float]]) -> Rhino.Geometry.Transform:
    if len(reference) not in (2, 3) or len(target) != len(reference):
        raise wrong('target_points', 'Both need 2 or 3 points, as many.', 'Send 2 or 3 points each.')
    if len(reference) == 3:
        return Rhino.Geometry.Transform.PlaneToPlane(
            _frame(reference, 'reference_points'), _frame(target, 'target_points')
        )
    start, end = _way(reference, 'reference_points'), _way(target, 'target_points')
    turn = Rhino.Geometry.Transform.Rotation(start, end, point3d(reference[0]))
    return Rhino.Geometry.Transform.Translation(point3d(target[0]) - point3d(reference[0])) * turn


def _way(points: Sequence[Sequence[float]], parameter: str) -> Rhino.Geometry.Vector3d:
    way = point3d(points[1]) - point3d(points[0])
    if not way.Unitize():
        raise wrong(parameter, 'The first two of %s are the same point.' % parameter, 'Send points that differ.')
    return way


def _frame(points: Sequence[Sequence[float]], parameter: str) -> Rhino.Geometry.Plane:
    _way(points, parameter)
    found = Rhino.Geometry.Plane(point3d(points[0]), point3d(points[1]), point3d(points[2]))
    if not found.IsValid:
        raise wrong(parameter, 'The three of %s lie on a line.' % parameter, 'Send points that span a plane.')
    return found


def along_curve(
    found: Rhino.DocObjects.RhinoObject, curve: Rhino.Geometry.Curve, count: int, orient: bool
) -> List[Rhino.Geometry.Transform]:
    """From the object's middle to each place at equal distances along the curve, turned with it if asked."""
    steps = count if curve.IsClosed else max(count - 1, 1)
    middle = found.Geometry.GetBoundingBox(True).Center
    places = []  # type: List[Rhino.Geometry.Transform]
    for step in range(count):
        ok, t = curve.NormalizedLengthParameter(min(step / steps, 1.0))
        if not ok:
            raise failed('Rhino could not divide the curve.', 'Name a curve of some length.')
        framed, frame = curve.PerpendicularFrameAt(t)
        if orient and framed:
            # The object's X goes along the curve.
            source = Rhino.Geometry.Plane(
                middle, Rhino.Geometry.Vector3d(0.0, 1.0, 0.0), Rhino.Geometry.Vector3d(0.0, 0.0, 1.0)
            )
            places.append(Rhino.Geometry.Transform.PlaneToPlane(source, frame))
        else:
            places.append(Rhino.Geometry.Transform.Translation(curve.PointAt(t) - middle))
    return places
