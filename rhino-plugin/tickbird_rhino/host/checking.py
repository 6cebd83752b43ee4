"""What is wrong with objects."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional, Tuple

import Rhino

from . import describe
from .geometry import xyz
from .inputs import brep_form
from .results import many

# Places that a problem names.
MAX_POINTS = 20


def problems(found: Rhino.DocObjects.RhinoObject, tiny: float, tolerance: float) -> List[Dict[str, Any]]:
    shape, guid = found.Geometry, describe.id_of(found)
    listed = []  # type: List[Dict[str, Any]]
    valid, log = shape.IsValidWithLog()
    if not valid:
        listed.append(_problem(guid, 'invalid', ' '.join(str(log or 'Rhino says no more.').split())[:500], 1, []))
    if isinstance(shape, Rhino.Geometry.Mesh):
        listed.extend(_mesh_problems(shape, guid))
    elif isinstance(shape, Rhino.Geometry.Curve):
        listed.extend(_curve_problems(shape, guid, tiny, tolerance))
    else:
        brep = brep_form(shape)
        if brep is not None:
            listed.extend(_brep_problems(brep, guid, tiny))
    return listed


def _problem(
    guid: str,
    problem: str,
    message: str,
    count: int,
    points: Iterable[Rhino.Geometry.Point3d],
    other: Optional[str] = None,
) -> Dict[str, Any]:
    return {
        'guid': guid,
        'problem': problem,
        'message': message,
        'count': count,
        'points': [xyz(point) for _, point in zip(range(MAX_POINTS), points)],
        'other_guid': other,
    }


def _brep_problems(brep: Rhino.Geometry.Brep, guid: str, tiny: float) -> List[Dict[str, Any]]:
    kinds = Rhino.Geometry.EdgeAdjacency
    edges = many(brep.Edges)
    listed = []  # type: List[Dict[str, Any]]
    naked = [edge for edge in edges if edge.Valence == kinds.Naked]
    # A single surface has naked edges all round; that is what it is, not what is wrong with it.
    if naked and int(brep.Faces.Count) > 1:
        message = '%d naked edges: the object is not closed there.' % len(naked)
        listed.append(_problem(guid, 'naked_edges', message, len(naked), _middles(naked)))
    crowded = [edge for edge in edges if edge.Valence == kinds.NonManifold]
    if crowded:
        message = 'More than two faces meet in %d edges.' % len(crowded)
        listed.append(_problem(guid, 'non_manifold', message, len(crowded), _middles(crowded)))
    short = [edge for edge in edges if edge.GetLength() < tiny]
    if short:
        message = '%d edges are shorter than %g.' % (len(short), tiny)
        listed.append(_problem(guid, 'tiny_edges', message, len(short), _middles(short)))
    return listed


def _middles(edges: List[Rhino.Geometry.BrepEdge]) -> List[Rhino.Geometry.Point3d]:
    return [edge.PointAt(edge.Domain.Mid) for edge in edges[:MAX_POINTS]]


def _mesh_problems(mesh: Rhino.Geometry.Mesh, guid: str) -> List[Dict[str, Any]]:
    listed = []  # type: List[Dict[str, Any]]
    rims = many(mesh.GetNakedEdges())
    if rims:
        message = '%d openings: the mesh is not closed.' % len(rims)
        listed.append(_problem(guid, 'open', message, len(rims), [many(rim)[0] for rim in rims[:MAX_POINTS]]))
    manifold, _oriented, _boundary = mesh.IsManifold(True)
    if not manifold:
        listed.append(_problem(guid, 'non_manifold', 'More than two faces meet in an edge.', 1, []))
    return listed


def _curve_problems(curve: Rhino.Geometry.Curve, guid: str, tiny: float, tolerance: float) -> List[Dict[str, Any]]:
    listed = []  # type: List[Dict[str, Any]]
    pieces = many(curve.DuplicateSegments())
    short = [piece for piece in pieces if piece.GetLength() < tiny]
    if short:
        message = '%d pieces are shorter than %g.' % (len(short), tiny)
        listed.append(_problem(guid, 'tiny_edges', message, len(short), [piece.PointAtStart for piece in short]))
    crossings = many(Rhino.Geometry.Intersect.Intersection.CurveSelf(curve, tolerance))
    if crossings:
        message = 'The curve crosses itself in %d places.' % len(crossings)
        points = [crossing.PointA for crossing in crossings]
        listed.append(_problem(guid, 'self_intersection', message, len(crossings), points))
    return listed


def duplicates(found: List[Rhino.DocObjects.RhinoObject]) -> List[Dict[str, Any]]:
    """Objects that are the same as an earlier one. Only those of the same kind and box are compared."""
    alike = {}  # type: Dict[Tuple[Any, ...], List[Rhino.DocObjects.RhinoObject]]
    listed = []  # type: List[Dict[str, Any]]
    for one in found:
        box = one.Geometry.GetBoundingBox(False)
        key = (describe.kind(one),) + tuple(round(value, 6) for value in xyz(box.Min) + xyz(box.Max))
        twin = next((other for other in alike.get(key, []) if _same(one, other)), None)
        if twin is None:
            alike.setdefault(key, []).append(one)
            continue
        message = 'The same object lies in the same place twice.'
        listed.append(_problem(describe.id_of(one), 'duplicate', message, 1, [box.Center], describe.id_of(twin)))
    return listed


def _same(one: Rhino.DocObjects.RhinoObject, other: Rhino.DocObjects.RhinoObject) -> bool:
    return bool(Rhino.Geometry.GeometryBase.GeometryEquals(one.Geometry, other.Geometry))
