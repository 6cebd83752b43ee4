import copy

import System
from fakerhino.doubles import Double
from System.Drawing import Color


def _setting(name):
    """Of a layer in a document, a new value is a change of the document."""

    def get(self):
        return self._values[name]

    def put(self, value):
        if self._table is None:
            self._values[name] = value
        else:
            changed = dict(self._values)
            changed[name] = value
            self._table._change(self, changed)

    return property(get, put)


class Layer(Double):
    PathSeparator = '::'

    def __init__(self):
        self._table = None
        self._index = -1
        self._deleted = False
        self._values = {
            'Id': System.Guid.NewGuid(),
            'Name': '',
            'ParentLayerId': System.Guid.Empty,
            'Color': Color.Black,
            'IsVisible': True,
            'IsLocked': False,
            'RenderMaterialIndex': -1,
        }

    Id = _setting('Id')
    Name = _setting('Name')
    ParentLayerId = _setting('ParentLayerId')
    Color = _setting('Color')
    IsVisible = _setting('IsVisible')
    IsLocked = _setting('IsLocked')
    RenderMaterialIndex = _setting('RenderMaterialIndex')
    Index = property(lambda self: self._index)
    LayerIndex = property(lambda self: self._index)
    IsDeleted = property(lambda self: self._deleted)

    def IsChildOf(self, otherLayer):
        above = self
        while above is not None and above.ParentLayerId != System.Guid.Empty:
            above = self._home.FindId(above.ParentLayerId)
            if above is otherLayer:
                return True
        return False

    @property
    def FullPath(self):
        parent = self._home.FindId(self.ParentLayerId) if self._home is not None else None
        return self.Name if parent is None else '%s::%s' % (parent.FullPath, self.Name)

    @property
    def _home(self):
        return self._table

    def _snapshot(self):
        """As a LayerTableEvent's OldState: apart from the document, but it knows its path."""
        copied = _OldLayer()
        copied._values = copy.copy(self._values)
        copied._index = self._index
        copied._of = self._table
        return copied


class _OldLayer(Layer):
    _of = None

    @property
    def _home(self):
        return self._of
