from fakerhino.net import Args, UiOnly

import System
from Rhino.Geometry import Point3d

from . import ObjectMode

_serials = [0]


class RhinoObject(UiOnly):
    def __init__(self, table, id, geometry, attributes):
        _serials[0] += 1
        self._serial = _serials[0]
        self._table = table
        self._id = id
        self._geometry = geometry
        self._attributes = attributes
        self._deleted = False
        self._selected = False

    Id = property(lambda self: self._id)
    RuntimeSerialNumber = property(lambda self: self._serial)
    Document = property(lambda self: self._table._doc)
    Geometry = property(lambda self: self._geometry)
    ObjectType = property(lambda self: self._geometry.ObjectType)
    IsDeleted = property(lambda self: self._deleted)
    IsHidden = property(lambda self: self._attributes.Mode is ObjectMode.Hidden)
    IsLocked = property(lambda self: self._attributes.Mode is ObjectMode.Locked)
    IsNormal = property(lambda self: self._attributes.Mode is ObjectMode.Normal)
    Visible = property(lambda self: self._attributes.Visible)
    GroupCount = property(lambda self: self._attributes.GroupCount)
    IsValid = property(lambda self: self._geometry.IsValid)

    @property
    def Attributes(self):
        """A copy, as over the border to .NET: changes count once they are committed."""
        return self._attributes

    @property
    def Name(self):
        return self._attributes.Name

    def GetGroupList(self):
        return self._attributes.GetGroupList()

    def DuplicateGeometry(self):
        return self._geometry.Duplicate()

    def IsSelected(self, checkSubObjects):
        return 1 if self._selected else 0

    def Select(self, on, *how):
        """(on), (on, syncHighlight), (on, syncHighlight, persistentSelect, ignoreGrips, ignoreLayerLocking, …)"""
        return self._table._select(self, on)

    def Highlight(self, enable):
        self._highlighted = enable
        return True

    def GetMeshes(self, meshType):
        """None are kept with simple objects; the mesher makes them when it is asked."""
        return []


class InstanceObject(RhinoObject):
    """An instance of a block."""

    InstanceXform = property(lambda self: self._geometry._place)
    InstanceDefinition = property(lambda self: self._table._doc._definitions._list[self._geometry._index])

    @property
    def InsertionPoint(self):
        at = Point3d(0, 0, 0)
        at.Transform(self.InstanceXform)
        return at

    def Explode(self, explodeNestedInstances):
        """(pieces, their attributes, where each belongs)"""
        pieces, attributes, places = [], [], []
        for piece in self.InstanceDefinition.GetObjects():
            if explodeNestedInstances and isinstance(piece, InstanceObject):
                inner = piece.Explode(True)
                pieces += inner[0]
                attributes += inner[1]
                places += [self.InstanceXform * place for place in inner[2]]
            else:
                pieces.append(piece)
                attributes.append(piece._attributes.Duplicate())
                places.append(self.InstanceXform)
        return pieces, attributes, places


class RhinoObjectEventArgs(Args):
    ObjectId = property(lambda self: self._TheObject._id)
    TheObject = property(lambda self: self._TheObject)


class RhinoReplaceObjectEventArgs(Args):
    ObjectId = property(lambda self: self._OldRhinoObject._id)
    OldRhinoObject = property(lambda self: self._OldRhinoObject)
    NewRhinoObject = property(lambda self: self._NewRhinoObject)
    Document = property(lambda self: self._OldRhinoObject._table._doc)


class RhinoModifyObjectAttributesEventArgs(Args):
    Document = property(lambda self: self._RhinoObject._table._doc)
    RhinoObject = property(lambda self: self._RhinoObject)
    OldAttributes = property(lambda self: self._OldAttributes)
    NewAttributes = property(lambda self: self._NewAttributes)


class RhinoObjectSelectionEventArgs(Args):
    Document = property(lambda self: self._Document)
    RhinoObjects = property(lambda self: self._RhinoObjects)
    RhinoObjectCount = property(lambda self: len(self._RhinoObjects))
    Selected = property(lambda self: self._Selected)


class RhinoDeselectAllObjectsEventArgs(Args):
    Document = property(lambda self: self._Document)
    ObjectCount = property(lambda self: self._ObjectCount)


def _new_id():
    return System.Guid.NewGuid()
