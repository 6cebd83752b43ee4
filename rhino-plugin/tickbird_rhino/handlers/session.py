"""Which documents are open, and what this Rhino can do."""

from ..registry import handles
from ..version import VERSION
from ..host import settings


@handles('rhino.list_documents')
def list_documents(params, call):
    app, books = call.plugin.app, call.plugin.books
    return {'documents': [_listed(app, books, document) for document in app.documents()]}


def _listed(app, books, document):
    book = books.known(document.serial)
    return {
        'serial': document.serial,
        'name': settings.name(document.rhino),
        'path': settings.path(document.rhino),
        'modified': settings.modified(document.rhino),
        'active': app.is_active(document),
        'units': settings.units(document.rhino),
        'object_count': len(document.objects()),
        'revision': book.revision if book else 0,
    }


@handles('rhino.capabilities')
def capabilities(params, call):
    registry, major = call.plugin.registry, call.plugin.app.major
    return {
        'host': call.plugin.app.label,
        'version': VERSION,
        'kernel': call.plugin.app.version,
        'methods': [dict(method=name, **_support(registry, name, major)) for name in registry.known],
    }


def _support(registry, name, major):
    if registry.is_instant(name):
        return {'support': 'full', 'reason': None}
    method = registry.get(name)
    if method is None:
        return {'support': 'none', 'reason': 'Not made yet.'}
    if method.rhino > major:
        return {'support': 'none', 'reason': 'Needs Rhino %d.' % method.rhino}
    return {'support': 'limited' if method.limit else 'full', 'reason': method.limit}
