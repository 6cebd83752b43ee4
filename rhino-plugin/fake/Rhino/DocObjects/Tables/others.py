"""Groups, materials, block definitions, views, named views, document text."""

import copy

import System
from fakerhino.net import Args, UiOnly

from . import GroupTableEventType, InstanceDefinitionTableEventType, MaterialTableEventType


class GroupTableEventArgs(Args):
    Document = property(lambda self: self._Document)
    EventType = property(lambda self: self._EventType)
    GroupIndex = property(lambda self: self._GroupIndex)


class GroupTable(UiOnly):
    def __init__(self, doc):
        self._doc = doc
        self._groups = []

    Count = property(lambda self: len(self._groups))

    def __iter__(self):
        return iter([_group(index, *state) for index, state in enumerate(self._groups)])

    def FindIndex(self, index):
        return _group(index, *self._groups[index]) if 0 <= index < len(self._groups) else None

    def Add(self, *parts):
        name = parts[0] if parts and isinstance(parts[0], str) else 'Group%02d' % (len(self._groups) + 1)
        ids = parts[-1] if parts and not isinstance(parts[-1], str) else []
        index = len(self._groups)
        self._groups.append([name, False])
        self._tell(index, 'Added')
        self._doc._changed(lambda: self._mark(index, True), lambda: self._mark(index, False))
        self.AddToGroup(index, ids)
        return index

    def AddToGroup(self, groupIndex, objectIds):
        for id in [objectIds] if isinstance(objectIds, System.Guid) else objectIds:
            found = self._doc._objects.FindId(id)
            if found is not None:
                attributes = found._attributes.Duplicate()
                attributes.AddToGroup(groupIndex)
                self._doc._objects.ModifyAttributes(found, attributes, True)
        return True

    def GroupName(self, groupIndex):
        return self._groups[groupIndex][0] if 0 <= groupIndex < len(self._groups) else None

    def Find(self, groupName):
        return next((at for at, (name, gone) in enumerate(self._groups) if name == groupName and not gone), -1)

    def IsDeleted(self, groupIndex):
        return self._groups[groupIndex][1]

    def GroupMembers(self, groupIndex):
        return [found for found in self._doc._objects if groupIndex in found._attributes._groups]

    def Delete(self, groupIndex):
        if self._groups[groupIndex][1]:
            return False
        self._mark(groupIndex, True)
        self._doc._changed(lambda: self._mark(groupIndex, False), lambda: self._mark(groupIndex, True))
        return True

    def _mark(self, index, deleted):
        self._groups[index][1] = deleted
        self._tell(index, 'Deleted' if deleted else 'Undeleted')

    def _tell(self, index, what):
        from Rhino import RhinoDoc

        args = GroupTableEventArgs(Document=self._doc, EventType=GroupTableEventType[what], GroupIndex=index)
        RhinoDoc.GroupTableEvent._fire(None, args)


def _group(index, name, deleted):
    from Rhino.DocObjects import Group

    made = Group()
    made._index, made._name, made._deleted = index, name, deleted
    return made


class MaterialTableEventArgs(Args):
    Document = property(lambda self: self._Document)
    EventType = property(lambda self: self._EventType)
    Index = property(lambda self: self._Index)


class MaterialTable(UiOnly):
    def __init__(self, doc):
        self._doc = doc
        self._materials = []

    def Add(self, material):
        added = copy.copy(material)
        added._index = len(self._materials)
        self._materials.append(added)
        self._tell(added, 'Added')
        self._doc._changed(lambda: self._mark(added, True), lambda: self._mark(added, False))
        return added._index

    def DeleteAt(self, materialIndex):
        material = self.FindIndex(materialIndex)
        if material is None or material._deleted:
            return False
        self._mark(material, True)
        self._doc._changed(lambda: self._mark(material, False), lambda: self._mark(material, True))
        return True

    def _mark(self, material, deleted):
        material._deleted = deleted
        self._tell(material, 'Deleted' if deleted else 'Undeleted')

    def _tell(self, material, what):
        from Rhino import RhinoDoc

        args = MaterialTableEventArgs(Document=self._doc, EventType=MaterialTableEventType[what], Index=material._index)
        RhinoDoc.MaterialTableEvent._fire(None, args)

    Count = property(lambda self: len(self._materials))

    def __iter__(self):
        return iter(list(self._materials))

    def FindIndex(self, index):
        return self._materials[index] if 0 <= index < len(self._materials) else None


