"""RhinoDoc and the list of open documents."""

from fakerhino.doubles import Kind
from fakerhino.net import Args, Event, UiOnly
from fakerhino.undo import UndoStack

from . import UnitSystem
from .Geometry import Point3d, Transform
from .Commands import UndoRedoEventArgs
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
