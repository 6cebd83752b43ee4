"""Block definitions and their instances."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence

import Rhino

from .. import serialize
from .document import Document
from .geometry import point3d, radians
from .objects import put
from .results import failed, many, wrong


def listed(document: Document) -> List[Dict[str, Any]]:
    return [
        {
            'name': str(block.Name),
            'description': str(block.Description or ''),
            'object_count': len(many(block.GetObjects())),
            'geometry_guids': [serialize.guid(id) for id in many(block.GetObjectIds())],
            'is_referenced': bool(block.InUse(0)),
        }
        for block in many(document.rhino.InstanceDefinitions.GetList(True))
    ]


def get(document: Document, name: str) -> Rhino.DocObjects.InstanceDefinition:
    found = document.rhino.InstanceDefinitions.Find(name)
    if found is None or found.IsDeleted:
        names = [str(block.Name) for block in many(document.rhino.InstanceDefinitions.GetList(True))]
        raise wrong(
            'block',
            'There is no block “%s”.' % name[:100],
            'Take one of: %s.' % ', '.join(names[:20]) if names else 'Make one with block.define.',
        )
    return found


def define(
    document: Document,
    name: str,
    description: str,
    base: Sequence[float],
    found: List[Rhino.DocObjects.RhinoObject],
) -> int:
    """Its index. The objects are copied into it and stay as they are."""
    table = document.rhino.InstanceDefinitions
    known = table.Find(name)
    if known is not None and not known.IsDeleted:
        raise wrong('name', 'There is a block “%s” already.' % name[:100], 'Choose another name.')
    geometry = [one.Geometry for one in found]
    attributes = [one.Attributes for one in found]
    index = int(table.Add(name, description, point3d(base), geometry, attributes))
    if index < 0:
        raise failed('Rhino made no block of the objects.', 'Choose another name, or leave lights out.')
    return index


def insert(
    document: Document,
    index: int,
    at: Sequence[float],
    scale: Sequence[float],
    rotation: float,
    attributes: Rhino.DocObjects.ObjectAttributes,
) -> Rhino.DocObjects.RhinoObject:
    """Scaled, then turned about Z, then moved."""
    if any(factor == 0 for factor in scale):
        raise wrong('scale', 'A scale factor of zero would flatten the block.', 'Send factors other than zero.')
    sizes = Rhino.Geometry.Transform.Scale(Rhino.Geometry.Plane.WorldXY, scale[0], scale[1], scale[2])
    turn = Rhino.Geometry.Transform.Rotation(radians(rotation), Rhino.Geometry.Point3d(0.0, 0.0, 0.0))
    move = Rhino.Geometry.Transform.Translation(at[0], at[1], at[2])
    id = document.rhino.Objects.AddInstanceObject(index, move * turn * sizes, attributes)
    return document.object(serialize.guid(id))


def explode(document: Document, id: str, nested: bool) -> List[str]:
    """The ids of the pieces; the instance is gone."""
    found = document.object(id)
    if not isinstance(found, Rhino.DocObjects.InstanceObject):
        raise wrong('id', 'Object %s is no block instance.' % id, 'Use manipulation.explode for other objects.')
    pieces, attributes, places = found.Explode(nested)
    made = []  # type: List[str]
    for piece, own, place in zip(many(pieces), many(attributes), many(places)):
        geometry = piece.DuplicateGeometry()
        geometry.Transform(place)
        made.append(serialize.guid(put(document, geometry, own).Id))
    if not made or not document.rhino.Objects.Delete(found, True):
        raise failed('Rhino did not explode the block instance.', 'Unlock it first.')
    return made
