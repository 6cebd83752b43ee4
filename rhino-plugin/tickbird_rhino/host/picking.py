"""Asking the user to pick, and pointing objects out to them."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence

import Rhino

from . import describe
from .document import Document
from .geometry import xyz


def pick(document: Document, prompt: str, kinds: Sequence[str], least: int, most: int) -> Dict[str, Any]:
    """Waits for the user. {cancelled, picked}. The user's selection is what they picked, afterwards."""
    getter = Rhino.Input.Custom.GetObject()
    try:
        getter.SetCommandPrompt(prompt)
        getter.GeometryFilter = _filter(kinds)
        getter.SubObjectSelect = 'edge' in kinds or 'face' in kinds
        getter.GroupSelect = not getter.SubObjectSelect
        # What was selected before was not picked for this.
        getter.EnablePreSelect(False, True)
        getter.EnableClearObjectsOnEntry(False)
        document.rhino.Objects.UnselectAll()
        answer = getter.GetMultiple(least, most)
        if answer != Rhino.Input.GetResult.Object:
            return {'cancelled': True, 'picked': []}
        picked = [_picked(getter.Object(index)) for index in range(int(getter.ObjectCount))]
        return {'cancelled': False, 'picked': picked}
    finally:
        getter.Dispose()
        document.rhino.Views.Redraw()


def _filter(kinds: Sequence[str]) -> Rhino.DocObjects.ObjectType:
    types = Rhino.DocObjects.ObjectType
    of = {
        'any': types.AnyObject,
        'point': types.Point | types.PointSet,
        'curve': types.Curve,
        'surface': types.Surface | types.Brep | types.Extrusion,
        'solid': types.Brep | types.Extrusion,
        'mesh': types.Mesh,
        'subd': types.SubD,
        'annotation': types.Annotation | types.TextDot | types.Hatch,
        'block_instance': types.InstanceReference,
        'edge': types.EdgeFilter,
        'face': types.Surface,
    }
    found = of[kinds[0]]
    for kind in kinds[1:]:
        found = found | of[kind]
    return found


def _picked(reference: Rhino.DocObjects.ObjRef) -> Dict[str, Any]:
    found = reference.Object()
    at = reference.SelectionPoint()
    picked = {
        'guid': describe.id_of(found),
        'kind': describe.kind(found),
        'point': xyz(at) if at.IsValid else None,
    }  # type: Dict[str, Any]
    part = reference.GeometryComponentIndex
    if part.ComponentIndexType == Rhino.Geometry.ComponentIndexType.BrepEdge:
        picked['edge_index'] = int(part.Index)
    elif part.ComponentIndexType == Rhino.Geometry.ComponentIndexType.BrepFace:
        picked['face_index'] = int(part.Index)
    return picked


def highlight(document: Document, found: List[Rhino.DocObjects.RhinoObject], on: bool) -> None:
    """Selects and changes nothing."""
    for one in found:
        one.Highlight(on)
    document.rhino.Views.Redraw()


def still_there(document: Document, ids: Sequence[str]) -> List[Rhino.DocObjects.RhinoObject]:
    return [found for found in (document.find_object(id) for id in ids) if found is not None]
