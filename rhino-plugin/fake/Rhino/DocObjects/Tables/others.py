"""Groups, materials, block definitions, views, named views, document text."""

from fakerhino.net import Args, UiOnly

from . import GroupTableEventType


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
        for id in objectIds:
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


class MaterialTable(UiOnly):
    def __init__(self, doc):
        self._doc = doc
        self._materials = []

    Count = property(lambda self: len(self._materials))

    def __iter__(self):
        return iter(list(self._materials))

    def FindIndex(self, index):
        return self._materials[index] if 0 <= index < len(self._materials) else None


class InstanceDefinitionTable(UiOnly):
    def __init__(self, doc):
        self._doc = doc
        self._definitions = []

    Count = property(lambda self: len(self._definitions))

    def GetList(self, ignoreDeleted):
        return list(self._definitions)

    def __iter__(self):
        return iter(list(self._definitions))


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
