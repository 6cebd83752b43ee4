"""One open document: what turns and undo need of it, and the looks at objects that every answer is made of."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import Rhino
import System

from .. import serialize
from ..errors import Fault
from . import looks


class Document(object):
    """`rhino` is the RhinoDoc."""

    def __init__(self, doc: Rhino.RhinoDoc) -> None:
        self.rhino = doc
        self.serial = int(doc.RuntimeSerialNumber)
        self._shows_progress = False

    # Undo: see turns.py and ledger.py.

    def begin_record(self, label: str) -> int:
        """0 where Rhino refuses: something records already, or undo is off."""
        return int(self.rhino.BeginUndoRecord(label))

    def end_record(self, serial: int) -> bool:
        return bool(self.rhino.EndUndoRecord(serial))

    def undo(self) -> None:
        # Not RhinoDoc.Undo(): outside a command that leaves a record open, after which none can be begun.
        Rhino.RhinoApp.RunScript(self.serial, '_Undo', False)

    def redo(self) -> None:
        Rhino.RhinoApp.RunScript(self.serial, '_Redo', False)

    def is_undoing(self) -> bool:
        return bool(self.rhino.UndoActive or self.rhino.RedoActive)

    def is_changing_hands(self) -> bool:
        return bool(self.rhino.IsOpening or self.rhino.IsClosing)

    # Objects

    def object(self, id: str) -> Rhino.DocObjects.RhinoObject:
        """Raises OBJECT_NOT_FOUND."""
        found = self.find_object(id)
        if found is None:
            raise Fault(
                'OBJECT_NOT_FOUND',
                'There is no object %s in the document.' % id[:64],
                id=id[:64],
                next='scene.list_objects names the objects; ids change when an object is replaced by new ones.',
            )
        return found

    def find_object(self, id: str) -> Optional[Rhino.DocObjects.RhinoObject]:
        """None where there is none, or where it is deleted."""
        try:
            guid = System.Guid(id)
        except (System.FormatException, ValueError):
            return None
        found = self.rhino.Objects.FindId(guid)
        return None if found is None or found.IsDeleted else found

    def brief(self, id: str) -> Optional[Dict[str, Any]]:
        found = self.find_object(id)
        return None if found is None else self.brief_of(found)

    def brief_of(self, found: Rhino.DocObjects.RhinoObject) -> Dict[str, Any]:
        """{guid, kind, name, layer, size}; also of a deleted one."""
        return {
            'guid': serialize.guid(found.Id),
            'kind': serialize.kind(str(found.ObjectType)),
            'name': str(found.Attributes.Name or ''),
            'layer': self.layer_path(int(found.Attributes.LayerIndex)),
            'size': _size(found),
        }

    def objects(self) -> List[Rhino.DocObjects.RhinoObject]:
        """Every object that is not deleted, hidden and locked ones and lights included; oldest first."""
        settings = Rhino.DocObjects.ObjectEnumeratorSettings()
        settings.NormalObjects = True
        settings.LockedObjects = True
        settings.HiddenObjects = True
        settings.IncludeLights = True
        settings.DeletedObjects = False
        found = list(self.rhino.Objects.GetObjectList(settings))
        return sorted(found, key=_age)

    def kinds(self, objects: List[Rhino.DocObjects.RhinoObject]) -> Dict[str, int]:
        """How many of each kind."""
        counts = {}  # type: Dict[str, int]
        for found in objects:
            kind = serialize.kind(str(found.ObjectType))
            counts[kind] = counts.get(kind, 0) + 1
        return counts

    def selected(self) -> List[Rhino.DocObjects.RhinoObject]:
        return list(self.rhino.Objects.GetSelectedObjects(True, False))

    def bounds(self) -> Optional[Dict[str, Any]]:
        """Of everything visible; None where nothing is."""
        box = self.rhino.Objects.BoundingBoxVisible
        return box_of(box) if box.IsValid else None

    def look(self, like: Optional[looks.Look]) -> Optional[looks.Look]:
        """A picture for before or after of a turn. It is a comfort: None where Rhino gives none."""
        try:
            return looks.taken(self.rhino, like)
        except Exception:
            return None

    # Layers

    def layer_path(self, index: int) -> str:
        layer = self.rhino.Layers.FindIndex(index)
        return '' if layer is None else str(layer.FullPath)

    # Progress

    def show_progress(self, progress: Optional[Dict[str, Any]]) -> None:
        """In the status bar; None takes it away."""
        bar = Rhino.UI.StatusBar
        if progress is None:
            if self._shows_progress:
                bar.HideProgressMeter(self.serial)
            self._shows_progress = False
            return
        percent = int(round(progress['fraction'] * 100))
        if not self._shows_progress:
            bar.ShowProgressMeter(self.serial, 0, 100, progress['label'] or 'Tickbird', True, True)
            self._shows_progress = True
        bar.UpdateProgressMeter(self.serial, percent, True)


def box_of(box: Rhino.Geometry.BoundingBox) -> Dict[str, Any]:
    return serialize.box((box.Min.X, box.Min.Y, box.Min.Z), (box.Max.X, box.Max.Y, box.Max.Z))


def _age(found: Rhino.DocObjects.RhinoObject) -> int:
    return int(found.RuntimeSerialNumber)


def _size(found: Rhino.DocObjects.RhinoObject) -> Optional[List[float]]:
    geometry = found.Geometry
    box = geometry.GetBoundingBox(True) if geometry is not None else None
    if box is None or not box.IsValid:
        return None
    span = box.Diagonal
    return serialize.point(span.X, span.Y, span.Z)
