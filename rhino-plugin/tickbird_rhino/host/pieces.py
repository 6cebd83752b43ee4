"""Taking objects apart, and joining what touches."""

from __future__ import annotations

from typing import List, Sequence

import Rhino

from .curves import join as join_curves
from .inputs import brep_of, not_a
from .results import failed, many


def explode(found: Rhino.DocObjects.RhinoObject) -> List[Rhino.Geometry.GeometryBase]:
    """Raises OPERATION_FAILED for what is one piece already."""
    geometry = found.Geometry
    pieces = []  # type: Sequence[Rhino.Geometry.GeometryBase]
    if isinstance(geometry, Rhino.Geometry.Curve):
        pieces = many(geometry.DuplicateSegments())
    elif isinstance(geometry, Rhino.Geometry.Mesh):
        pieces = many(geometry.ExplodeAtUnweldedEdges())
    elif isinstance(geometry, Rhino.Geometry.TextEntity):
        pieces = many(geometry.Explode())
    elif isinstance(geometry, Rhino.Geometry.Hatch):
        pieces = many(geometry.Explode())
    elif isinstance(geometry, (Rhino.Geometry.Brep, Rhino.Geometry.Surface, Rhino.Geometry.SubD)):
        pieces = [face.DuplicateFace(False) for face in brep_of(found, 'id').Faces]
    else:
        raise not_a(found, 'made of pieces', 'id', 'Name a polycurve, polysurface, mesh, text or hatch.')
    alone = len(pieces) == 1 and not isinstance(geometry, (Rhino.Geometry.TextEntity, Rhino.Geometry.Hatch))
    if alone or not pieces:
        raise failed('The object is one piece already.', 'Leave it as it is.')
    return list(pieces)


def join(found: List[Rhino.DocObjects.RhinoObject], doc: Rhino.RhinoDoc) -> List[Rhino.Geometry.GeometryBase]:
    """Fewer than there were. Raises OPERATION_FAILED where nothing touches, INVALID_PARAMS for a mix of kinds."""
    curves = []  # type: List[Rhino.Geometry.Curve]
    meshes = []  # type: List[Rhino.Geometry.Mesh]
    breps = []  # type: List[Rhino.Geometry.Brep]
    for one in found:
        geometry = one.Geometry
        if isinstance(geometry, Rhino.Geometry.Curve):
            curves.append(geometry)
        elif isinstance(geometry, Rhino.Geometry.Mesh):
            meshes.append(geometry)
        else:
            breps.append(brep_of(one, 'ids'))
    kinds = sum(1 for kind in (curves, meshes, breps) if kind)
    if kinds > 1:
        raise failed('Curves, surfaces and meshes do not join one another.', 'Join each kind by itself.')
    if meshes:
        whole = Rhino.Geometry.Mesh()
        whole.Append(meshes)
        joined = [whole]  # type: Sequence[Rhino.Geometry.GeometryBase]
    elif curves:
        joined = join_curves(curves, 2.1 * doc.ModelAbsoluteTolerance)
    else:
        joined = many(Rhino.Geometry.Brep.JoinBreps(breps, 2.1 * doc.ModelAbsoluteTolerance))
    if not joined or len(joined) >= len(found):
        raise failed('None of the objects touch.', 'Move their ends or edges together first.')
    return list(joined)
