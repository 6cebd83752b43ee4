"""Surfaces of points, meshes, SubDs and point clouds."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence

import Rhino

from .geometry import plane_at, points3d, point3d, vector3d
from .results import one, wrong

Points = Sequence[Sequence[float]]


def nurbs_surface(params: Dict[str, Any]) -> Rhino.Geometry.NurbsSurface:
    points, weights = params['points'], params.get('weights')
    across, along = params['count_u'], params['count_v']
    for count, degree in (('count_u', 'degree_u'), ('count_v', 'degree_v')):
        if params[count] <= params[degree]:
            raise wrong(count, '%s must be more than %s.' % (count, degree), 'Send more points, or a lower degree.')
    if len(points) != across * along:
        raise wrong(
            'points', 'There must be %d points.' % (across * along), 'Send count_u × count_v points, row after row.'
        )
    if weights is not None and len(weights) != len(points):
        raise wrong('weights', 'There must be one weight for each point.', 'Send %d weights.' % len(points))
    order_u, order_v = params['degree_u'] + 1, params['degree_v'] + 1
    surface = Rhino.Geometry.NurbsSurface.Create(3, weights is not None, order_u, order_v, across, along)
    found = one(surface, 'Rhino made no surface of that.', 'Send more points than the degree, both ways.')
    found.KnotsU.CreateUniformKnots(1.0)
    found.KnotsV.CreateUniformKnots(1.0)
    for u in range(across):
        for v in range(along):
            at = u * along + v
            if weights is None:
                found.Points.SetPoint(u, v, point3d(points[at]))
            else:
                found.Points.SetPoint(u, v, point3d(points[at]), weights[at])
    if not found.IsValid:
        raise wrong('points', 'The points make no valid surface.', 'Send points that differ.')
    return found


def plane_surface(params: Dict[str, Any]) -> Rhino.Geometry.PlaneSurface:
    width, height = (Rhino.Geometry.Interval(0.0, params[name]) for name in ('width', 'height'))
    return Rhino.Geometry.PlaneSurface(plane_at(params, 'plane', 'origin'), width, height)


def corner_surface(values: Points, tolerance: float) -> Rhino.Geometry.Brep:
    if len(values) not in (3, 4):
        raise wrong('points', 'Such a surface has 3 or 4 corners.', 'Send 3 or 4 points in order round the edge.')
    corners = points3d(values)
    if len(corners) == 3:
        found = Rhino.Geometry.Brep.CreateFromCornerPoints(corners[0], corners[1], corners[2], tolerance)
    else:
        found = Rhino.Geometry.Brep.CreateFromCornerPoints(corners[0], corners[1], corners[2], corners[3], tolerance)
    return one(found, 'Rhino made no surface of the corners.', 'Send points that differ and do not lie on a line.')


def mesh(
    vertices: Points,
    faces: Sequence[Sequence[int]],
    normals: Optional[Points] = None,
    colors: Optional[Sequence[Sequence[float]]] = None,
) -> Rhino.Geometry.Mesh:
    found = Rhino.Geometry.Mesh()
    for value in vertices:
        found.Vertices.Add(point3d(value))
    for index, face in enumerate(faces):
        _add_face(found, face, len(vertices), 'faces[%d]' % index)
    if normals is not None and len(normals) == len(vertices):
        for value in normals:
            found.Normals.Add(vector3d(value))
    else:
        found.Normals.ComputeNormals()
    if colors is not None:
        if len(colors) != len(vertices):
            raise wrong('vertex_colors', 'There must be one colour for each vertex.', 'Send %d.' % len(vertices))
        for color in colors:
            red, green, blue = (max(0, min(255, int(part))) for part in color[:3])
            found.VertexColors.Add(red, green, blue)
    found.Compact()
    if not found.IsValid:
        raise wrong('faces', 'The vertices and faces make no valid mesh.', 'Look for faces that name a vertex twice.')
    return found


def _add_face(found: Rhino.Geometry.Mesh, face: Sequence[int], count: int, parameter: str) -> None:
    if len(face) not in (3, 4):
        raise wrong(parameter, 'A face has 3 or 4 vertices.', 'Send 3 or 4 indices for each face.')
    beyond = [index for index in face if index >= count]
    if beyond:
        raise wrong(parameter, 'There is no vertex %d.' % beyond[0], 'Vertices count from 0 to %d.' % (count - 1))
    if len(face) == 3:
        found.Faces.AddFace(face[0], face[1], face[2])
    else:
        found.Faces.AddFace(face[0], face[1], face[2], face[3])


def subd(cage: Rhino.Geometry.Mesh) -> Rhino.Geometry.SubD:
    found = Rhino.Geometry.SubD.CreateFromMesh(cage)
    return one(found, 'Rhino made no SubD of the mesh.', 'Send a mesh whose faces join edge to edge.')


def cloud(values: Points) -> Rhino.Geometry.PointCloud:
    if not values:
        raise wrong('points', 'A point cloud needs a point.', 'Send points.')
    return Rhino.Geometry.PointCloud(points3d(values))
