"""How .NET looks from Python: events, enumerations, objects that only the UI thread may touch."""

import enum
import threading


class Event(object):
    """`Owner.SomeEvent += handler`; a handler that raises would take Rhino down, so the fake raises too."""

    def __init__(self):
        self._handlers = []

    def __iadd__(self, handler):
        self._handlers.append(handler)
        return self

    def __isub__(self, handler):
        self._handlers.remove(handler)
        return self

    def _fire(self, sender, args):
        for handler in list(self._handlers):
            handler(sender, args)

    def _count(self):
        return len(self._handlers)


class Enumeration(enum.Enum):
    """str() is the member's name. There is no int(): pythonnet has none either."""

    def __str__(self):
        return self.name

    def __or__(self, other):
        return _Flags(self.value | other.value)

    def __ror__(self, other):
        return _Flags(self.value | other.value)


class _Flags(object):
    def __init__(self, value):
        self.value = value

    def __or__(self, other):
        return _Flags(self.value | other.value)


class WrongThread(Exception):
    """Rhino's document was touched from another thread: on macOS that ends Rhino."""


ui_thread = []


def on_ui_thread():
    return bool(ui_thread) and threading.current_thread() is ui_thread[0]


class UiOnly(object):
    """Public members may be touched on the UI thread only."""

    def __getattribute__(self, name):
        if not name.startswith('_') and ui_thread and not on_ui_thread():
            raise WrongThread('%s.%s was touched outside the UI thread.' % (type(self).__name__, name))
        return object.__getattribute__(self, name)

    def __getattr__(self, name):
        """What nobody wrote by hand."""
        from . import doubles

        return doubles.instance_member(self, name)


class Args(object):
    """Event arguments: read-only properties, kept as _Name."""

    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, '_' + name, value)