class InstanceDefinitionTableEventArgs(Args):
    Document = property(lambda self: self._Document)
    EventType = property(lambda self: self._EventType)
    InstanceDefinitionIndex = property(lambda self: self._InstanceDefinitionIndex)
    NewState = property(lambda self: self._NewState)


class InstanceDefinitionTable(UiOnly):
    def __init__(self, doc):
        self._doc = doc
        self._list = []

    Count = property(lambda self: len(self._list))

    def __iter__(self):
        return iter(list(self._list))

    def GetList(self, ignoreDeleted):
        return [found for found in self._list if not (ignoreDeleted and found._deleted)]

    def Find(self, instanceDefinitionName):
        name = instanceDefinitionName.lower()
        return next((found for found in self._list if found.Name.lower() == name and not found._deleted), None)

    def Add(self, name, description, basePoint, geometry, attributes):
        from Rhino.DocObjects import InstanceDefinition, InstanceObject, RhinoObject
        from Rhino.Geometry import Transform

        if self.Find(name) is not None:
            return -1
        made = InstanceDefinition()
        made.Name, made.Description = name, description
        made._id, made._table, made._index = System.Guid.NewGuid(), self, len(self._list)
        back = Transform.Translation(*(-part for part in basePoint))
        made._pieces = []
        for shape, own in zip(geometry, attributes):
            copied = shape.Duplicate()
            copied.Transform(back)
            kind = InstanceObject if copied._type == 'InstanceReference' else RhinoObject
            made._pieces.append(kind(self._doc._objects, System.Guid.NewGuid(), copied, own.Duplicate()))
        self._list.append(made)
        self._tell(made, 'Added')
        self._doc._changed(lambda: self._mark(made, True), lambda: self._mark(made, False))
        return made._index

    def Delete(self, idefIndex, deleteReferences, quiet):
        found = self._list[idefIndex]
        if found._deleted:
            return False
        self._mark(found, True)
        self._doc._changed(lambda: self._mark(found, False), lambda: self._mark(found, True))
        return True

    def _mark(self, found, deleted):
        found._deleted = deleted
        self._tell(found, 'Deleted' if deleted else 'Undeleted')

    def _tell(self, found, what):
        from Rhino import RhinoDoc

        args = InstanceDefinitionTableEventArgs(
            Document=self._doc, EventType=InstanceDefinitionTableEventType[what],
            InstanceDefinitionIndex=found._index, NewState=found,
        )
        RhinoDoc.InstanceDefinitionTableEvent._fire(None, args)


class StringTable(UiOnly):
    def __init__(self, doc):
        self._doc = doc
        self._values = {}

    Count = property(lambda self: len(self._values))

    def GetValue(self, key):
        return self._values.get(key)

    def SetString(self, key, value):
        before = self._values.get(key)
        self._values[key] = value
        return before


class ViewTable(UiOnly):
    def __init__(self, doc):
        from Rhino.Display import _standard_views

        self._doc = doc
        self._views = _standard_views(doc)
        self._active = self._views[-1]

    def __iter__(self):
        return iter(list(self._views))

    @property
    def ActiveView(self):
        return self._active

    @ActiveView.setter
    def ActiveView(self, view):
        self._active = view

    def Find(self, which, compareCase=False):
        for view in self._views:
            if view.MainViewport.Id == which or view.MainViewport.Name.lower() == str(which).lower():
                return view
        return None

    def Redraw(self):
        pass


class NamedViewTable(UiOnly):
    def __init__(self, doc):
        self._doc = doc
        self._views = []

    Count = property(lambda self: len(self._views))

    def __iter__(self):
        return iter(list(self._views))

    def FindByName(self, name):
        return next((at for at, view in enumerate(self._views) if view.Name.lower() == name.lower()), -1)

    def Add(self, name, viewportId):
        from Rhino.DocObjects import ViewInfo

        view = self._doc._views.Find(viewportId)
        if view is None:
            return -1
        info = ViewInfo.__new__(ViewInfo)
        info.Name, info._camera = name, view.MainViewport._camera()
        self._views.append(info)
        return len(self._views) - 1

    def Delete(self, index):
        if not 0 <= index < len(self._views):
            return False
        del self._views[index]
        return True

    def Restore(self, index, viewport):
        if not 0 <= index < len(self._views):
            return False
        viewport._take(self._views[index]._camera)
        return True
