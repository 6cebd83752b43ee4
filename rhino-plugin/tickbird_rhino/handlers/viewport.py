"""Views: pictures of them, cameras, zooming, display modes, named views, and what is drawn."""

from ..host import cameras, capture, describe, display, geometry, inputs
from ..host.results import failed
from ..registry import handles


def _view(params, call):
    return cameras.view(call.document, params.get('view_name'))


@handles('viewport.capture')
def capture_viewport(params, call):
    found, wanted = _view(params, call), params.get('display_mode')
    mode = None if wanted is None else cameras.mode(wanted, 'display_mode')
    return {
        'success': True,
        'image': capture.png(found, params['width'], params['height'], mode),
        'width': params['width'],
        'height': params['height'],
        'view_name': cameras.name_of(found),
        'display_mode': cameras.mode_name(found.ActiveViewport) if mode is None else str(mode.EnglishName),
    }


@handles('viewport.get_view_info')
def get_view_info(params, call):
    return cameras.described(_view(params, call))


@handles('viewport.set_camera')
def set_camera(params, call):
    found = _view(params, call)
    cameras.set_camera(found, params['camera_location'], params['target'], params['lens_length'])
    now = cameras.described(found)
    return {name: now[name] for name in ('success', 'view_name', 'camera_location', 'target', 'lens_length')}


@handles('viewport.set_view')
def set_view(params, call):
    found, named = cameras.view(call.document, None), params.get('named_view')
    if named is not None:
        cameras.restore(call.document, named, found, 'named_view')
        return {'success': True, 'restored_named_view': named}
    cameras.set_standard(found, params['view_name'])
    return {'success': True, 'view_set': params['view_name']}


@handles('viewport.zoom_extents')
def zoom_extents(params, call):
    found = _view(params, call)
    cameras.zoom(found, None)
    return {'success': True, 'zoomed': cameras.name_of(found)}


@handles('viewport.zoom_object')
def zoom_object(params, call):
    document, ids = call.document, list(dict.fromkeys(params['ids']))
    missing = [id for id in ids if document.find_object(id) is None]
    # Where none is there, the first one's absence is the answer.
    found = inputs.objects(document, [id for id in ids if id not in missing] or ids)
    box = _zoom_to(call, found)
    answer = {
        'success': True,
        'bounding_box': {'min': geometry.named(box.Min), 'max': geometry.named(box.Max)},
        'object_count': len(found),
    }
    return dict(answer, missing_ids=missing) if missing else answer


@handles('viewport.zoom_selected')
def zoom_selected(params, call):
    found = call.document.selected()
    if not found:
        raise failed('Nothing is selected.', 'Select objects first, or name them with viewport.zoom_object.')
    _zoom_to(call, found)
    return {'success': True}


def _zoom_to(call, found):
    box = geometry.whole_box([one.Geometry for one in found])
    if not box.IsValid:
        raise failed('The objects have no extent.', 'Name objects that can be seen.')
    cameras.zoom(cameras.view(call.document, None), box)
    return box


@handles('viewport.set_display_mode')
def set_display_mode(params, call):
    found = _view(params, call)
    mode = cameras.mode(params['mode'], 'mode')
    cameras.set_mode(found, mode)
    return {'success': True, 'view_name': cameras.name_of(found), 'display_mode': str(mode.EnglishName)}


@handles('viewport.set_background_color')
def set_background_color(params, call):
    cameras.set_background(call.document, params['color'])
    red, green, blue = params['color']
    return {'success': True, 'color': {'r': red, 'g': green, 'b': blue}}


@handles('viewport.add_named_view')
def add_named_view(params, call):
    found = _view(params, call)
    cameras.save(call.document, params['name'], found)
    return {'success': True, 'name': params['name'], 'saved_from': cameras.name_of(found)}


@handles('viewport.restore_named_view')
def restore_named_view(params, call):
    cameras.restore(call.document, params['name'], _view(params, call), 'name')
    return {'success': True, 'restored': params['name']}


@handles('viewport.list_named_views')
def list_named_views(params, call):
    names = cameras.named_views(call.document)
    return {'success': True, 'named_views': names, 'count': len(names)}


# Base64 characters of one answer; what is over comes when the caller asks again with what it has.
MAX_CHARACTERS = 32 * 1024 * 1024


@handles('viewport.display_meshes')
def display_meshes(params, call):
    document, known, wanted = call.document, set(params['known']), params.get('ids')
    shown = [found for found in document.objects() if describe.visible(document, found)]
    visible = [{'guid': describe.id_of(found), 'key': display.key(document, found)} for found in shown]
    objects, characters = [], 0
    for found, listed in zip(shown, visible):
        if listed['key'] in known or (wanted is not None and listed['guid'] not in wanted):
            continue
        call.check()
        drawn = display.drawing(document, found, listed['key'])
        characters += display.size_of(drawn)
        if characters > MAX_CHARACTERS and objects:
            break
        objects.append(drawn)
    return {
        'revision': call.book.revision,
        'objects': objects,
        'visible': visible,
        'selection': [describe.id_of(found) for found in document.selected()],
        'changed': _newest_changes(call),
    }


def _newest_changes(call):
    """What the newest turn added or changed, as far as it is there."""
    turn = call.book.newest_turn()
    if turn is None:
        return []
    changes = call.book.changes_of(turn)
    ids = [brief['guid'] for brief in changes['added'] + changes['modified']]
    return [id for id in ids if call.document.find_object(id) is not None]
