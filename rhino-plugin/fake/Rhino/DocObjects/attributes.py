import copy

from fakerhino.doubles import Double

import System
from System.Drawing import Color

from . import ActiveSpace, ObjectColorSource, ObjectMaterialSource, ObjectMode


class ObjectAttributes(Double):
    def __init__(self):
        self.Name = ''
        self.LayerIndex = 0
        self.ObjectColor = Color.Black
        self.ColorSource = ObjectColorSource.ColorFromLayer
        self.MaterialIndex = -1
        self.MaterialSource = ObjectMaterialSource.MaterialFromLayer
        self.Mode = ObjectMode.Normal
        self.Space = ActiveSpace.ModelSpace
        self.LinetypeIndex = -1
        self.WireDensity = 1
        self.ObjectId = System.Guid.Empty
        self._groups = []
        self._strings = {}

    GroupCount = property(lambda self: len(self._groups))
    UserStringCount = property(lambda self: len(self._strings))

    @property
    def Visible(self):
        return self.Mode is not ObjectMode.Hidden

    @Visible.setter
    def Visible(self, value):
        self.Mode = ObjectMode.Normal if value else ObjectMode.Hidden

    def Duplicate(self):
        return copy.deepcopy(self)

    def DrawColor(self, document):
        if self.ColorSource is ObjectColorSource.ColorFromObject:
            return self.ObjectColor
        layer = document.Layers.FindIndex(self.LayerIndex)
        return layer.Color if layer is not None else Color.Black

    def GetGroupList(self):
        return list(self._groups)

    def AddToGroup(self, groupIndex):
        if groupIndex not in self._groups:
            self._groups.append(groupIndex)

    def RemoveFromGroup(self, groupIndex):
        if groupIndex in self._groups:
            self._groups.remove(groupIndex)

    def RemoveFromAllGroups(self):
        self._groups = []

    def GetUserString(self, key):
        return self._strings.get(key)

    def SetUserString(self, key, value):
        if value is None:
            self._strings.pop(key, None)
        else:
            self._strings[key] = value
        return True

    def DeleteUserString(self, key):
        return self._strings.pop(key, None) is not None

    def GetUserStrings(self):
        return _Strings(self._strings)


class _Strings(object):
    """System.Collections.Specialized.NameValueCollection."""

    def __init__(self, values):
        self._values = dict(values)
        self.AllKeys = list(values)
        self.Count = len(values)

    def __getitem__(self, key):
        return self._values.get(key)

    def Get(self, name):
        return self._values.get(name)


class ObjectEnumeratorSettings(object):
    def __init__(self):
        self.NormalObjects = True
        self.LockedObjects = True
        self.HiddenObjects = False
        self.DeletedObjects = False
        self.ActiveObjects = True
        self.ReferenceObjects = False
        self.IncludeLights = False
        self.IncludeGrips = False
        self.SelectedObjectsFilter = False
        self.VisibleFilter = False
        self.LayerIndexFilter = -1
        self.NameFilter = None
        self.ObjectTypeFilter = None

    def _takes(self, found):
        from . import ObjectMode

        if found._deleted:
            return self.DeletedObjects
        mode = found.Attributes.Mode
        if mode is ObjectMode.Hidden and not self.HiddenObjects:
            return False
        if mode is ObjectMode.Locked and not self.LockedObjects:
            return False
        if mode is ObjectMode.Normal and not self.NormalObjects:
            return False
        if self.SelectedObjectsFilter and not found._selected:
            return False
        if self.LayerIndexFilter >= 0 and found.Attributes.LayerIndex != self.LayerIndexFilter:
            return False
        wanted = self.ObjectTypeFilter
        return wanted is None or bool(found.ObjectType.value & wanted.value)
