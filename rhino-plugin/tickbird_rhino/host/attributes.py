"""Name, layer, colour, visibility, lock, material and user text of objects that are there."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import Rhino
import System

from .. import serialize
from . import layers
from .document import Document
from .results import failed, wrong


def change(document: Document, found: List[Rhino.DocObjects.RhinoObject], params: Dict[str, Any]) -> List[str]:
    """What is left out stays. Raises INVALID_PARAMS before anything is changed."""
    layer, material = params.get('layer'), params.get('material_index')
    index = None if layer is None else int(layers.get(document, layer).Index)
    if material is not None and not -1 <= material < int(document.rhino.Materials.Count):
        raise wrong(
            'material_index',
            'There is no material %d.' % material,
            'The document has %d materials, numbered from 0; -1 takes the layer’s.' % document.rhino.Materials.Count,
        )
    for one in found:
        attributes = one.Attributes.Duplicate()
        if index is not None:
            attributes.LayerIndex = index
        _look(attributes, params, material)
        modify(document, one, attributes)
    return [serialize.guid(one.Id) for one in found]


def _look(attributes: Rhino.DocObjects.ObjectAttributes, params: Dict[str, Any], material: Optional[int]) -> None:
    name, color = params.get('name'), params.get('color')
    visible, locked = params.get('visible'), params.get('locked')
    modes = Rhino.DocObjects.ObjectMode
    if name is not None:
        attributes.Name = name
    if color is not None:
        attributes.ObjectColor = System.Drawing.Color.FromArgb(color[0], color[1], color[2])
        attributes.ColorSource = Rhino.DocObjects.ObjectColorSource.ColorFromObject
    # Rhino keeps one of three modes: a hidden object is not locked.
    was_locked = attributes.Mode == modes.Locked
    was_hidden = attributes.Mode == modes.Hidden
    hidden = was_hidden if visible is None else not visible
    shut = was_locked if locked is None else locked
    if visible is not None or locked is not None:
        # In this order: what is made visible might become a normal object by that.
        attributes.Visible = not hidden
        attributes.Mode = modes.Hidden if hidden else modes.Locked if shut else modes.Normal
    if material is not None:
        attributes.MaterialIndex = material
        sources = Rhino.DocObjects.ObjectMaterialSource
        attributes.MaterialSource = sources.MaterialFromLayer if material < 0 else sources.MaterialFromObject


def modify(
    document: Document, found: Rhino.DocObjects.RhinoObject, attributes: Rhino.DocObjects.ObjectAttributes
) -> None:
    if not document.rhino.Objects.ModifyAttributes(found.Id, attributes, True):
        raise failed('Rhino did not change object %s.' % serialize.guid(found.Id), 'Unlock it, if the user agrees.')


def set_text(document: Document, found: Rhino.DocObjects.RhinoObject, key: str, value: str, on_geometry: bool) -> None:
    """An empty value removes the key."""
    if on_geometry:
        geometry = found.Geometry.Duplicate()
        if value:
            geometry.SetUserString(key, value)
        else:
            geometry.DeleteUserString(key)
        if not document.rhino.Objects.Replace(found.Id, geometry, True):
            raise failed('Rhino did not keep the text.', 'Keep it with the object: attached_to_geometry false.')
        return
    attributes = found.Attributes.Duplicate()
    if value:
        attributes.SetUserString(key, value)
    else:
        attributes.DeleteUserString(key)
    modify(document, found, attributes)


def select(document: Document, found: List[Rhino.DocObjects.RhinoObject], replace: bool) -> List[str]:
    """The ids of those that could be selected: hidden and locked ones cannot."""
    if replace:
        document.rhino.Objects.UnselectAll()
    selected = [one for one in found if one.Select(True, True) > 0]
    document.rhino.Views.Redraw()
    return [serialize.guid(one.Id) for one in selected]


def unselect_all(document: Document) -> int:
    count = int(document.rhino.Objects.UnselectAll())
    document.rhino.Views.Redraw()
    return count
