"""RhinoDoc and the list of open documents."""

import os

from fakerhino.doubles import Kind
from fakerhino.net import Args, Event, UiOnly
from fakerhino.undo import UndoStack

from . import UnitSystem
from .Geometry import Point3d, Transform
from .Commands import UndoRedoEventArgs
from .DocObjects import Layer
from .DocObjects.Tables import (
    GroupTable, InstanceDefinitionTable, LayerTable, MaterialTable, NamedViewTable, ObjectTable, StringTable, ViewTable,
)

_METERS = {'Millimeters': 0.001, 'Centimeters': 0.01, 'Meters': 1.0, 'Inches': 0.0254, 'Feet': 0.3048}

_open = []
_active = [None]
_serials = [0]


class DocumentEventArgs(Args):
    Document = property(lambda self: self._Document)
    DocumentSerialNumber = property(lambda self: self._Document.RuntimeSerialNumber)


class _DocType(Kind):
    @property
    def ActiveDoc(cls):
        return _active[0]


class RhinoDoc(UiOnly, metaclass=_DocType):
    AddRhinoObject = Event()
    DeleteRhinoObject = Event()
    UndeleteRhinoObject = Event()
    ReplaceRhinoObject = Event()
    ModifyObjectAttributes = Event()
    PurgeRhinoObject = Event()
    SelectObjects = Event()
    DeselectObjects = Event()
    DeselectAllObjects = Event()
    LayerTableEvent = Event()
    GroupTableEvent = Event()
    MaterialTableEvent = Event()
    InstanceDefinitionTableEvent = Event()
    DocumentPropertiesChanged = Event()
    NewDocument = Event()
    BeginOpenDocument = Event()
    EndOpenDocument = Event()
    BeginSaveDocument = Event()
    EndSaveDocument = Event()
    CloseDocument = Event()
    ActiveDocumentChanged = Event()
    UserStringChanged = Event()

    def __init__(self):
        _serials[0] += 1
        self._serial = _serials[0]
        self._undo = UndoStack(UndoRedoEventArgs, self)
        self._units = UnitSystem.Millimeters
        self._tolerances = [0.001, 1.0]
        self._closing = False
        self.Modified = False
        self._name = self._path = ''
        self._objects = ObjectTable(self)
        self._layers = LayerTable(self)
        self._groups = GroupTable(self)
        self._materials = MaterialTable(self)
        self._definitions = InstanceDefinitionTable(self)
        self._views = ViewTable(self)
        self._named_views = NamedViewTable(self)
        self._strings = StringTable(self)

    RuntimeSerialNumber = property(lambda self: self._serial)
    Name = property(lambda self: self._name)
    Path = property(lambda self: self._path)
    Objects = property(lambda self: self._objects)
    Layers = property(lambda self: self._layers)
    Groups = property(lambda self: self._groups)
    Materials = property(lambda self: self._materials)
    InstanceDefinitions = property(lambda self: self._definitions)
    Views = property(lambda self: self._views)
    NamedViews = property(lambda self: self._named_views)
    Strings = property(lambda self: self._strings)
    IsHeadless = property(lambda self: False)
    IsOpening = property(lambda self: False)
    IsClosing = property(lambda self: self._closing)
    UndoActive = property(lambda self: self._undo.undoing)
    RedoActive = property(lambda self: self._undo.redoing)
    UndoRecordingIsActive = property(lambda self: self._undo.current is not None)
    NextUndoRecordSerialNumber = property(lambda self: self._undo.next_serial)
    ModelAngleToleranceRadians = property(lambda self: self._tolerances[1] * 3.141592653589793 / 180)

    @property
    def CurrentUndoRecordSerialNumber(self):
        return self._undo.current.serial if self._undo.current else 0

    @property
    def UndoRecordingEnabled(self):
        return self._undo.enabled

    @UndoRecordingEnabled.setter
    def UndoRecordingEnabled(self, value):
        self._undo.enabled = value

    @property
    def IsCommandRunning(self):
        from fakerhino import commands

        return commands.running() is not None

    @property
    def ModelUnitSystem(self):
        return self._units

    @ModelUnitSystem.setter
    def ModelUnitSystem(self, value):
        self.AdjustModelUnitSystem(value, False)

    @property
    def ModelAbsoluteTolerance(self):
        return self._tolerances[0]

    @ModelAbsoluteTolerance.setter
    def ModelAbsoluteTolerance(self, value):
        self._tolerances[0] = value
        self._properties_changed()

    @property
    def ModelAngleToleranceDegrees(self):
        return self._tolerances[1]

    @ModelAngleToleranceDegrees.setter
    def ModelAngleToleranceDegrees(self, value):
        self._tolerances[1] = value
        self._properties_changed()

    def AdjustModelUnitSystem(self, newUnitSystem, scale):
        if scale:
            factor = _METERS.get(self._units.name, 1) / _METERS.get(newUnitSystem.name, 1)
            grown = Transform.Scale(Point3d(0, 0, 0), factor)
            for found in list(self._objects):
                self._objects.Transform(found, grown, True)
        self._units = newUnitSystem
        self._properties_changed()

    def BeginUndoRecord(self, description):
        return self._undo.begin(description)

    def EndUndoRecord(self, undoRecordSerialNumber):
        return self._undo.end(undoRecordSerialNumber)

    def Undo(self):
        """Outside a command it leaves a record open: measured on Rhino 8, so that nobody uses it."""
        from fakerhino.switches import switches

        done = self._undo.undo()
        if switches.undo_leaves_record_open:
            self._undo.begin('')
        return done

    def Redo(self):
        return self._undo.redo()

    def ClearUndoRecords(self, purgeDeletedObjects):
        self._undo.clear()

    @staticmethod
    def OpenDocuments(includeHeadless=False):
        return list(_open)

    @staticmethod
    def FromRuntimeSerialNumber(serialNumber):
        return next((doc for doc in _open if doc._serial == serialNumber), None)

    # Files

    def WriteFile(self, path, options):
        from .FileIO import _write

        only = options.WriteSelectedObjectsOnly
        objects = [(one._geometry, one._attributes, self._layers[one._attributes.LayerIndex].FullPath)
                   for one in self._objects if one._selected or not only]
        RhinoDoc.BeginSaveDocument._fire(None, DocumentEventArgs(Document=self))
        written = _write(path, objects, [layer.FullPath for layer in self._layers if not layer._deleted])
        if written and options.UpdateDocumentPath:
            self._path, self._name = path, os.path.basename(path)
        RhinoDoc.EndSaveDocument._fire(None, DocumentEventArgs(Document=self))
        return written

    def Import(self, filePath):
        from .FileIO import _read

        found = _read(filePath)
        if found is None:
            return False
        self._fill(*found)
        return True

    @staticmethod
    def Open(filePath):
        """(document, whether it was open already); in place of the active one, as on Windows."""
        from .FileIO import _read

        found = _read(filePath)
        if found is None:
            return None, False
        doc = _instead()
        doc._path, doc._name = filePath, os.path.basename(filePath)
        doc._fill(*found)
        doc.Modified = False
        return doc, False

    @staticmethod
    def Create(modelTemplateFileName):
        return _instead()

    def _fill(self, objects, layers):
        for layer in layers:
            self._layer(layer)
        for shape, attributes, layer in objects:
            own = attributes.Duplicate()
            own.LayerIndex = self._layer(layer)
            self._objects.Add(shape, own)

    def _layer(self, path):
        """The index of a layer, which is made if it is missing."""
        index = self._layers.FindByFullPath(path, -1)
        if index >= 0:
            return index
        above, _, name = path.rpartition('::')
        made = Layer()
        made.Name = name
        if above:
            made.ParentLayerId = self._layers[self._layer(above)].Id
        return self._layers.Add(made)

    def _changed(self, back, again):
        self.Modified = True
        self._undo.recorded(back, again)

    def _properties_changed(self):
        self.Modified = True
        RhinoDoc.DocumentPropertiesChanged._fire(None, DocumentEventArgs(Document=self))


def _new():
    """A new document becomes the active one."""
    doc = RhinoDoc()
    _open.append(doc)
    RhinoDoc.NewDocument._fire(None, DocumentEventArgs(Document=doc))
    _activate(doc)
    return doc


def _instead():
    """A new document; the active one is closed for it."""
    old = _active[0]
    doc = _new()
    if old is not None:
        _close(old)
    return doc


def _activate(doc):
    _active[0] = doc
    if doc is not None:
        RhinoDoc.ActiveDocumentChanged._fire(None, DocumentEventArgs(Document=doc))


def _close(doc):
    doc._closing = True
    RhinoDoc.CloseDocument._fire(None, DocumentEventArgs(Document=doc))
    _open.remove(doc)
    if _active[0] is doc:
        _activate(_open[-1] if _open else None)
