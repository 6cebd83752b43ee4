"""Boxes, cylinders, cones, spheres, tori, extrusions and pipes."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

import Rhino

from .geometry import plane_at, points3d
from .results import made, one, wrong

SIZES = 'Send sizes above zero.'


def box(params: Dict[str, Any]) -> Rhino.Geometry.Brep:
    corners = params.get('corners')
    if corners is not None:
        if len(corners) != 8:
            raise wrong('corners', 'A box has eight corners.', 'Send the bottom four, then the top four.')
        return one(
            Rhino.Geometry.Brep.CreateFromBox(points3d(corners)),
            'Rhino made no box of the corners.',
            'Send the bottom four in order round, then the top four in the same order.',
        )
    plane = plane_at(params, 'plane', 'corner')
    sizes = [Rhino.Geometry.Interval(0.0, params[name]) for name in ('width', 'depth', 'height')]
    return one(Rhino.Geometry.Box(plane, sizes[0], sizes[1], sizes[2]).ToBrep(), 'Rhino made no box of that.', SIZES)


def cylinder(params: Dict[str, Any]) -> Rhino.Geometry.Brep:
    plane, height = plane_at(params, 'base_plane', 'base_center'), params['height']
    if height < 0:
        plane.Origin = plane.Origin + plane.ZAxis * height
    circle = Rhino.Geometry.Circle(plane, params['radius'])
    brep = Rhino.Geometry.Cylinder(circle, abs(height)).ToBrep(params['cap'], params['cap'])
    return one(brep, 'Rhino made no cylinder of that.', SIZES)


def cone(params: Dict[str, Any]) -> Rhino.Geometry.Brep:
    """RhinoCommon's cone has its tip at the origin of its plane and widens along Z."""
    base, height = plane_at(params, 'base_plane', 'base_center'), params['height']
    up = base.ZAxis * height
    plane = Rhino.Geometry.Plane(base.Origin + up, up * -1.0)
    brep = Rhino.Geometry.Cone(plane, abs(height), params['radius']).ToBrep(params['cap'])
    return one(brep, 'Rhino made no cone of that.', SIZES)


def sphere(center: Rhino.Geometry.Point3d, radius: float) -> Rhino.Geometry.Brep:
    return one(Rhino.Geometry.Sphere(center, radius).ToBrep(), 'Rhino made no sphere of that.', SIZES)


def torus(params: Dict[str, Any]) -> Rhino.Geometry.Brep:
    major, minor = params['major_radius'], params['minor_radius']
    if minor >= major:
        raise wrong('minor_radius', 'The tube is as wide as the ring.', 'Send a minor_radius below major_radius.')
    surface = Rhino.Geometry.Torus(plane_at(params, 'base_plane', 'base_center'), major, minor).ToRevSurface()
    brep = one(surface, 'Rhino made no torus of that.', SIZES).ToBrep()
    return one(brep, 'Rhino made no torus of that.', SIZES)


def extrusion(
    curve: Rhino.Geometry.Curve, along: Rhino.Geometry.Vector3d, cap: bool, tolerance: float
) -> Rhino.Geometry.GeometryBase:
    """A light extrusion where the curve is planar and the way goes straight out of its plane, else a polysurface."""
    flat, plane = curve.TryGetPlane(tolerance)
    if flat:
        height = along * plane.ZAxis
        if abs(abs(height) - along.Length) <= 1e-9 * along.Length:
            found = Rhino.Geometry.Extrusion.Create(curve, plane, height, cap and bool(curve.IsClosed))
            if found is not None:
                return found
    return extruded(curve, along, cap, tolerance)


def extruded(
    curve: Rhino.Geometry.Curve, along: Rhino.Geometry.Vector3d, cap: bool, tolerance: float
) -> Rhino.Geometry.Brep:
    surface = Rhino.Geometry.Surface.CreateExtrusion(curve, along)
    hint = 'Send a direction that leaves the plane of the curve.'
    brep = one(
        one(surface, 'Rhino could not extrude the curve.', hint).ToBrep(), 'Rhino could not extrude the curve.', hint
    )
    return capped(brep, cap, tolerance)


def capped(brep: Rhino.Geometry.Brep, cap: bool, tolerance: float) -> Rhino.Geometry.Brep:
    """With its flat openings closed, where `cap` asks for it and it can be; faces outwards."""
    if not cap:
        return brep
    closed = brep.CapPlanarHoles(tolerance)
    return outwards(brep if closed is None else closed)


def outwards(brep: Rhino.Geometry.Brep) -> Rhino.Geometry.Brep:
    if brep.SolidOrientation == Rhino.Geometry.BrepSolidOrientation.Inward:
        brep.Flip()
    return brep


def pipe(
    curve: Rhino.Geometry.Curve,
    radii: Sequence[float],
    parameters: Optional[Sequence[float]],
    cap: int,
    doc: Rhino.RhinoDoc,
) -> List[Rhino.Geometry.Brep]:
    # 0, no cap, is called None in RhinoCommon, which is no name in Python.
    mode = Rhino.Geometry.PipeCapMode(cap)
    tolerance, angle = doc.ModelAbsoluteTolerance, doc.ModelAngleToleranceRadians
    if parameters is None and len(radii) > 1:
        domain, steps = curve.Domain, len(radii) - 1
        parameters = [domain.ParameterAt(step / steps) for step in range(len(radii))]
    if parameters is None:
        found = Rhino.Geometry.Brep.CreatePipe(curve, radii[0], False, mode, False, tolerance, angle)
    else:
        if len(parameters) != len(radii):
            raise wrong('parameters', 'There must be one parameter for each radius.', 'Send as many of both.')
        found = Rhino.Geometry.Brep.CreatePipe(curve, parameters, radii, False, mode, False, tolerance, angle)
    return made(found, 'Rhino could not make a pipe along the curve.', 'Try a smaller radius, or a smoother curve.')
