"""Closest points, and distances between objects."""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, TYPE_CHECKING, Tuple

import Rhino

from .geometry import xyz
from .inputs import brep_form
from .results import failed, many

if TYPE_CHECKING:
    Shape = Rhino.Geometry.GeometryBase
    Pair = Tuple[float, Rhino.Geometry.Point3d, Rhino.Geometry.Point3d]

# Corrections that are made before two points count as the closest, and places of an object where the search begins.
MAX_STEPS, SEEDS = 60, 12


class Near(object):
    """The point of an object that is closest to another."""

    def __init__(
        self,
        point: Rhino.Geometry.Point3d,
        parameter: Any = None,
        direction: Optional[Rhino.Geometry.Vector3d] = None,
    ) -> None:
        self.point = point
        # Of a curve; of a surface [u, v].
        self.parameter = parameter
        # Tangent of a curve, normal of a surface.
        self.direction = direction


def closest(shape: Shape, to: Rhino.Geometry.Point3d) -> Near:
    """Raises OPERATION_FAILED for kinds without points of their own."""
    if isinstance(shape, Rhino.Geometry.Curve):
        found, t = shape.ClosestPoint(to)
        if found:
            return Near(shape.PointAt(t), float(t), shape.TangentAt(t))
    elif isinstance(shape, Rhino.Geometry.Mesh):
        touched = shape.ClosestMeshPoint(to, 0.0)
        if touched is not None:
            return Near(touched.Point, None, shape.NormalAt(touched))
    elif isinstance(shape, Rhino.Geometry.Point):
        return Near(shape.Location)
    elif isinstance(shape, Rhino.Geometry.PointCloud):
        index = int(shape.ClosestPoint(to))
        if index >= 0:
            return Near(many(shape.GetPoints())[index])
    else:
        brep = brep_form(shape)
        if brep is not None:
            found, point, _part, u, v, normal = brep.ClosestPoint(to, 0.0)
            if found:
                return Near(point, [float(u), float(v)], normal)
    raise failed(
        'Rhino cannot tell the closest point of this kind of object.', 'Name curves, surfaces, solids or points.'
    )


def distance(a: Shape, b: Shape) -> Pair:
    """(distance, point of a, point of b). Exact where one is a curve or a point; else of edges, and refined."""
    for one, other, turned in ((a, b, False), (b, a, True)):
        pair = _exact(one, other)
        if pair is not None:
            return (pair[0], pair[2], pair[1]) if turned else pair
    crossings = _crossings(a, b)
    if crossings:
        return 0.0, crossings[0], crossings[0]
    pairs = _edge_pairs(a, b)
    pairs.extend(_refined(a, b, seed) for seed in _seeds(a, b))
    if not pairs:
        raise failed(
            'Rhino cannot tell the distance of these objects.', 'Name curves, surfaces, solids, meshes or points.'
        )
    return min(pairs, key=_first)


def _first(pair: Pair) -> float:
    return pair[0]


def _exact(one: Shape, other: Shape) -> Optional[Pair]:
    if isinstance(one, Rhino.Geometry.Point):
        near = closest(other, one.Location).point
        return float(one.Location.DistanceTo(near)), one.Location, near
    if isinstance(one, Rhino.Geometry.Curve):
        partner = other if isinstance(other, (Rhino.Geometry.Curve, Rhino.Geometry.Mesh)) else brep_form(other)
        if partner is None:
            return None
        found, mine, theirs, _which = one.ClosestPoints([partner])
        if found:
            return float(mine.DistanceTo(theirs)), mine, theirs
    return None


def _crossings(a: Shape, b: Shape) -> List[Rhino.Geometry.Point3d]:
    """Points where two solids cross, if they do."""
    first, second = brep_form(a), brep_form(b)
    if first is None or second is None:
        return []
    crossed, curves, points = Rhino.Geometry.Intersect.Intersection.BrepBrep(first, second, 1e-4)
    if not crossed:
        return []
    return [curve.PointAtStart for curve in many(curves)] + many(points)


def _edge_pairs(a: Shape, b: Shape) -> List[Pair]:
    pairs = []  # type: List[Pair]
    for one, other, turned in ((a, b, False), (b, a, True)):
        brep = brep_form(one)
        partner = other if isinstance(other, Rhino.Geometry.Mesh) else brep_form(other)
        if brep is None or partner is None:
            continue
        for edge in many(brep.Edges):
            found, mine, theirs, _which = edge.ClosestPoints([partner])
            if found:
                pair = (float(mine.DistanceTo(theirs)), mine, theirs)
                pairs.append((pair[0], pair[2], pair[1]) if turned else pair)
    return pairs


def _seeds(a: Shape, b: Shape) -> Sequence[Rhino.Geometry.Point3d]:
    """Where the search between faces begins: the middles and corners of both boxes."""
    seeds = []  # type: List[Rhino.Geometry.Point3d]
    for shape in (a, b):
        box = shape.GetBoundingBox(False)
        seeds.append(box.Center)
        seeds.extend(many(box.GetCorners()))
    return seeds[: 2 * SEEDS]


def _refined(a: Shape, b: Shape, seed: Rhino.Geometry.Point3d) -> Pair:
    """To and fro between the two, each time to the closest point of the other."""
    mine = closest(a, seed).point
    theirs = closest(b, mine).point
    apart = float(mine.DistanceTo(theirs))
    for _ in range(MAX_STEPS):
        mine = closest(a, theirs).point
        theirs = closest(b, mine).point
        now = float(mine.DistanceTo(theirs))
        if apart - now <= 1e-9 * max(apart, 1e-9):
            break
        apart = now
    return float(mine.DistanceTo(theirs)), mine, theirs


def values(of: Optional[Rhino.Geometry.Vector3d]) -> Optional[List[float]]:
    return None if of is None else xyz(of)
