"""Surfaces of points, meshes, SubDs, point clouds."""

from ..host import freeform, geometry, inputs, objects
from ..registry import handles


@handles('geometry.create_nurbs_surface')
def create_nurbs_surface(params, call):
    return objects.add(call.document, freeform.nurbs_surface(params), params)


@handles('geometry.create_plane_surface')
def create_plane_surface(params, call):
    return objects.add(call.document, freeform.plane_surface(params), params)


@handles('geometry.create_surface_from_points')
def create_surface_from_points(params, call):
    surface = freeform.corner_surface(params['points'], geometry.tolerance(call.document.rhino))
    return objects.add(call.document, surface, params)


@handles('geometry.create_mesh')
def create_mesh(params, call):
    mesh = freeform.mesh(params['vertices'], params['faces'], params.get('vertex_normals'), params.get('vertex_colors'))
    created = objects.add(call.document, mesh, params)
    return dict(created, vertex_count=len(params['vertices']), face_count=len(params['faces']))


@handles('geometry.create_subd')
def create_subd(params, call):
    source = params.get('from_mesh_id')
    if source is None:
        cage = freeform.mesh(params['vertices'], params['faces'])
    else:
        cage = inputs.mesh(call.document, source, 'from_mesh_id')
    return objects.add(call.document, freeform.subd(cage), params)


@handles('geometry.create_point_cloud')
def create_point_cloud(params, call):
    created = objects.add(call.document, freeform.cloud(params['points']), params)
    return dict(created, point_count=len(params['points']))
