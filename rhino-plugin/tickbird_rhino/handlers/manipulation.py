"""Moving, copying, repeating, joining, exploding, and the properties of objects."""

from ..host import attributes, describe, inputs, objects, pieces, transforms
from ..host.results import failed
from ..registry import handles


def _results(ids):
    return {'result_ids': ids, 'count': len(ids)}


@handles('manipulation.move')
def move(params, call):
    moved = transforms.apply(call.document, params['ids'], transforms.translation(params['translation']), False)
    return {'moved_ids': moved, 'count': len(moved)}


@handles('manipulation.copy')
def copy(params, call):
    copies = transforms.apply(call.document, params['ids'], transforms.translation(params['translation']), True)
    return {'new_ids': copies, 'count': len(copies)}


@handles('manipulation.rotate')
def rotate(params, call):
    by = transforms.rotation(params['center'], params['axis'], params['angle'])
    return _results(transforms.apply(call.document, params['ids'], by, params['copy']))


@handles('manipulation.scale')
def scale(params, call):
    by = transforms.scaling(params['origin'], params['scale_factor'])
    return _results(transforms.apply(call.document, params['ids'], by, params['copy']))


@handles('manipulation.mirror')
def mirror(params, call):
    by = transforms.mirror(params['start'], params.get('end'), params.get('normal'))
    return _results(transforms.apply(call.document, params['ids'], by, params['copy']))


@handles('manipulation.shear')
def shear(params, call):
    return _results(transforms.apply(call.document, params['ids'], transforms.shear(params), params['copy']))


@handles('manipulation.orient')
def orient(params, call):
    by = transforms.orientation(params['reference_points'], params['target_points'])
    return _results(transforms.apply(call.document, params['ids'], by, params['copy']))


@handles('manipulation.apply_transform')
def apply_transform(params, call):
    by = transforms.matrix(params['matrix'])
    return _results(transforms.apply(call.document, params['ids'], by, params['copy']))


@handles('manipulation.array_linear')
def array_linear(params, call):
    step = params['direction']
    places = [transforms.translation([part * at for part in step]) for at in range(1, params['count'])]
    return _repeated(call, params['id'], places)


@handles('manipulation.array_polar')
def array_polar(params, call):
    count, angle = params['count'], params['angle']
    # A whole turn ends where it began, so its last place is the original's.
    step = angle / count if angle % 360 == 0 else angle / (count - 1)
    places = [transforms.rotation(params['center'], params['axis'], step * at) for at in range(1, count)]
    return _repeated(call, params['id'], places)


@handles('manipulation.array_along_curve')
def array_along_curve(params, call):
    found = call.document.object(params['id'])
    curve = inputs.curve(call.document, params['curve_id'], 'curve_id')
    return _repeated(call, params['id'], transforms.along_curve(found, curve, params['count'], params['orient']))


def _repeated(call, id, places):
    found, made = call.document.object(id), []
    for at, place in enumerate(places):
        if at % 100 == 99:
            call.progress(at / len(places), 'Copying')
        made.append(transforms.place(call.document, found, place, True))
    return {'array_ids': made, 'count': len(made)}


@handles('manipulation.explode')
def explode(params, call):
    document = call.document
    found = document.object(params['id'])
    if describe.kind(found) == 'block_instance':
        raise failed('Object %s is a block instance.' % params['id'], 'Use block.explode for it.')
    if params['delete_input']:
        inputs.unlocked(document, [found])
    made = [objects.put_like(document, piece, found) for piece in pieces.explode(found)]
    if params['delete_input']:
        objects.delete(document, [params['id']])
    ids = objects.ids_of(made)
    return {'exploded_ids': ids, 'count': len(ids)}


@handles('manipulation.join')
def join(params, call):
    document = call.document
    found = inputs.objects(document, params['ids'])
    if params['delete_input']:
        inputs.unlocked(document, found)
    made = [objects.put_like(document, joined, found[0]) for joined in pieces.join(found, document.rhino)]
    if params['delete_input']:
        objects.delete(document, params['ids'])
    ids = objects.ids_of(made)
    return {'joined_ids': ids, 'count': len(ids)}


@handles('manipulation.set_properties')
def set_properties(params, call):
    updated = attributes.change(call.document, inputs.objects(call.document, params['ids']), params)
    applied = {name: value for name, value in params.items() if name not in ('ids', 'doc')}
    return {'updated_ids': updated, 'count': len(updated), 'applied': applied}


@handles('manipulation.set_user_text')
def set_user_text(params, call):
    found = call.document.object(params['id'])
    on_geometry = params['attached_to_geometry']
    attributes.set_text(call.document, found, params['key'], params['value'], on_geometry)
    return {
        'id': params['id'],
        'key': params['key'],
        'value': params['value'],
        'attached_to_geometry': on_geometry,
    }


@handles('manipulation.get_user_text')
def get_user_text(params, call):
    texts, key = describe.user_text(call.document.object(params['id'])), params.get('key')
    return {'id': params['id'], 'user_text': texts if key is None else texts.get(key, '')}


@handles('manipulation.select_objects', records=False)
def select_objects(params, call):
    selected = attributes.select(call.document, inputs.objects(call.document, params['ids']), params['replace'])
    return {'selected_ids': selected, 'count': len(selected)}


@handles('manipulation.unselect_all', records=False)
def unselect_all(params, call):
    return {'unselected_count': attributes.unselect_all(call.document)}
