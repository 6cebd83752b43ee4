"""What an object is, in the words of the contract."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import Rhino
import System

from .. import serialize
from . import geometry as shapes
from .document import Document
from .inputs import brep_of
from .results import many

# Edges that an object's description lists, and control points of a curve.
MAX_EDGES = 200
MAX_POINTS = 1000


def rgba(color: System.Drawing.Color) -> Dict[str, int]:
    return {'r': int(color.R), 'g': int(color.G), 'b': int(color.B), 'a': 255}


def kind(found: Rhino.DocObjects.RhinoObject) -> str:
    return serialize.kind(str(found.ObjectType))


def visible(document: Document, found: Rhino.DocObjects.RhinoObject) -> bool:
    layer = document.rhino.Layers.FindIndex(int(found.Attributes.LayerIndex))
    return found.Attributes.Mode != Rhino.DocObjects.ObjectMode.Hidden and (layer is None or bool(layer.IsVisible))


def locked(document: Document, found: Rhino.DocObjects.RhinoObject) -> bool:
    layer = document.rhino.Layers.FindIndex(int(found.Attributes.LayerIndex))
    return found.Attributes.Mode == Rhino.DocObjects.ObjectMode.Locked or (layer is not None and bool(layer.IsLocked))


def summary(document: Document, found: Rhino.DocObjects.RhinoObject, detail: bool = True) -> Dict[str, Any]:
    """`detail` false leaves out what the kernel would have to work out."""
    return {
        'guid': serialize.guid(found.Id),
        'type': kind(found),
        'layer': document.layer_path(int(found.Attributes.LayerIndex)),
        'name': str(found.Attributes.Name or ''),
        'color': rgba(found.Attributes.DrawColor(document.rhino)),
        'visible': visible(document, found),
        'locked': locked(document, found),
        'geometry': detail_of(found) if detail else {'type': kind(found)},
        'bounding_box': shapes.box(found.Geometry),
        'user_text': user_text(found),
    }


def user_text(found: Rhino.DocObjects.RhinoObject) -> Dict[str, str]:
    """The object's own and its geometry's; the object's own counts where both have a key."""
    texts = {}  # type: Dict[str, str]
    for strings in (found.Geometry.GetUserStrings(), found.Attributes.GetUserStrings()):
        for key in many(strings.AllKeys if strings is not None else None):
            texts[str(key)] = str(strings.Get(key) or '')
    return texts


def detail_of(found: Rhino.DocObjects.RhinoObject) -> Dict[str, Any]:
    """In GOLEM's names, by kind; `type` is always there."""
    geometry, what = found.Geometry, kind(found)
    if isinstance(geometry, Rhino.Geometry.Curve):
        return curve_detail(geometry)
    if isinstance(geometry, (Rhino.Geometry.Brep, Rhino.Geometry.Surface)):
        return dict({'type': what}, **brep_summary(brep_of(found, 'guid')))
    if isinstance(geometry, Rhino.Geometry.Point):
        return {'type': what, 'location': shapes.xyz(geometry.Location)}
    if isinstance(geometry, Rhino.Geometry.Mesh):
        return {
            'type': what,
            'vertex_count': int(geometry.Vertices.Count),
            'face_count': int(geometry.Faces.Count),
            'is_closed': bool(geometry.IsClosed),
        }
    if isinstance(geometry, Rhino.Geometry.SubD):
        return {
            'type': what,
            'vertex_count': int(geometry.Vertices.Count),
            'edge_count': int(geometry.Edges.Count),
            'face_count': int(geometry.Faces.Count),
            'is_closed': bool(geometry.IsSolid),
        }
    if isinstance(geometry, Rhino.Geometry.PointCloud):
        return {'type': what, 'point_count': int(geometry.Count)}
    return _other_detail(found, what)


def _other_detail(found: Rhino.DocObjects.RhinoObject, what: str) -> Dict[str, Any]:
    geometry = found.Geometry
    if isinstance(geometry, Rhino.Geometry.TextEntity):
        return {
            'type': 'text',
            'text': str(geometry.PlainText),
            'height': serialize.number(geometry.TextHeight),
            'font': str(geometry.Font.FamilyName),
            'plane': shapes.plane_values(geometry.Plane),
        }
    if isinstance(geometry, Rhino.Geometry.TextDot):
        return {'type': 'text_dot', 'text': str(geometry.Text), 'location': shapes.xyz(geometry.Point)}
    if isinstance(geometry, Rhino.Geometry.AnnotationBase):
        return {'type': what, 'rhino_type': str(geometry.AnnotationType), 'text': str(geometry.PlainText)}
    if isinstance(found, Rhino.DocObjects.InstanceObject):
        return {
            'type': what,
            'block': str(found.InstanceDefinition.Name),
            'insertion_point': shapes.xyz(found.InsertionPoint),
        }
    return {'type': what, 'rhino_type': str(found.ObjectType)}


