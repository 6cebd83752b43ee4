"""The user picks; objects are pointed out to them."""

import threading

from ..host import describe, inputs, picking
from ..host.results import wrong
from ..registry import handles

# What is lit up, by document: ids, and the timer that ends it.
_lit = {}


@handles('selection.pick')
def pick(params, call):
    least, most = params['min'], params['max']
    if most and most < least:
        raise wrong('max', 'max is less than min.', 'Send 0 for as many as they like.')
    answer = picking.pick(call.document, params['prompt'], params['filter'], least, most)
    return dict(answer, count=len(answer['picked']))


@handles('selection.highlight', limit="In Rhino's own highlight colour.")
def highlight(params, call):
    document, app = call.document, call.plugin.app
    _end(document)
    found = inputs.objects(document, params['ids'])
    picking.highlight(document, found, True)
    ids = [describe.id_of(one) for one in found]
    timer = None
    if ids and params['seconds'] > 0:
        timer = threading.Timer(params['seconds'], lambda: app.post(lambda: _end_timed(app, document, timer)))
        timer.daemon = True
        timer.start()
    if ids:
        _lit[document.serial] = (ids, timer)
    return {'highlighted_ids': ids, 'count': len(ids)}


def _end_timed(app, document, timer):
    """On the UI thread, later: the document may be gone, or something else lit up."""
    if _lit.get(document.serial, (None, None))[1] is timer and app.find(document.serial) is not None:
        _end(document)


def _end(document):
    ids, timer = _lit.pop(document.serial, ((), None))
    if timer is not None:
        timer.cancel()
    picking.highlight(document, picking.still_there(document, ids), False)
