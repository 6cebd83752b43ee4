"""Solids from solids: union, difference, intersection, split; rounding and bevelling edges."""

from __future__ import annotations

from typing import List, Optional, Sequence

import Rhino

from .results import made, many, wrong

MEET = 'The solids must be closed and reach into each other; analysis.check says what is wrong with one.'


def union(breps: List[Rhino.Geometry.Brep], tolerance: float) -> List[Rhino.Geometry.Brep]:
    return made(Rhino.Geometry.Brep.CreateBooleanUnion(breps, tolerance), 'Rhino could not merge the solids.', MEET)


def difference(
    breps: List[Rhino.Geometry.Brep], cutters: List[Rhino.Geometry.Brep], tolerance: float
) -> List[Rhino.Geometry.Brep]:
    found = Rhino.Geometry.Brep.CreateBooleanDifference(breps, cutters, tolerance)
    return made(found, 'Rhino could not cut the solid, or nothing would be left of it.', MEET)


def intersection(
    a: List[Rhino.Geometry.Brep], b: List[Rhino.Geometry.Brep], tolerance: float
) -> List[Rhino.Geometry.Brep]:
    found = Rhino.Geometry.Brep.CreateBooleanIntersection(a, b, tolerance)
    return made(found, 'The solids share nothing, or Rhino could not intersect them.', MEET)


def split(brep: Rhino.Geometry.Brep, cutter: Rhino.Geometry.Brep, tolerance: float) -> List[Rhino.Geometry.Brep]:
    found = Rhino.Geometry.Brep.CreateBooleanSplit(brep, cutter, tolerance)
    pieces = made(found, 'Rhino could not split the solid.', MEET)
    return made(pieces if len(pieces) > 1 else None, 'The cutter does not part the solid.', MEET)


def blend_edges(
    brep: Rhino.Geometry.Brep, edges: Sequence[int], size: float, chamfer: bool, doc: Rhino.RhinoDoc
) -> List[Rhino.Geometry.Brep]:
    """Rounded, or bevelled, in one go."""
    kinds = Rhino.Geometry.BlendType
    sizes = [size] * len(edges)
    found = Rhino.Geometry.Brep.CreateFilletEdges(
        brep,
        list(edges),
        sizes,
        sizes,
        kinds.Chamfer if chamfer else kinds.Fillet,
        Rhino.Geometry.RailType.DistanceFromEdge if chamfer else Rhino.Geometry.RailType.RollingBall,
        doc.ModelAbsoluteTolerance,
    )
    what = 'bevel' if chamfer else 'round'
    return made(
        found,
        'Rhino could not %s the edges by %s.' % (what, '%g' % size),
        'Try a smaller size, or fewer edges at a time: all that meet in one corner belong together.',
    )


def chosen_edges(
    brep: Rhino.Geometry.Brep, indices: Optional[Sequence[int]], choice: Optional[str], tolerance: float
) -> List[int]:
    """Raises INVALID_PARAMS for an index that is not there or a choice that is empty."""
    if indices is not None:
        count = int(brep.Edges.Count)
        beyond = [index for index in indices if index >= count]
        if beyond or not indices:
            sentence = 'There is no edge %d: the object has %d, numbered from 0.' % (beyond[0], count) if beyond else ''
            raise wrong(
                'edge_indices',
                sentence or 'No edges are named.',
                'Look at the edges with scene.get_object_info; indices change with every operation.',
            )
        return list(dict.fromkeys(indices))
    box = brep.GetBoundingBox(True)
    found = [int(edge.EdgeIndex) for edge in many(brep.Edges) if _fits(edge, choice or 'all', box, tolerance)]
    if not found:
        raise wrong(
            'edges',
            'The object has no %sedges to work on.' % ('' if choice in (None, 'all') else '%s ' % choice),
            'Look at the edges with scene.get_object_info and name them by edge_indices.',
        )
    return found


def _fits(edge: Rhino.Geometry.BrepEdge, choice: str, box: Rhino.Geometry.BoundingBox, tolerance: float) -> bool:
    if choice == 'vertical':
        way = edge.TangentAtStart
        return bool(edge.IsLinear(tolerance)) and abs(way.X) <= 1e-6 and abs(way.Y) <= 1e-6
    # An edge of one face only is the rim of an opening: nothing to round there.
    if choice == 'all':
        return len(many(edge.AdjacentFaces())) > 1
    level = box.Max.Z if choice == 'top' else box.Min.Z
    points = (edge.PointAtStart, edge.PointAtEnd, edge.PointAtNormalizedLength(0.5))
    return all(abs(point.Z - level) <= tolerance for point in points)
