from fakerhino.net import Args, UiOnly

import System

from ..layer import Layer
from . import LayerTableEventType


class LayerTableEventArgs(Args):
    Document = property(lambda self: self._Document)
    EventType = property(lambda self: self._EventType)
    LayerIndex = property(lambda self: self._LayerIndex)
    OldState = property(lambda self: self._OldState)
    NewState = property(lambda self: self._NewState)


class LayerTable(UiOnly):
    def __init__(self, doc):
        self._doc = doc
        self._layers = []
        self._current = 0
        default = Layer()
        default._values['Name'] = 'Default'
        self._put(default)

    def __iter__(self):
        return iter(list(self._layers))

    def __getitem__(self, index):
        return self._layers[index]

    Count = property(lambda self: len(self._layers))
    ActiveCount = property(lambda self: len([layer for layer in self._layers if not layer._deleted]))
    CurrentLayerIndex = property(lambda self: self._current)
    CurrentLayer = property(lambda self: self._layers[self._current])
    Document = property(lambda self: self._doc)

    def FindIndex(self, index):
        return self._layers[index] if 0 <= index < len(self._layers) else None

    def FindId(self, id):
        return next((layer for layer in self._layers if layer.Id == id and not layer._deleted), None)

    def FindByFullPath(self, layerPath, notFoundReturnValue):
        for layer in self._layers:
            if not layer._deleted and layer.FullPath.lower() == layerPath.lower():
                return layer._index
        return notFoundReturnValue

    def Find(self, parentId, layerName, notFoundReturnValue):
        for layer in self._layers:
            same = layer.Name.lower() == layerName.lower() and layer.ParentLayerId == parentId
            if same and not layer._deleted:
                return layer._index
        return notFoundReturnValue

    def FindName(self, layerName):
        return next((layer for layer in self._layers if layer.Name == layerName and not layer._deleted), None)

    def Add(self, *parts):
        layer = Layer()
        if parts and isinstance(parts[0], Layer):
            layer._values = dict(parts[0]._values)
            layer._values['Id'] = System.Guid.NewGuid()
        elif parts:
            layer._values['Name'], layer._values['Color'] = parts
        for other in self._layers:
            same = other.Name.lower() == layer.Name.lower() and other.ParentLayerId == layer.ParentLayerId
            if same and not other._deleted:
                return -1
        self._put(layer)
        self._tell('Added', layer)
        self._doc._changed(lambda: self._mark(layer, True), lambda: self._mark(layer, False))
        return layer._index

    def Delete(self, which, quiet=True):
        layer = self._meant(which)
        if layer is None or layer._deleted or layer._index == self._current:
            return False
        if any(found.Attributes.LayerIndex == layer._index for found in self._doc._objects):
            return False
        self._mark(layer, True)
        self._doc._changed(lambda: self._mark(layer, False), lambda: self._mark(layer, True))
        return True

    def Undelete(self, layerIndex):
        layer = self.FindIndex(layerIndex)
        if layer is None or not layer._deleted:
            return False
        self._mark(layer, False)
        self._doc._changed(lambda: self._mark(layer, True), lambda: self._mark(layer, False))
        return True

    def Modify(self, newSettings, which, quiet):
        layer = self._meant(which)
        if layer is None or layer._deleted:
            return False
        self._change(layer, dict(newSettings._values))
        return True

    def SetCurrentLayerIndex(self, layerIndex, quiet):
        layer = self.FindIndex(layerIndex)
        if layer is None or layer._deleted or not layer.IsVisible:
            return False
        before = self._current
        self._set_current(layerIndex)
        self._doc._changed(lambda: self._set_current(before), lambda: self._set_current(layerIndex))
        return True

    def _put(self, layer):
        layer._table = self
        layer._index = len(self._layers)
        self._layers.append(layer)

    def _meant(self, which):
        if isinstance(which, Layer):
            return which
        return self.FindId(which) if isinstance(which, System.Guid) else self.FindIndex(which)

    def _mark(self, layer, deleted):
        layer._deleted = deleted
        self._tell('Deleted' if deleted else 'Undeleted', layer)

    def _change(self, layer, values):
        before = dict(layer._values)
        self._assign(layer, values)
        self._doc._changed(lambda: self._assign(layer, before), lambda: self._assign(layer, values))

    def _assign(self, layer, values):
        old = layer._snapshot()
        layer._values = dict(values)
        self._tell('Modified', layer, old)

    def _set_current(self, index):
        self._current = index
        self._tell('Current', self._layers[index])

    def _tell(self, what, layer, old=None):
        from Rhino import RhinoDoc

        args = LayerTableEventArgs(Document=self._doc, EventType=LayerTableEventType[what], LayerIndex=layer._index,
                                   OldState=old, NewState=layer)
        RhinoDoc.LayerTableEvent._fire(None, args)
