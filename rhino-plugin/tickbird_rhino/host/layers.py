"""Layers, by their full paths."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

import Rhino
import System

from ..errors import Fault
from .describe import rgba
from .document import Document
from .results import failed, wrong

SEPARATOR = '::'


def get(document: Document, path: str, parameter: str = 'layer') -> Rhino.DocObjects.Layer:
    """Raises INVALID_PARAMS."""
    layers = document.rhino.Layers
    index = int(layers.FindByFullPath(path, -1))
    if index < 0:
        raise Fault(
            'INVALID_PARAMS',
            'There is no layer %s.' % path[:100],
            parameter=parameter,
            next='scene.list_layers names the layers; scene.create_layer makes one.',
        )
    return layers[index]


def every(document: Document) -> List[Rhino.DocObjects.Layer]:
    return [layer for layer in document.rhino.Layers if not layer.IsDeleted]


def listed(document: Document) -> List[Dict[str, Any]]:
    counts = {}  # type: Dict[int, int]
    for found in document.objects():
        index = int(found.Attributes.LayerIndex)
        counts[index] = counts.get(index, 0) + 1
    current = int(document.rhino.Layers.CurrentLayerIndex)
    return [
        {
            'name': str(layer.Name),
            'full_path': str(layer.FullPath),
            'color': rgba(layer.Color),
            'visible': bool(layer.IsVisible),
            'locked': bool(layer.IsLocked),
            'parent_name': _parent_path(document, layer),
            'object_count': counts.get(int(layer.Index), 0),
            'is_current': int(layer.Index) == current,
        }
        for layer in every(document)
    ]


def _parent_path(document: Document, layer: Rhino.DocObjects.Layer) -> Optional[str]:
    if layer.ParentLayerId == System.Guid.Empty:
        return None
    parent = document.rhino.Layers.FindId(layer.ParentLayerId)
    return None if parent is None else str(parent.FullPath)


def create(
    document: Document,
    path: str,
    color: Optional[Sequence[int]] = None,
    visible: bool = True,
    locked: bool = False,
    parent: Optional[str] = None,
) -> Rhino.DocObjects.Layer:
    """Makes the parents that are missing too. Raises INVALID_PARAMS for a layer that is there already."""
    levels = [part.strip() for part in path.split(SEPARATOR)]
    if not all(levels):
        raise wrong(
            'name', 'A level of %s has no name.' % path[:100], 'Send names with :: between them, like Arch::Walls.'
        )
    above = System.Guid.Empty if parent is None else get(document, parent, 'parent_name').Id
    layers = document.rhino.Layers
    for level in levels[:-1]:
        index = int(layers.Find(above, level, -1))
        above = layers[index].Id if index >= 0 else _add(document, level, above).Id
    if int(layers.Find(above, levels[-1], -1)) >= 0:
        raise wrong('name', 'There is a layer %s already.' % path[:100], 'Use it as it is, or choose another name.')
    return _add(document, levels[-1], above, color, visible, locked)


def _add(
    document: Document,
    name: str,
    above: System.Guid,
    color: Optional[Sequence[int]] = None,
    visible: bool = True,
    locked: bool = False,
) -> Rhino.DocObjects.Layer:
    layer = Rhino.DocObjects.Layer()
    layer.Name = name
    red, green, blue = color or (0, 0, 0)
    layer.Color = System.Drawing.Color.FromArgb(red, green, blue)
    layer.IsVisible = visible
    layer.IsLocked = locked
    if above != System.Guid.Empty:
        layer.ParentLayerId = above
    index = int(document.rhino.Layers.Add(layer))
    if index < 0:
        raise wrong('name', 'Rhino takes no layer of the name %s.' % name[:100], 'Choose another name.')
    return document.rhino.Layers[index]


def find_or_create(document: Document, path: str) -> int:
    """Its index."""
    index = int(document.rhino.Layers.FindByFullPath(path, -1))
    return index if index >= 0 else int(create(document, path).Index)


def delete(document: Document, path: str, with_objects: bool) -> int:
    """How many objects went with it. Raises OPERATION_FAILED where objects stand on it, or it is the current one."""
    layer = get(document, path, 'name')
    layers = document.rhino.Layers
    branch = [layer] + [child for child in every(document) if child.IsChildOf(layer)]
    indices = set(int(one.Index) for one in branch)
    if int(layers.CurrentLayerIndex) in indices:
        raise failed(
            '“%s” holds the current layer, which cannot be deleted.' % layer.FullPath,
            'Make another layer current with scene.set_current_layer first.',
        )
    objects = [found for found in document.objects() if int(found.Attributes.LayerIndex) in indices]
    if objects and not with_objects:
        raise failed(
            'There are %d objects on “%s”.' % (len(objects), layer.FullPath),
            'Move them to another layer, or set delete_objects to delete them too.',
        )
    for found in objects:
        if not document.rhino.Objects.Delete(found, True, True):
            raise failed('Rhino did not delete an object of “%s”.' % layer.FullPath, 'Look at what is on it.')
    for one in sorted(branch, key=_depth, reverse=True):
        if not layers.Delete(int(one.Index), True):
            raise failed('Rhino did not delete the layer “%s”.' % one.FullPath, 'A block may use it.')
    return len(objects)


def _depth(layer: Rhino.DocObjects.Layer) -> int:
    return str(layer.FullPath).count(SEPARATOR)


def make_current(document: Document, path: str) -> Rhino.DocObjects.Layer:
    layer = get(document, path, 'name')
    layers = document.rhino.Layers
    if int(layers.CurrentLayerIndex) != int(layer.Index) and not layers.SetCurrentLayerIndex(int(layer.Index), True):
        raise failed('Rhino did not make “%s” current.' % layer.FullPath, 'A hidden layer cannot be current.')
    return layer
