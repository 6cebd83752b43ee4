"""Points; and deleting, which is the same for all objects."""

from ..host import geometry, objects
from ..registry import handles


@handles('geometry.create_point')
def create_point(params, call):
    return objects.add(call.document, geometry.point(params['point']), params)


@handles('manipulation.delete')
def delete(params, call):
    return {'deleted_count': objects.delete(call.document, params['ids'])}
