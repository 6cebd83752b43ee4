"""Everything an agent wants to know first, in one call."""

from ..host import busy, settings, views
from ..registry import handles

# Objects and selected ones that the overview lists.
LISTED = 50


@handles('context.get')
def get_context(params, call):
    document = call.document
    objects = document.objects()
    selected = document.selected()
    current = call.book.turns.open_turn(call.connection)
    return {
        'document': _overview(call, objects),
        'selection': {
            'count': len(selected),
            'objects': [document.brief_of(found) for found in selected[:LISTED]],
        },
        'objects': [document.brief_of(found) for found in reversed(objects[-LISTED:])],
        'view': views.active(document.rhino),
        'layers': settings.layers(document.rhino, objects),
        'grasshopper': busy.grasshopper(),
        'open_turn': current.id if current else None,
        'busy': busy.command(),
        'host': {'kind': 'rhino', 'label': call.plugin.app.label},
    }


def _overview(call, objects):
    document = call.document
    return {
        'serial': document.serial,
        'name': settings.name(document.rhino),
        'path': settings.path(document.rhino),
        'modified': settings.modified(document.rhino),
        'revision': call.book.revision,
        'units': settings.units(document.rhino),
        'absolute_tolerance': settings.absolute_tolerance(document.rhino),
        'angle_tolerance': settings.angle_tolerance(document.rhino),
        'object_count': len(objects),
        'layer_count': settings.layer_count(document.rhino),
        'kinds': document.kinds(objects),
        'bounding_box': document.bounds(),
    }
