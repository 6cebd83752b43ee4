"""The geometry of objects that a call names, as the kind that it needs. Raises OBJECT_NOT_FOUND or INVALID_PARAMS."""

from __future__ import annotations

from typing import List, Optional, Sequence

import Rhino

from .. import serialize
from ..errors import Fault
from .document import Document


def objects(document: Document, ids: Sequence[str]) -> List[Rhino.DocObjects.RhinoObject]:
    """Each once, in the order given."""
    return [document.object(id) for id in dict.fromkeys(ids)]


def unlocked(document: Document, found: List[Rhino.DocObjects.RhinoObject]) -> List[Rhino.DocObjects.RhinoObject]:
    """The same objects. Raises OPERATION_FAILED for one that is locked, itself or by its layer."""
    for one in found:
        layer = document.rhino.Layers.FindIndex(int(one.Attributes.LayerIndex))
        by_layer = layer is not None and bool(layer.IsLocked)
        if not by_layer and one.Attributes.Mode != Rhino.DocObjects.ObjectMode.Locked:
            continue
        id = serialize.guid(one.Id)
        what = 'lies on the locked layer “%s”' % layer.FullPath if by_layer else 'is locked'
        raise Fault(
            'OPERATION_FAILED',
            'Object %s %s.' % ('“%s”' % one.Attributes.Name if one.Attributes.Name else id, what),
            id=id,
            next=(
                'Ask the user to unlock the layer, or work on other objects.'
                if by_layer
                else 'Unlock it with manipulation.set_properties first, if the user agrees.'
            ),
        )
    return found


def not_a(found: Rhino.DocObjects.RhinoObject, wanted: str, parameter: str, next: str) -> Fault:
    id = serialize.guid(found.Id)
    kind = serialize.kind(str(found.ObjectType))
    return Fault(
        'INVALID_PARAMS', 'Object %s is a %s, not %s.' % (id, kind, wanted), parameter=parameter, id=id, next=next
    )


def curve(document: Document, id: str, parameter: str) -> Rhino.Geometry.Curve:
    found = document.object(id)
    geometry = found.Geometry
    if isinstance(geometry, Rhino.Geometry.Curve):
        return geometry
    raise not_a(found, 'a curve', parameter, 'Name a curve: a line, polyline, circle, arc or free curve.')


def curves(document: Document, ids: Sequence[str], parameter: str) -> List[Rhino.Geometry.Curve]:
    return [curve(document, id, parameter) for id in dict.fromkeys(ids)]


def brep_form(geometry: Rhino.Geometry.GeometryBase) -> Optional[Rhino.Geometry.Brep]:
    """What has faces, as a polysurface; None for anything else."""
    if isinstance(geometry, Rhino.Geometry.Brep):
        return geometry
    if isinstance(geometry, Rhino.Geometry.Extrusion):
        return geometry.ToBrep(True)
    if isinstance(geometry, Rhino.Geometry.Surface):
        return geometry.ToBrep()
    if isinstance(geometry, Rhino.Geometry.SubD):
        return geometry.ToBrep()
    return None


def brep_of(found: Rhino.DocObjects.RhinoObject, parameter: str) -> Rhino.Geometry.Brep:
    """Also of extrusions, surfaces and SubDs, as a polysurface."""
    brep = brep_form(found.Geometry)
    if brep is None:
        raise not_a(
            found,
            'a solid or surface',
            parameter,
            'Name solids or surfaces; surfaces.extrude_curve makes one of a closed curve.',
        )
    return brep


def brep(document: Document, id: str, parameter: str) -> Rhino.Geometry.Brep:
    return brep_of(document.object(id), parameter)


def mesh(document: Document, id: str, parameter: str) -> Rhino.Geometry.Mesh:
    found = document.object(id)
    geometry = found.Geometry
    if isinstance(geometry, Rhino.Geometry.Mesh):
        return geometry
    raise not_a(found, 'a mesh', parameter, 'Name a mesh; operations.mesh_from_brep makes one of a solid.')
