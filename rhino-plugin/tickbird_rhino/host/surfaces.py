"""Surfaces from curves, and from surfaces."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

import Rhino

from .curves import closed_planar
from .geometry import point3d, radians
from .results import failed, made, many, one, wrong
from .solids import capped, outwards


def extrude_along(
    curve: Rhino.Geometry.Curve, path: Rhino.Geometry.Curve, cap: bool, tolerance: float
) -> Rhino.Geometry.Brep:
    found = Rhino.Geometry.SumSurface.Create(curve, path)
    hint = 'Name a path that leaves the plane of the curve.'
    brep = one(
        one(found, 'Rhino could not extrude along the path.', hint).ToBrep(), 'Rhino could not extrude that.', hint
    )
    return capped(brep, cap, tolerance)


def extrude_surface(brep: Rhino.Geometry.Brep, along: Rhino.Geometry.Vector3d, cap: bool) -> Rhino.Geometry.Brep:
    start = Rhino.Geometry.Point3d(0.0, 0.0, 0.0)
    path = Rhino.Geometry.LineCurve(start, start + along)
    found = _only_face(brep).CreateExtrusion(path, cap)
    return outwards(one(found, 'Rhino could not extrude the surface.', 'Send a direction that leaves the surface.'))


def _only_face(brep: Rhino.Geometry.Brep) -> Rhino.Geometry.BrepFace:
    if int(brep.Faces.Count) != 1:
        raise wrong('surface_id', 'That has %d faces.' % brep.Faces.Count, 'Name a single surface; explode it first.')
    return many(brep.Faces)[0]


def loft(
    curves: List[Rhino.Geometry.Curve],
    kind: str,
    closed: bool,
    start: Optional[Sequence[float]],
    end: Optional[Sequence[float]],
) -> List[Rhino.Geometry.Brep]:
    kinds = Rhino.Geometry.LoftType
    sort = {
        'normal': kinds.Normal,
        'loose': kinds.Loose,
        'tight': kinds.Tight,
        'straight': kinds.Straight,
        'developable': kinds.Developable,
        'uniform': kinds.Uniform,
    }[kind]
    nowhere = Rhino.Geometry.Point3d.Unset
    first = nowhere if start is None else point3d(start)
    last = nowhere if end is None else point3d(end)
    found = Rhino.Geometry.Brep.CreateFromLoft(_facing_one_way(curves), first, last, sort, closed)
    return made(found, 'Rhino could not loft the curves.', 'Name curves that are all open or all closed, in order.')


def _facing_one_way(curves: List[Rhino.Geometry.Curve]) -> List[Rhino.Geometry.Curve]:
    """Open curves that run the other way than the one before would twist the surface: they are turned, in copies."""
    facing = []  # type: List[Rhino.Geometry.Curve]
    for curve in curves:
        if facing and not curve.IsClosed and not Rhino.Geometry.Curve.DoDirectionsMatch(facing[-1], curve):
            curve = curve.DuplicateCurve()
            curve.Reverse()
        facing.append(curve)
    return facing


def revolve(
    curve: Rhino.Geometry.Curve, start: Sequence[float], end: Sequence[float], first: float, last: float
) -> Rhino.Geometry.Brep:
    axis = Rhino.Geometry.Line(point3d(start), point3d(end))
    if axis.Length <= 0:
        raise wrong('axis_end', 'The axis has no length.', 'Send two different points.')
    if first == last:
        raise wrong('end_angle', 'The angles are the same.', 'Send two different angles.')
    turn = max(min(last - first, 360.0), -360.0)
    found = Rhino.Geometry.RevSurface.Create(curve, axis, radians(first), radians(first + turn))
    hint = 'Name a curve beside the axis, in one plane with it.'
    surface = one(found, 'Rhino could not revolve the curve.', hint)
    brep = one(
        Rhino.Geometry.Brep.CreateFromRevSurface(surface, False, False), 'Rhino could not revolve the curve.', hint
    )
    # A closed profile that makes less than a whole turn stays open: GOLEM's clients, and Rhino itself, expect that.
    return outwards(brep) if brep.IsSolid else brep


def sweep_one(
    rail: Rhino.Geometry.Curve, shapes: List[Rhino.Geometry.Curve], closed: bool, tolerance: float
) -> List[Rhino.Geometry.Brep]:
    found = Rhino.Geometry.Brep.CreateFromSweep(rail, shapes, closed, tolerance)
    return made(found, 'Rhino could not sweep along the rail.', 'Place the sections on the rail, across it, in order.')


def sweep_two(
    rail: Rhino.Geometry.Curve,
    other: Rhino.Geometry.Curve,
    shapes: List[Rhino.Geometry.Curve],
    closed: bool,
    tolerance: float,
) -> List[Rhino.Geometry.Brep]:
    found = Rhino.Geometry.Brep.CreateFromSweep(rail, other, shapes, closed, tolerance)
    return made(found, 'Rhino could not sweep between the rails.', 'Let the sections touch both rails, in order.')


def cap(brep: Rhino.Geometry.Brep, tolerance: float) -> Optional[Rhino.Geometry.Brep]:
    """None where there is nothing to close."""
    found = None if brep.IsSolid else brep.CapPlanarHoles(tolerance)
    return None if found is None else outwards(found)


def edge_surface(curves: List[Rhino.Geometry.Curve]) -> Rhino.Geometry.Brep:
    if not 2 <= len(curves) <= 4:
        raise wrong('curve_ids', 'Such a surface has 2 to 4 edges.', 'Name 2, 3 or 4 different curves.')
    found = Rhino.Geometry.Brep.CreateEdgeSurface(curves)
    return one(found, 'Rhino made no surface between the curves.', 'Let the ends of the curves meet.')


def network(
    across: List[Rhino.Geometry.Curve], along: List[Rhino.Geometry.Curve], continuity: int, doc: Rhino.RhinoDoc
) -> Rhino.Geometry.NurbsSurface:
    tolerance = doc.ModelAbsoluteTolerance
    found, trouble = Rhino.Geometry.NurbsSurface.CreateNetworkSurface(
        across,
        continuity,
        continuity,
        along,
        continuity,
        continuity,
        tolerance,
        10 * tolerance,
        doc.ModelAngleToleranceRadians,
    )
    return one(
        found, 'Rhino made no surface of the network (error %s).' % trouble, 'Every curve must cross all of the others.'
    )


def patch(
    geometries: Sequence[Rhino.Geometry.GeometryBase], params: Dict[str, Any], tolerance: float
) -> Rhino.Geometry.Brep:
    # First without a starting surface, which RhinoCommon's longer form asks for.
    start = Rhino.Geometry.Brep.CreatePatch(geometries, params['spans_u'], params['spans_v'], tolerance)
    hint = 'Name curves, points or meshes that do not all lie on one line.'
    base = one(start, 'Rhino made no patch of that.', hint)
    if params['flexibility'] == 1 and not params['trim']:
        return base
    found = Rhino.Geometry.Brep.CreatePatch(
        geometries,
        many(base.Faces)[0].UnderlyingSurface(),
        params['spans_u'],
        params['spans_v'],
        params['trim'],
        False,
        max(10 * tolerance, 1e-6),
        params['flexibility'],
        0.0,
        [False, False, False, False],
        tolerance,
    )
    return one(found, 'Rhino made no patch of that.', hint)


def planar(curves: List[Rhino.Geometry.Curve], tolerance: float) -> List[Rhino.Geometry.Brep]:
    if not all(closed_planar(curve, tolerance) for curve in curves) and len(curves) == 1:
        raise wrong(
            'curve_ids', 'The curve is not closed, or not flat.', 'Name closed curves that each lie in a plane.'
        )
    found = Rhino.Geometry.Brep.CreatePlanarBreps(curves, tolerance)
    return made(found, 'Rhino made no flat surface of the curves.', 'Name closed curves that each lie in a plane.')


def unroll(brep: Rhino.Geometry.Brep, explode: bool, doc: Rhino.RhinoDoc) -> List[Rhino.Geometry.Brep]:
    unroller = Rhino.Geometry.Unroller(brep)
    unroller.ExplodeOutput = explode
    unroller.AbsoluteTolerance = doc.ModelAbsoluteTolerance
    flat = many(unroller.PerformUnroll()[0])
    if not flat:
        raise failed('Rhino could not flatten the surface.', 'Only surfaces bent in one direction can be unrolled.')
    return flat


def offset(
    brep: Rhino.Geometry.Brep, distance: float, both: bool, solid: bool, tolerance: float
) -> List[Rhino.Geometry.Brep]:
    """One side, or both; `solid` closes the gap to a shell."""
    ways = [distance, -distance] if both else [distance]
    hint = 'Try a smaller distance, or the other side.'
    if both and solid:
        # The shell reaches to both sides: from the one, all the way to the other.
        outer = _offset(brep, distance, False, tolerance)
        found = [shell for part in outer for shell in _offset(part, -2 * distance, True, tolerance)]
    else:
        found = [part for way in ways for part in _offset(brep, way, solid, tolerance)]
    return made(found, 'Rhino could not offset the surface.', hint)


def _offset(brep: Rhino.Geometry.Brep, distance: float, solid: bool, tolerance: float) -> List[Rhino.Geometry.Brep]:
    found, _blends, _walls = Rhino.Geometry.Brep.CreateOffsetBrep(brep, distance, solid, True, False, tolerance)
    return [outwards(part) for part in many(found)]


def rebuild(brep: Rhino.Geometry.Brep, params: Dict[str, Any]) -> Rhino.Geometry.NurbsSurface:
    face = _only_face(brep)
    for count, degree in (('point_count_u', 'degree_u'), ('point_count_v', 'degree_v')):
        if params[count] <= params[degree]:
            raise wrong(count, '%s must be more than %s.' % (count, degree), 'Send more points, or a lower degree.')
    found = face.Rebuild(params['degree_u'], params['degree_v'], params['point_count_u'], params['point_count_v'])
    return one(found, 'Rhino could not rebuild the surface.', 'Try more points.')


def meshes(brep: Rhino.Geometry.Brep, params: Dict[str, Any]) -> List[Rhino.Geometry.Mesh]:
    """One mesh for each solid; lengths below 0 leave it to the quality."""
    kinds = Rhino.Geometry.MeshingParameters
    quality = params['quality']
    settings = {'coarse': kinds.FastRenderMesh, 'fine': kinds.QualityRenderMesh}.get(quality, kinds.Default)
    own = Rhino.Geometry.MeshingParameters(settings)
    if params['max_edge_length'] > 0:
        own.MaximumEdgeLength = params['max_edge_length']
    if params['min_edge_length'] > 0:
        own.MinimumEdgeLength = params['min_edge_length']
    if params['max_angle'] > 0:
        own.GridAngle = radians(params['max_angle'])
        own.RefineAngle = radians(params['max_angle'])
        own.RefineGrid = True
    found = made(
        Rhino.Geometry.Mesh.CreateFromBrep(brep, own),
        'Rhino could not mesh that.',
        'Check it with analysis.check first.',
    )
    whole = Rhino.Geometry.Mesh()
    whole.Append(found)
    whole.Vertices.CombineIdentical(True, True)
    if brep.IsSolid:
        whole.UnifyNormals()
    whole.Normals.ComputeNormals()
    whole.Compact()
    return [whole]
