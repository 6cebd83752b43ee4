"""The object table, with the events and undo actions of each change, in Rhino's documented order."""

import System
from fakerhino import doubles, stubs
from fakerhino.net import UiOnly
from Rhino.Geometry import BoundingBox, Brep, Curve, GeometryBase, LineCurve, Point, Point3d, PolylineCurve

from .. import (
    InstanceObject, RhinoDeselectAllObjectsEventArgs, RhinoModifyObjectAttributesEventArgs, RhinoObject, RhinoObjectEventArgs,
    RhinoObjectSelectionEventArgs, RhinoReplaceObjectEventArgs,
)
from ..attributes import ObjectAttributes


class ObjectTable(UiOnly):
    def __init__(self, doc):
        self._doc = doc
        # By id: the one that is there, or the last that was.
        self._by_id = {}

    def __iter__(self):
        return iter([found for found in self._by_id.values() if not found._deleted])

    Count = property(lambda self: len(list(iter(self))))
    Document = property(lambda self: self._doc)

    @property
    def BoundingBox(self):
        return _around(iter(self))

    @property
    def BoundingBoxVisible(self):
        return _around(found for found in self if not found.IsHidden)

    # Adding

    def Add(self, geometry, attributes=None):
        if not geometry.IsValid:
            return System.Guid.Empty
        attributes = attributes.Duplicate() if attributes is not None else self._new_attributes()
        kind = InstanceObject if geometry._type == 'InstanceReference' else RhinoObject
        found = kind(self, System.Guid.NewGuid(), geometry.Duplicate(), attributes)
        self._by_id[found._id] = found
        self._fire('AddRhinoObject', RhinoObjectEventArgs(TheObject=found))
        self._doc._changed(lambda: self._remove(found), lambda: self._restore(found))
        return found._id

    def AddPoint(self, *parts):
        if len(parts) == 3:
            return self.Add(Point(Point3d(*parts)))
        return self.Add(Point(parts[0]), *parts[1:])

    def AddLine(self, *parts):
        if isinstance(parts[0], Point3d):
            return self.Add(LineCurve(*parts[:2]), *parts[2:])
        return self.Add(LineCurve(parts[0].From, parts[0].To), *parts[1:])

    def AddPolyline(self, points, attributes=None):
        return self.Add(PolylineCurve(points), attributes)

    def AddCurve(self, curve, attributes=None):
        return self.Add(curve, attributes)

    def AddBrep(self, brep, attributes=None):
        return self.Add(brep, attributes)

    def AddMesh(self, mesh, attributes=None):
        return self.Add(mesh, attributes)

    def AddBox(self, box, attributes=None):
        return self.Add(Brep.CreateFromBox(box), attributes)

    def __getattr__(self, name):
        """AddCircle, AddText and the rest: held against their signatures, then an object like any other."""
        if not name.startswith('Add'):
            return doubles.instance_member(self, name)
        member = stubs.member_of('Rhino.DocObjects.Tables', 'ObjectTable', name)
        if member is None:
            raise AttributeError('Rhino has no ObjectTable.%s.' % name)
        if name == 'AddInstanceObject':
            return self._add_instance
        return lambda *args: self._add_any(name, member, args)

    def _add_instance(self, index, xform, attributes=None):
        definition = self._doc._definitions._list[index]
        geometry = doubles.attribute('Rhino.Geometry', 'InstanceReferenceGeometry')
        made = geometry.__new__(geometry)
        made._index, made._place = index, xform
        made._points = [Point3d(point) for piece in definition._pieces for point in piece._geometry._points]
        GeometryBase.Transform(made, xform)
        return self.Add(made, attributes)

    def _add_any(self, name, member, args):
        doubles.check('ObjectTable.%s' % name, member, args)
        doubles.made_up.append(name)
        attributes = next((arg for arg in args if isinstance(arg, ObjectAttributes)), None)
        if isinstance(args[0], GeometryBase):
            return self.Add(args[0], attributes)
        kind = Brep if name in ('AddSphere', 'AddBox', 'AddSurface') else Curve
        made = kind.__new__(kind)
        made._points = doubles.points_of(args)
        return self.Add(made, attributes)

    def _new_attributes(self):
        attributes = ObjectAttributes()
        attributes.LayerIndex = self._doc._layers._current
        return attributes

    # Finding

    def FindId(self, id):
        found = self._by_id.get(id)
        return None if found is None or found._deleted else found

    def Find(self, objectId):
        return self.FindId(objectId)

    def GetObjectList(self, settings):
        # Newest first, as Rhino does.
        return [found for found in reversed(list(self._by_id.values())) if settings._takes(found)]

    def ObjectCount(self, filter):
        return len(self.GetObjectList(filter))

    def GetSelectedObjects(self, includeLights, includeGrips):
        return [found for found in self if found._selected]

    # Changing

    def Delete(self, which, quiet=True, ignoreModes=False):
        found = self._meant(which)
        if found is None or found._deleted or (found.IsLocked and not ignoreModes):
            return False
        self._remove(found)
        self._doc._changed(lambda: self._restore(found), lambda: self._remove(found))
        return True

    def Undelete(self, which):
        if not which._deleted:
            return False
        self._restore(which)
        self._doc._changed(lambda: self._remove(which), lambda: self._restore(which))
        return True

    def Replace(self, objectId, geometry, ignoreModes=False):
        old = self.FindId(objectId)
        if old is None or not isinstance(geometry, GeometryBase) or not geometry.IsValid:
            return False
        new = type(old)(self, old._id, geometry.Duplicate(), old._attributes.Duplicate())
        new._selected = old._selected
        self._swap(old, new, 'AddRhinoObject')
        self._doc._changed(
            lambda: self._swap(new, old, 'UndeleteRhinoObject'), lambda: self._swap(old, new, 'UndeleteRhinoObject')
        )
        return True

    def Transform(self, which, xform, deleteOriginal):
        found = self._meant(which)
        if found is None or found._deleted:
            return System.Guid.Empty
        moved = found._geometry.Duplicate()
        if found._geometry._type == 'InstanceReference':
            moved._place = xform * moved._place
        if not moved.Transform(xform):
            return System.Guid.Empty
        if not deleteOriginal:
            return self.Add(moved, found._attributes)
        self.Replace(found._id, moved, True)
        return found._id

    def ModifyAttributes(self, which, newAttributes, quiet):
        found = self._meant(which)
        if found is None or found._deleted:
            return False
        old, new = found._attributes, newAttributes.Duplicate()
        self._attributes(found, old, new)
        self._doc._changed(lambda: self._attributes(found, new, old), lambda: self._attributes(found, old, new))
        return True

    # Selecting

    def Select(self, which, select=True):
        if isinstance(which, list):
            return sum(1 for one in which if self.Select(one, select))
        found = self._meant(which)
        return found is not None and self._select(found, select) > 0

    def UnselectAll(self):
        selected = [found for found in self if found._selected]
        for found in selected:
            found._selected = False
        args = RhinoDeselectAllObjectsEventArgs(Document=self._doc, ObjectCount=len(selected))
        self._fire('DeselectAllObjects', args)
        return len(selected)

    def _select(self, found, on):
        if found.IsHidden or found.IsLocked or found._deleted:
            return 0
        if found._selected != on:
            found._selected = on
            args = RhinoObjectSelectionEventArgs(Document=self._doc, RhinoObjects=[found], Selected=on)
            self._fire('SelectObjects' if on else 'DeselectObjects', args)
        return 1 if on else 0

    # How

    def _meant(self, which):
        return which if isinstance(which, RhinoObject) else self.FindId(which)

    def _remove(self, found):
        found._deleted = True
        found._selected = False
        self._fire('DeleteRhinoObject', RhinoObjectEventArgs(TheObject=found))

    def _restore(self, found):
        found._deleted = False
        self._by_id[found._id] = found
        self._fire('UndeleteRhinoObject', RhinoObjectEventArgs(TheObject=found))

    def _swap(self, old, new, then):
        self._fire('ReplaceRhinoObject', RhinoReplaceObjectEventArgs(OldRhinoObject=old, NewRhinoObject=new))
        self._remove(old)
        new._deleted = False
        self._by_id[new._id] = new
        self._fire(then, RhinoObjectEventArgs(TheObject=new))

    def _attributes(self, found, old, new):
        found._attributes = new
        args = RhinoModifyObjectAttributesEventArgs(RhinoObject=found, OldAttributes=old, NewAttributes=new)
        self._fire('ModifyObjectAttributes', args)

    def _fire(self, event, args):
        from Rhino import RhinoDoc

        self._doc.Modified = True
        getattr(RhinoDoc, event)._fire(None, args)


def _around(objects):
    whole = BoundingBox(Point3d(1, 0, 0), Point3d(-1, 0, 0))
    for found in objects:
        whole.Union(found.Geometry.GetBoundingBox(True))
    return whole
