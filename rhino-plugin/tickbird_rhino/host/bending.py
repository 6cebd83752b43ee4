"""Curvature of curves and surfaces."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, TYPE_CHECKING, Tuple

import Rhino

from .. import serialize
from .curves import parameter
from .geometry import point3d, xyz
from .inputs import brep_form, not_a
from .results import failed, many

if TYPE_CHECKING:
    Place = Tuple[Rhino.Geometry.BrepFace, float, float]

# Places along a curve, and each way across a face, where the sharpest is looked for.
ALONG, ACROSS = 400, 25
# Less is straight.
STRAIGHT = 1e-12


def measured(found: Rhino.DocObjects.RhinoObject, guid: str, params: Dict[str, Any]) -> Dict[str, Any]:
    """Nearest to `point`, or at `t` or `u`, `v`; without them the sharpest place."""
    shape = found.Geometry
    if isinstance(shape, Rhino.Geometry.Curve):
        return _of_curve(shape, guid, _curve_place(shape, params))
    brep = brep_form(shape)
    if brep is None:
        raise not_a(found, 'a curve or surface', 'ids', 'Name curves or surfaces.')
    face, u, v = _face_place(brep, params)
    return _of_face(face, guid, u, v)


def _curve_place(curve: Rhino.Geometry.Curve, params: Dict[str, Any]) -> float:
    if params.get('point') is not None:
        found, t = curve.ClosestPoint(point3d(params['point']))
        if not found:
            raise failed('Rhino found no closest point.', 'Send a point nearer to the curve.')
        return float(t)
    if params.get('t') is not None:
        return parameter(curve, params['t'])
    places = [curve.Domain.ParameterAt(step / ALONG) for step in range(ALONG + 1)]
    return max(places, key=lambda t: float(curve.CurvatureAt(t).Length))


def _of_curve(curve: Rhino.Geometry.Curve, guid: str, t: float) -> Dict[str, Any]:
    bend = float(curve.CurvatureAt(t).Length)
    return {
        'guid': guid,
        'kind': 'curve',
        'point': xyz(curve.PointAt(t)),
        'direction': xyz(curve.TangentAt(t)),
        'curvature': serialize.number(bend),
        'radius': radius(bend),
        'gaussian': None,
        'mean': None,
    }


def radius(bend: float) -> Optional[float]:
    """None where it is straight or flat."""
    return None if abs(bend) < STRAIGHT else 1.0 / abs(bend)


def _face_place(brep: Rhino.Geometry.Brep, params: Dict[str, Any]) -> Place:
    faces = many(brep.Faces)
    if params.get('point') is not None:
        return _nearest_place(faces, point3d(params['point']))
    u, v = params.get('u'), params.get('v')
    if u is not None or v is not None:
        face = faces[0]
        return face, face.Domain(0).ParameterAt(u or 0.0), face.Domain(1).ParameterAt(v or 0.0)
    places = [place for face in faces for place in _grid(face)]
    return max(places, key=lambda place: abs(_sharper(place[0].CurvatureAt(place[1], place[2]))))


def _nearest_place(faces: Sequence[Rhino.Geometry.BrepFace], to: Rhino.Geometry.Point3d) -> Place:
    places = []  # type: List[Tuple[float, int, Place]]
    for at, face in enumerate(faces):
        found, u, v = face.ClosestPoint(to)
        if found:
            places.append((float(face.PointAt(u, v).DistanceTo(to)), at, (face, float(u), float(v))))
    if not places:
        raise failed('Rhino found no closest point.', 'Send a point nearer to the surface.')
    return min(places, key=lambda place: place[:2])[2]


def _grid(face: Rhino.Geometry.BrepFace) -> List[Place]:
    """Places that lie on the trimmed face; its middle where none does."""
    across, along = face.Domain(0), face.Domain(1)
    steps = [(step + 0.5) / ACROSS for step in range(ACROSS)]
    places = [(face, across.ParameterAt(u), along.ParameterAt(v)) for u in steps for v in steps]
    outside = Rhino.Geometry.PointFaceRelation.Exterior
    inside = [place for place in places if face.IsPointOnFace(place[1], place[2]) != outside]
    return inside or [(face, across.Mid, along.Mid)]


def _sharper(bend: Optional[Rhino.Geometry.SurfaceCurvature]) -> float:
    if bend is None:
        return 0.0
    return max((float(bend.Kappa(0)), float(bend.Kappa(1))), key=abs)


def _of_face(face: Rhino.Geometry.BrepFace, guid: str, u: float, v: float) -> Dict[str, Any]:
    bend = face.CurvatureAt(u, v)
    sharper = _sharper(bend)
    return {
        'guid': guid,
        'kind': 'surface',
        'point': xyz(face.PointAt(u, v)),
        'direction': xyz(face.NormalAt(u, v)),
        'curvature': serialize.number(abs(sharper)),
        'radius': radius(sharper),
        'gaussian': 0.0 if bend is None else serialize.number(bend.Gaussian),
        'mean': 0.0 if bend is None else serialize.number(bend.Mean),
    }
