"""Objects as the panel draws them: Rhino's own meshes, edges as polylines. Buffers: base64 of little-endian arrays."""

from __future__ import annotations

import array
import base64
import sys
import uuid
from typing import Any, Dict, Iterable, List, Optional, Sequence

import Rhino

from .. import serialize
from . import describe, geometry
from .document import Document
from .inputs import brep_form
from .results import many

BUFFERS = ('positions', 'normals', 'triangles', 'edges', 'points')
# Another run of the plugin counts anew.
RUN = uuid.uuid4().hex[:8]


def key(document: Document, found: Rhino.DocObjects.RhinoObject) -> str:
    """Rhino gives every new value of an object a new serial number; one that undo brings back has its old one."""
    color = found.Attributes.DrawColor(document.rhino)
    return '%s.%d.%d-%d-%d' % (RUN, int(found.RuntimeSerialNumber), int(color.R), int(color.G), int(color.B))


def drawing(document: Document, found: Rhino.DocObjects.RhinoObject, known_as: str) -> Dict[str, Any]:
    color = found.Attributes.DrawColor(document.rhino)
    drawn = {
        'guid': serialize.guid(found.Id),
        'kind': describe.kind(found),
        'name': str(found.Attributes.Name or ''),
        'layer': document.layer_path(int(found.Attributes.LayerIndex)),
        'color': [int(color.R), int(color.G), int(color.B)],
        'key': known_as,
    }  # type: Dict[str, Any]
    shape = found.Geometry
    if isinstance(shape, Rhino.Geometry.TextEntity):
        drawn['text'] = {
            'value': str(shape.PlainText),
            'at': geometry.xyz(shape.Plane.Origin),
            'height': serialize.number(shape.TextHeight),
        }
    elif isinstance(shape, Rhino.Geometry.TextDot):
        drawn['text'] = {'value': str(shape.Text), 'at': geometry.xyz(shape.Point), 'height': 1.0}
    buffers = Buffers(document.rhino)
    _collect(buffers, found, None)
    drawn.update(buffers.encoded())
    return drawn


def size_of(drawn: Dict[str, Any]) -> int:
    return sum(len(drawn.get(name, '')) for name in BUFFERS)


class Buffers(object):
    def __init__(self, doc: Rhino.RhinoDoc) -> None:
        self.doc = doc
        self._floats = {name: array.array('f') for name in BUFFERS if name != 'triangles'}
        self._triangles = array.array('I')

    def mesh(self, mesh: Rhino.Geometry.Mesh) -> None:
        first = len(self._floats['positions']) // 3
        if int(mesh.Normals.Count) != int(mesh.Vertices.Count):
            mesh = mesh.DuplicateMesh()
            mesh.Normals.ComputeNormals()
        self._floats['positions'].extend(many(mesh.Vertices.ToFloatArray()))
        self._floats['normals'].extend(many(mesh.Normals.ToFloatArray()))
        self._triangles.extend(first + int(index) for index in many(mesh.Faces.ToIntArray(True)))

    def line(self, points: Sequence[Rhino.Geometry.Point3d]) -> None:
        edges = self._floats['edges']
        for start, end in zip(points, points[1:]):
            edges.extend((start.X, start.Y, start.Z, end.X, end.Y, end.Z))

    def curve(self, curve: Rhino.Geometry.Curve) -> None:
        """Straight pieces that stay within the document's tolerance of what the eye sees."""
        size = curve.GetBoundingBox(False).Diagonal.Length
        near = max(self.doc.ModelAbsoluteTolerance, size / 1000.0)
        pieces = curve.ToPolyline(near, 0.1, 0.0, 0.0)
        if pieces is None:
            self.line([curve.PointAtStart, curve.PointAtEnd])
        else:
            self.line([pieces.Point(index) for index in range(int(pieces.PointCount))])

    def points(self, points: Iterable[Rhino.Geometry.Point3d]) -> None:
        for point in points:
            self._floats['points'].extend((point.X, point.Y, point.Z))

    def encoded(self) -> Dict[str, str]:
        """Empty ones are left out."""
        found = {name: _encoded(values) for name, values in self._floats.items() if values}
        if self._triangles:
            found['triangles'] = _encoded(self._triangles)
        return found


def _encoded(values: 'array.array[Any]') -> str:
    if sys.byteorder != 'little':
        values.byteswap()
    return base64.b64encode(values.tobytes()).decode('ascii')


def _collect(buffers: Buffers, found: Rhino.DocObjects.RhinoObject, place: Optional[Rhino.Geometry.Transform]) -> None:
    """`place`: that of the block instance which the object belongs to."""
    if isinstance(found, Rhino.DocObjects.InstanceObject):
        pieces, _attributes, places = found.Explode(True)
        for piece, at in zip(many(pieces), many(places)):
            _collect(buffers, piece, at)
        return
    shape = found.Geometry
    if place is None:
        # The meshes that Rhino shades it with, as far as it has them.
        _shape(buffers, shape, many(found.GetMeshes(Rhino.Geometry.MeshType.Render)))
        return
    moved = shape.Duplicate()
    moved.Transform(place)
    _shape(buffers, moved, [])


def _shape(buffers: Buffers, shape: Rhino.Geometry.GeometryBase, meshes: List[Rhino.Geometry.Mesh]) -> None:
    if isinstance(shape, Rhino.Geometry.Curve):
        buffers.curve(shape)
    elif isinstance(shape, Rhino.Geometry.Mesh):
        buffers.mesh(shape)
    elif isinstance(shape, Rhino.Geometry.Point):
        buffers.points([shape.Location])
    elif isinstance(shape, Rhino.Geometry.PointCloud):
        buffers.points(many(shape.GetPoints()))
    elif isinstance(shape, Rhino.Geometry.Hatch):
        for piece in many(shape.Explode()):
            _shape(buffers, piece, [])
    else:
        brep = brep_form(shape)
        if brep is None:
            return
        for mesh in meshes or _brep_meshes(brep):
            buffers.mesh(mesh)
        for edge in many(brep.Edges):
            buffers.curve(edge)


def _brep_meshes(brep: Rhino.Geometry.Brep) -> List[Rhino.Geometry.Mesh]:
    return many(Rhino.Geometry.Mesh.CreateFromBrep(brep, Rhino.Geometry.MeshingParameters.FastRenderMesh))
