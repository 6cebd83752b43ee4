"""Where objects meet, and cutting one with another."""

from __future__ import annotations

from typing import List, Sequence, TYPE_CHECKING, Tuple

import Rhino
import System
import System.Collections.Generic

from . import curves
from .inputs import brep_of
from .results import failed, many

if TYPE_CHECKING:
    Points = List[Rhino.Geometry.Point3d]
    Curves = List[Rhino.Geometry.Curve]


def cutter_of(found: Rhino.DocObjects.RhinoObject, parameter: str) -> Rhino.Geometry.GeometryBase:
    """A curve, or a polysurface of whatever has faces. Raises INVALID_PARAMS."""
    geometry = found.Geometry
    return geometry if isinstance(geometry, Rhino.Geometry.Curve) else brep_of(found, parameter)


def intersect(
    a: Rhino.DocObjects.RhinoObject, b: Rhino.DocObjects.RhinoObject, doc: Rhino.RhinoDoc
) -> Tuple[Points, Curves]:
    first, second = a.Geometry, b.Geometry
    if isinstance(first, Rhino.Geometry.Mesh) and isinstance(second, Rhino.Geometry.Mesh):
        return [], _meshes(first, second, doc)
    one, other = cutter_of(a, 'id_a'), cutter_of(b, 'id_b')
    tolerance = doc.ModelAbsoluteTolerance
    meet = Rhino.Geometry.Intersect.Intersection
    if isinstance(one, Rhino.Geometry.Curve) and isinstance(other, Rhino.Geometry.Curve):
        return _curve_curve(one, other, tolerance)
    if isinstance(one, Rhino.Geometry.Brep) and isinstance(other, Rhino.Geometry.Brep):
        found, met, points = meet.BrepBrep(one, other, tolerance)
        return (many(points), curves.join(many(met), tolerance)) if found else ([], [])
    if isinstance(one, Rhino.Geometry.Brep):
        one, other = other, one
    if isinstance(one, Rhino.Geometry.Curve) and isinstance(other, Rhino.Geometry.Brep):
        # There is a second overload with one more result at the end.
        answer = meet.CurveBrep(one, other, tolerance)
        return (many(answer[2]), many(answer[1])) if answer[0] else ([], [])
    raise failed('These kinds of objects cannot be intersected.', 'Name curves, surfaces, solids or two meshes.')


def _curve_curve(one: Rhino.Geometry.Curve, other: Rhino.Geometry.Curve, tolerance: float) -> Tuple[Points, Curves]:
    points = []  # type: Points
    overlaps = []  # type: Curves
    for event in many(Rhino.Geometry.Intersect.Intersection.CurveCurve(one, other, tolerance, tolerance)):
        if event.IsOverlap:
            overlaps.extend(many([one.Trim(event.OverlapA)]))
        else:
            points.append(event.PointA)
    return points, overlaps


def _meshes(first: Rhino.Geometry.Mesh, second: Rhino.Geometry.Mesh, doc: Rhino.RhinoDoc) -> Curves:
    # Rhino's own advice: its mesh intersector wants a far smaller tolerance than solids.
    found = Rhino.Geometry.Intersect.Intersection.MeshMeshAccurate(first, second, doc.ModelAbsoluteTolerance * 1e-3)
    return [Rhino.Geometry.PolylineCurve(line) for line in many(found)]


def split(
    found: Rhino.DocObjects.RhinoObject, cutters: Sequence[Rhino.DocObjects.RhinoObject], doc: Rhino.RhinoDoc
) -> List[Rhino.Geometry.GeometryBase]:
    """All pieces, of which there are two at least. Raises OPERATION_FAILED where the cutters part nothing."""
    geometry, hint = found.Geometry, 'Move the cutters so that they pass right through it.'
    tools = [cutter_of(cutter, 'cutter_ids') for cutter in cutters]
    if isinstance(geometry, Rhino.Geometry.Curve):
        pieces = list(curves.split(geometry, tools, doc))  # type: List[Rhino.Geometry.GeometryBase]
    else:
        pieces = list(_split_brep(brep_of(found, 'object_id'), tools, doc))
    if len(pieces) < 2:
        raise failed('The cutters do not part the object.', hint)
    return pieces


def _split_brep(
    brep: Rhino.Geometry.Brep, tools: List[Rhino.Geometry.GeometryBase], doc: Rhino.RhinoDoc
) -> List[Rhino.Geometry.Brep]:
    tolerance = doc.ModelAbsoluteTolerance
    # Lists of .NET: of a Python list pythonnet could not tell which overload of Split is meant.
    lines = System.Collections.Generic.List[Rhino.Geometry.Curve]()
    solids = System.Collections.Generic.List[Rhino.Geometry.Brep]()
    for tool in tools:
        if isinstance(tool, Rhino.Geometry.Curve):
            lines.Add(tool)
        elif isinstance(tool, Rhino.Geometry.Brep):
            solids.Add(tool)
    pieces = [brep]
    if solids.Count:
        pieces = [part for piece in pieces for part in many(piece.Split(solids, tolerance)) or [piece]]
    if lines.Count:
        pieces = [part for piece in pieces for part in many(piece.Split(lines, tolerance)) or [piece]]
    return pieces


def nearest(pieces: Sequence[Rhino.Geometry.GeometryBase], to: Rhino.Geometry.Point3d) -> Rhino.Geometry.GeometryBase:
    """The piece that the point lies on, or nearest to."""
    return min(pieces, key=lambda piece: distance(piece, to))


def distance(geometry: Rhino.Geometry.GeometryBase, to: Rhino.Geometry.Point3d) -> float:
    """Infinite where Rhino cannot tell."""
    if isinstance(geometry, Rhino.Geometry.Curve):
        found, t = geometry.ClosestPoint(to)
        return float(geometry.PointAt(t).DistanceTo(to)) if found else float('inf')
    if isinstance(geometry, Rhino.Geometry.Brep):
        return float(geometry.ClosestPoint(to).DistanceTo(to))
    if isinstance(geometry, Rhino.Geometry.Mesh):
        return float(geometry.ClosestPoint(to).DistanceTo(to))
    return float('inf')
