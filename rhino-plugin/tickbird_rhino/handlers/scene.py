"""The document and its objects: looking, listing, layers, groups, blocks."""

import fnmatch
import re

from ..host import blocks, describe, groups, inputs, layers, settings
from ..registry import handles

# Objects that a list describes in full; in longer ones the kernel would work for minutes.
MAX_DETAILED = 200


@handles('scene.get_document_info')
def get_document_info(params, call):
    document = call.document
    return {
        'file_path': settings.path(document.rhino) or '',
        'units': settings.units(document.rhino),
        'absolute_tolerance': settings.absolute_tolerance(document.rhino),
        'angle_tolerance': settings.angle_tolerance(document.rhino),
        'object_count': len(document.objects()),
        'layer_count': settings.layer_count(document.rhino),
        'host': 'rhino',
    }


@handles('scene.list_objects')
def list_objects(params, call):
    document = call.document
    matches = _matches(document, params)
    found = [one for one in document.objects() if matches(one)]
    offset, limit = params['offset'], params['limit']
    page = found[offset:] if limit == 0 else found[offset : offset + limit]
    return {'objects': _summaries(document, page), 'total': len(found), 'offset': offset, 'limit': limit}


def _matches(document, params):
    layer = params.get('layer')
    layer_index = None if layer is None else int(layers.get(document, layer).Index)
    pattern = params.get('name_pattern')
    name = None if pattern is None else _wildcard(pattern)
    selected = set(str(one.Id) for one in document.selected()) if params['selected_only'] else None
    kind = params['object_type']

    def matches(one):
        return (
            (kind == 'all' or describe.kind(one) == kind)
            and (layer_index is None or int(one.Attributes.LayerIndex) == layer_index)
            and (name is None or name.match(str(one.Attributes.Name or '')) is not None)
            and (selected is None or str(one.Id) in selected)
            and (not params['visible_only'] or describe.visible(document, one))
            and (not params['unlocked_only'] or not describe.locked(document, one))
        )

    return matches


def _wildcard(pattern):
    """ "Wall*" and "Bolt?" without regard to case. Runs of * are one, so that no pattern takes long."""
    plain = re.sub(r'\*+', '*', pattern).replace('[', '[[]')
    return re.compile(fnmatch.translate(plain), re.IGNORECASE)


def _summaries(document, found):
    detail = len(found) <= MAX_DETAILED
    return [describe.summary(document, one, detail) for one in found]


@handles('scene.get_object_info')
def get_object_info(params, call):
    document = call.document
    found = document.object(params['guid'])
    info = describe.summary(document, found)
    info['geometry_detail'] = dict(info['geometry'])
    info['attributes'] = describe.attributes(found)
    if params['edges']:
        edges = describe.edges(found, settings.absolute_tolerance(document.rhino))
        if edges is not None:
            info['edges'] = edges
    return info


@handles('scene.get_selected_objects')
def get_selected_objects(params, call):
    return {'objects': _summaries(call.document, call.document.selected())}


@handles('scene.list_layers')
def list_layers(params, call):
    return {'layers': layers.listed(call.document)}


@handles('scene.create_layer')
def create_layer(params, call):
    layer = layers.create(
        call.document,
        params['name'],
        params.get('color'),
        params['visible'],
        params['locked'],
        params.get('parent_name'),
    )
    return {'layer_index': int(layer.Index), 'full_path': str(layer.FullPath), 'success': True}


@handles('scene.delete_layer')
def delete_layer(params, call):
    deleted = layers.delete(call.document, params['name'], params['delete_objects'])
    return {'success': True, 'deleted_objects': deleted, 'message': 'Deleted “%s”.' % params['name']}


@handles('scene.set_current_layer')
def set_current_layer(params, call):
    layer = layers.make_current(call.document, params['name'])
    return {'success': True, 'layer_index': int(layer.Index), 'full_path': str(layer.FullPath)}


@handles('scene.get_groups')
def get_groups(params, call):
    return {'groups': groups.listed(call.document)}


@handles('scene.get_blocks')
def get_blocks(params, call):
    return {'blocks': blocks.listed(call.document)}


@handles('manipulation.group')
def group(params, call):
    found = inputs.objects(call.document, params['ids'])
    return {'group_name': groups.put_into(call.document, found, params.get('name'))}


@handles('manipulation.ungroup')
def ungroup(params, call):
    freed = groups.dissolve(call.document, params['group_name'])
    return {'freed_ids': freed, 'count': len(freed)}