def brep_summary(brep: Rhino.Geometry.Brep) -> Dict[str, Any]:
    solid = bool(brep.IsSolid)
    return {
        'face_count': int(brep.Faces.Count),
        'edge_count': int(brep.Edges.Count),
        'vertex_count': int(brep.Vertices.Count),
        'is_solid': solid,
        'is_valid': bool(brep.IsValid),
        'volume': serialize.number(abs(brep.GetVolume())) if solid else None,
        'area': serialize.number(brep.GetArea()),
        'bounding_box': shapes.box(brep),
    }


def curve_type(curve: Rhino.Geometry.Curve) -> str:
    if curve.IsLinear():
        return 'line'
    if curve.IsCircle():
        return 'circle'
    if curve.IsArc():
        return 'arc'
    if curve.IsPolyline():
        return 'polyline'
    return 'nurbs' if isinstance(curve, Rhino.Geometry.NurbsCurve) else 'curve'


def curve_detail(curve: Rhino.Geometry.Curve) -> Dict[str, Any]:
    sort = curve_type(curve)
    described = {
        'type': sort,
        'degree': int(curve.Degree),
        'domain': [serialize.number(curve.Domain.T0), serialize.number(curve.Domain.T1)],
        'length': serialize.number(curve.GetLength()),
        'is_closed': bool(curve.IsClosed),
        'is_planar': bool(curve.IsPlanar()),
        'start_point': shapes.xyz(curve.PointAtStart),
        'end_point': shapes.xyz(curve.PointAtEnd),
    }  # type: Dict[str, Any]
    if sort in ('arc', 'circle'):
        found, arc = curve.TryGetArc()
        if found:
            described.update(radius=serialize.number(arc.Radius), center=shapes.xyz(arc.Center))
    else:
        described.update(_control_points(curve))
    return described


def _control_points(curve: Rhino.Geometry.Curve) -> Dict[str, Any]:
    nurbs = curve.ToNurbsCurve()
    if nurbs is None:
        return {}
    count = int(nurbs.Points.Count)
    points = [shapes.xyz(nurbs.Points[index].Location) for index in range(min(count, MAX_POINTS))]
    return {'point_count': count, 'control_points': points}


def attributes(found: Rhino.DocObjects.RhinoObject) -> Dict[str, Any]:
    own = found.Attributes
    sources = Rhino.DocObjects.ObjectColorSource
    names = {
        sources.ColorFromObject: 'object',
        sources.ColorFromMaterial: 'material',
        sources.ColorFromParent: 'parent',
    }
    return {
        'object_id': serialize.guid(found.Id),
        'name': str(own.Name or ''),
        'layer_index': int(own.LayerIndex),
        'space': 'page' if own.Space == Rhino.DocObjects.ActiveSpace.PageSpace else 'model',
        'linetype_index': int(own.LinetypeIndex),
        'material_index': int(own.MaterialIndex),
        'wire_density': int(own.WireDensity),
        'color_source': next((name for source, name in names.items() if source == own.ColorSource), 'layer'),
        'visible': bool(own.Visible),
        'mode': str(own.Mode).lower(),
    }


def edges(found: Rhino.DocObjects.RhinoObject, tolerance: float) -> Optional[List[Dict[str, Any]]]:
    """Of what has faces, with the index that fillets take; None for other kinds."""
    if not isinstance(found.Geometry, (Rhino.Geometry.Brep, Rhino.Geometry.Surface)):
        return None
    brep = brep_of(found, 'guid')
    return [edge(one, tolerance) for _, one in zip(range(MAX_EDGES), brep.Edges)]


def edge(one: Rhino.Geometry.BrepEdge, tolerance: float) -> Dict[str, Any]:
    described = {
        'index': int(one.EdgeIndex),
        'type': 'curve',
        'start': shapes.xyz(one.PointAtStart),
        'end': shapes.xyz(one.PointAtEnd),
        'middle': shapes.xyz(one.PointAtNormalizedLength(0.5)),
        'length': serialize.number(one.GetLength()),
        'direction': None,
        'radius': None,
    }  # type: Dict[str, Any]
    if one.IsLinear(tolerance):
        described.update(type='line', direction=shapes.xyz(one.TangentAtStart))
        return described
    round_one, arc = one.TryGetArc(tolerance)
    if round_one:
        described.update(
            type='circle' if one.IsClosed else 'arc',
            direction=shapes.xyz(arc.Plane.ZAxis),
            radius=serialize.number(arc.Radius),
        )
    return described


def id_of(found: Rhino.DocObjects.RhinoObject) -> str:
    return serialize.guid(found.Id)
