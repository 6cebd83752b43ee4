"""Which method is which: the generated table, and the handlers that answer.

A handler is written as

    @handles('scene.delete_object')
    def delete_object(params, call):
        ...
        return {...}

`params` are typed and complete (validate.py); `call` is calls.Call. What it returns is the result, an object that JSON
can carry. It raises errors.Fault for what the caller can understand. Everything it does runs on Rhino's UI thread. A
handler that is a generator gives the UI thread back at each `yield` (of seconds to wait, 0 for at once) and is called
again; what it `return`s is the result.
"""

import json
import os

from .errors import Fault
from .nearest import nearest
from .validate import parse_params, parse_with, twin_params

CHANGES = ('create', 'modify', 'delete')


class Method(object):
    """One row of the table and what answers it."""

    def __init__(self, name, spec, handler, records, waits, limit):
        self.name = name
        self.effect = spec['effect']
        self.heavy = spec['pace'] == 'heavy'
        self.undoable = spec['undoable']
        self.rhino = spec['rhino']
        self.spec = spec
        self.handler = handler
        # Whether the call needs an undo record open, and whether it waits until no command is running.
        self.records = self.effect in CHANGES + ('run',) if records is None else records
        self.waits = self.effect != 'read' if waits is None else waits
        self.limit = limit


class Handler(object):
    def __init__(self, function, records, waits, limit):
        self.function = function
        self.records = records
        self.waits = waits
        self.limit = limit


_handlers = {}


def handles(name, records=None, waits=None, limit=None):
    """Registers a handler. `limit`: what it cannot do, in words, for rhino.capabilities."""

    def register(function):
        if name in _handlers:
            raise ValueError('%s has a handler already.' % name)
        _handlers[name] = Handler(function, records, waits, limit)
        return function

    return register


class Registry(object):
    """The table with its handlers. Safe to use from any thread once it is made."""

    def __init__(self, table=None, handlers=None):
        table = table or load_table()
        self.known = table['known']
        self._known = set(self.known)
        self._twins = table['twins']
        self._specs = table['methods']
        self._methods = {}
        for name, handler in (handlers if handlers is not None else _handlers).items():
            if name not in self._specs:
                raise ValueError('%s has a handler but stands in no method table.' % name)
            self._methods[name] = Method(
                name, self._specs[name], handler.function, handler.records, handler.waits, handler.limit
            )

    def __iter__(self):
        return iter(self._methods.values())

    def get(self, name):
        """The method behind a name, second names included; None where nothing answers it."""
        twin = self._twins.get(name)
        return self._methods.get(twin['method'] if twin else name)

    def is_instant(self, name):
        """Answered by the server itself, without Rhino."""
        return name in self._specs and self._specs[name]['pace'] == 'instant'

    def params_of(self, name, params):
        """Typed parameters of any method of the table, also of those that need no handler."""
        return parse_params(name, self._specs[name], params)

    def resolve(self, name, params):
        """(Method, typed parameters). Raises NOT_FOUND, NOT_IMPLEMENTED or INVALID_PARAMS."""
        method = self.get(name)
        if method is None:
            raise self._unanswered(name)
        twin = self._twins.get(name)
        if twin:
            own = params if twin['params'] is None else parse_with(name, twin['params'], params, params)
            params = twin_params(twin, own)
        return method, parse_params(method.name, method.spec, params)

    def _unanswered(self, name):
        if name in self._known or name in self._specs:
            return Fault(
                'NOT_IMPLEMENTED',
                '%s cannot be done in this Rhino yet.' % name,
                next='rhino.capabilities says what this host can do.',
            )
        meant = nearest(name, self.known)
        short = name if len(name) <= 60 else name[:59] + '…'
        hint = 'list_methods names every method.' if meant is None else 'Did you mean %s?' % meant
        return Fault('NOT_FOUND', 'There is no method %s.' % short, next=hint)


def load_table():
    """The generated methods.json beside this file."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'methods.json'), encoding='utf-8') as file:
        return json.load(file)
