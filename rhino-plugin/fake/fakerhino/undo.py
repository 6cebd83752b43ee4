"""One document's undo stack, after RhinoDoc.BeginUndoRecord's page and McNeel's samples. The rest: switches.py."""

from .net import Args, Event
from .switches import switches

undo_redo = Event()


class UndoRedoEventArgs(Args):
    """The public class of the same name (Rhino.Commands) derives from it."""


class Record(object):
    def __init__(self, serial, description):
        self.serial = serial
        self.description = description
        # (take back, do again), oldest first.
        self.actions = []


class UndoStack(object):
    def __init__(self, args_type, document):
        self._args_type = args_type
        self._document = document
        self.done = []
        self.undone = []
        self.current = None
        self.enabled = True
        self.undoing = False
        self.redoing = False
        self._next = 1

    @property
    def next_serial(self):
        return self._next

    def begin(self, description):
        """0 "if not started because undo information is already being recorded or undo is disabled"."""
        if self.current is not None or not self.enabled or self.undoing or self.redoing:
            return 0
        self._tell(self._next, 'BeforeBeginRecording')
        record = self.current = Record(self._next, description)
        self._next += switches.serial_step
        self._tell(record.serial, 'BeginRecording')
        return record.serial

    def end(self, serial):
        record = self.current
        if record is None or record.serial != serial:
            return False
        self._tell(serial, 'BeforeEndRecording')
        self.current = None
        if record.actions or switches.keeps_empty_records:
            self.done.append(record)
        self._tell(serial, 'EndRecording')
        while len(self.done) > switches.max_records:
            self._tell(self.done.pop(0).serial, 'PurgeRecord')
        return True

    def recorded(self, back, again):
        """A table tells what it did."""
        if self.undoing or self.redoing:
            return
        if self.current is not None:
            self.current.actions.append((back, again))
            for record in self.undone:
                self._tell(record.serial, 'PurgeRecord')
            self.undone = []
        elif switches.unrecorded_edits_undoable and self.enabled:
            self.begin('')
            self.current.actions.append((back, again))
            self.end(self.current.serial)

    def undo(self):
        if not self.done or self.undoing or self.redoing:
            return False
        record = self.done.pop()
        self.undoing = True
        try:
            self._tell(record.serial, 'BeginUndo')
            for back, _ in reversed(record.actions):
                back()
        finally:
            self.undoing = False
        self.undone.append(record)
        self._tell(record.serial, 'EndUndo')
        return True

    def redo(self):
        if not self.undone or self.undoing or self.redoing:
            return False
        record = self.undone.pop()
        if switches.redo_renumbers:
            record.serial, self._next = self._next, self._next + switches.serial_step
        self.redoing = True
        try:
            self._tell(record.serial, 'BeginRedo')
            for _, again in record.actions:
                again()
        finally:
            self.redoing = False
        self.done.append(record)
        self._tell(record.serial, 'EndRedo')
        return True

    def clear(self):
        for record in self.done + self.undone:
            self._tell(record.serial, 'PurgeRecord')
        self.done, self.undone = [], []

    def _tell(self, serial, what):
        undo_redo._fire(None, self._args_type(serial, what))
