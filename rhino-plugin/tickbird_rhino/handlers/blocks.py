"""Blocks."""

from ..host import blocks, geometry, inputs, objects
from ..registry import handles


@handles('block.define')
def define_block(params, call):
    document = call.document
    found = inputs.objects(document, params['ids'])
    if params['delete_input']:
        inputs.unlocked(document, found)
    index = blocks.define(document, params['name'], params['description'], params['base_point'], found)
    instance = None
    if params['delete_input']:
        attributes = objects.new_attributes(document, {})
        attributes.LayerIndex = int(found[0].Attributes.LayerIndex)
        objects.delete(document, params['ids'])
        made = blocks.insert(document, index, params['base_point'], (1.0, 1.0, 1.0), 0.0, attributes)
        instance = objects.ids_of([made])[0]
    return {'name': params['name'], 'object_count': len(found), 'instance_id': instance}


@handles('block.insert')
def insert_block(params, call):
    document = call.document
    attributes = objects.new_attributes(document, params)
    index = int(blocks.get(document, params['block']).Index)
    made = blocks.insert(document, index, params['point'], params['scale'], params['rotation'], attributes)
    return dict(objects.created(made), bounding_box=geometry.box(made.Geometry))


@handles('block.explode')
def explode_block(params, call):
    inputs.unlocked(call.document, [call.document.object(params['id'])])
    exploded = blocks.explode(call.document, params['id'], params['nested'])
    return {'exploded_ids': exploded, 'count': len(exploded)}
