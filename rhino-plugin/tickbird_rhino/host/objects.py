"""Adding objects, with the parameters that every new object takes."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

import Rhino
import System

from .. import serialize
from ..errors import Fault
from .document import Document, box_of


def add(document: Document, geometry: Rhino.Geometry.GeometryBase, params: Dict[str, Any]) -> Dict[str, Any]:
    """A new object, as `geometry.create_*` answers it. `params` may have name, layer and color."""
    return created(put(document, geometry, new_attributes(document, params)))


def add_all(
    document: Document, geometries: Sequence[Rhino.Geometry.GeometryBase], params: Dict[str, Any]
) -> Dict[str, Any]:
    """As `add`, of one shape that Rhino made in several pieces: the others stand in additional_guids."""
    first, *others = [add(document, geometry, params) for geometry in geometries]
    return dict(first, additional_guids=[other['guid'] for other in others]) if others else first


def put(
    document: Document, geometry: Rhino.Geometry.GeometryBase, attributes: Rhino.DocObjects.ObjectAttributes
) -> Rhino.DocObjects.RhinoObject:
    """A new object. Raises OPERATION_FAILED where Rhino does not take it."""
    id = document.rhino.Objects.Add(geometry, attributes)
    found = document.rhino.Objects.FindId(id)
    if found is None:
        raise Fault(
            'OPERATION_FAILED',
            'Rhino did not take the new object: its geometry is not valid.',
            next='Look at the numbers: a length of zero, or points that lie on one another.',
        )
    return found


def put_like(
    document: Document, geometry: Rhino.Geometry.GeometryBase, source: Rhino.DocObjects.RhinoObject
) -> Rhino.DocObjects.RhinoObject:
    """A new object with the layer, name, colour, groups and user text of another."""
    attributes = source.Attributes.Duplicate()
    attributes.ObjectId = System.Guid.Empty
    return put(document, geometry, attributes)


def replace(
    document: Document, found: Rhino.DocObjects.RhinoObject, geometry: Rhino.Geometry.GeometryBase
) -> Rhino.DocObjects.RhinoObject:
    """New geometry for an object, which keeps its id and attributes. Raises OPERATION_FAILED."""
    id = found.Id
    if not document.rhino.Objects.Replace(id, geometry, False):
        raise Fault(
            'OPERATION_FAILED',
            'Rhino did not take the new shape of %s.' % serialize.guid(id),
            id=serialize.guid(id),
            next='Look at the numbers: a length of zero, or points that lie on one another.',
        )
    return document.object(serialize.guid(id))


def ids_of(found: List[Rhino.DocObjects.RhinoObject]) -> List[str]:
    return [serialize.guid(one.Id) for one in found]


def created(found: Rhino.DocObjects.RhinoObject) -> Dict[str, Any]:
    geometry = found.Geometry
    box = geometry.GetBoundingBox(True)
    return {
        'guid': serialize.guid(found.Id),
        'type': serialize.kind(str(found.ObjectType)),
        'bounding_box': box_of(box) if box.IsValid else None,
    }


def new_attributes(document: Document, params: Dict[str, Any]) -> Rhino.DocObjects.ObjectAttributes:
    """What a new object starts with. Raises INVALID_PARAMS for a layer that is not there."""
    attributes = Rhino.DocObjects.ObjectAttributes()
    attributes.Name = params.get('name') or ''
    attributes.LayerIndex = layer_index(document, params.get('layer'))
    color = params.get('color')
    if color is not None:
        attributes.ObjectColor = System.Drawing.Color.FromArgb(color[0], color[1], color[2])
        attributes.ColorSource = Rhino.DocObjects.ObjectColorSource.ColorFromObject
    return attributes


def layer_index(document: Document, path: Optional[str]) -> int:
    """Of a full path, in any case; the current layer's for None. Raises INVALID_PARAMS."""
    layers = document.rhino.Layers
    if path is None:
        return int(layers.CurrentLayerIndex)
    index = int(layers.FindByFullPath(path, -1))
    if index >= 0:
        return index
    raise Fault(
        'INVALID_PARAMS',
        'There is no layer %s.' % path[:100],
        parameter='layer',
        next='scene.list_layers names the layers; scene.create_layer makes one.',
    )


def delete(document: Document, ids: List[str]) -> int:
    """How many were deleted. Raises OBJECT_NOT_FOUND before anything is deleted, OPERATION_FAILED for a locked one."""
    found = [document.object(id) for id in dict.fromkeys(ids)]
    for one in found:
        if not document.rhino.Objects.Delete(one, True):
            raise Fault(
                'OPERATION_FAILED',
                'Rhino did not delete %s: it, or its layer, is locked.' % serialize.guid(one.Id),
                id=serialize.guid(one.Id),
                next='Unlock it first, if the user agrees.',
            )
    return len(found)
