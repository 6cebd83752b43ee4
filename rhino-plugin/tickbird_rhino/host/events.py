"""Listens to Rhino's events and tells the books. A handler never raises, never runs a command, never changes anything:
an exception out of an event handler can take Rhino down."""

from __future__ import annotations

import functools
from typing import Any, Callable, List, Optional, Set

import Rhino

from .. import serialize
from ..changes import MAX_LISTED
from . import tables


def quiet(handler: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(handler)
    def safely(self: 'Watcher', sender: object, args: Any) -> None:
        try:
            handler(self, args)
        except BaseException as error:
            self.app.log('%s: %s: %s' % (handler.__name__, type(error).__name__, error))

    return safely


class Watcher(object):
    def __init__(self, app: Any, books: Any, clock: Any) -> None:
        self.app = app
        self.books = books
        self.clock = clock
        # For threads that must not ask Rhino.
        self.active_serial = 0
        # Ids that a Replace event named: the Delete and the Add that follow it belong to it.
        self._replacing = set()  # type: Set[str]
        self._command = ''
        # The document whose record or undo an UndoRedo event is about: Rhino 8 does not say.
        self._undo_serial = 0
        self._off = []  # type: List[Callable[[], None]]

    def start(self) -> None:
        doc, command = Rhino.RhinoDoc, Rhino.Commands.Command
        # Bound once: the same objects must be taken off again.
        added, deleted, undeleted = self._added, self._deleted, self._undeleted
        replaced, attributes, undo_redo = self._replaced, self._attributes, self._undo_redo
        begun, ended, closed, activated = self._command_begun, self._command_ended, self._closed, self._activated
        selected, deselected, settings = self._selected, self._deselected, self._settings
        doc.AddRhinoObject += added
        doc.DeleteRhinoObject += deleted
        doc.UndeleteRhinoObject += undeleted
        doc.ReplaceRhinoObject += replaced
        doc.ModifyObjectAttributes += attributes
        doc.SelectObjects += selected
        doc.DeselectObjects += selected
        doc.DeselectAllObjects += deselected
        doc.DocumentPropertiesChanged += settings
        doc.CloseDocument += closed
        doc.ActiveDocumentChanged += activated
        command.BeginCommand += begun
        command.EndCommand += ended
        command.UndoRedo += undo_redo

        def off() -> None:
            doc.AddRhinoObject -= added
            doc.DeleteRhinoObject -= deleted
            doc.UndeleteRhinoObject -= undeleted
            doc.ReplaceRhinoObject -= replaced
            doc.ModifyObjectAttributes -= attributes
            doc.SelectObjects -= selected
            doc.DeselectObjects -= selected
            doc.DeselectAllObjects -= deselected
            doc.DocumentPropertiesChanged -= settings
            doc.CloseDocument -= closed
            doc.ActiveDocumentChanged -= activated
            command.BeginCommand -= begun
            command.EndCommand -= ended
            command.UndoRedo -= undo_redo

        self._off = [off, tables.watch(self)]
        active = Rhino.RhinoDoc.ActiveDoc
        self.active_serial = int(active.RuntimeSerialNumber) if active is not None else 0

    def stop(self) -> None:
        for off in self._off:
            off()
        self._off = []

    def book(self, doc: Optional[Rhino.RhinoDoc]) -> Any:
        """The book to write a change into; None while an undo runs, whose changes are known, or for no document."""
        if doc is None:
            return None
        document = self.app.find(int(doc.RuntimeSerialNumber))
        if document is None:
            return None
        book = self.books.of(document)
        book.touch()
        return None if document.is_undoing() else book

    # Objects

    @quiet
    def _added(self, args: Rhino.DocObjects.RhinoObjectEventArgs) -> None:
        found = args.TheObject
        book = self.book(found.Document)
        if book is None:
            return
        id = serialize.guid(args.ObjectId)
        book.ledger.note('object', id, None, {'guid': id})
        if id in self._replacing:
            self._replacing.discard(id)
        else:
            objects, guid = found.Document.Objects, args.ObjectId
            book.on_failure(lambda: objects.Delete(guid, True))

    @quiet
    def _deleted(self, args: Rhino.DocObjects.RhinoObjectEventArgs) -> None:
        found = args.TheObject
        book = self.book(found.Document)
        if book is None:
            return
        id = serialize.guid(args.ObjectId)
        book.ledger.note('object', id, self._state(book, found), None)
        if id not in self._replacing:
            objects = found.Document.Objects
            book.on_failure(lambda: objects.Undelete(found))

    @quiet
    def _undeleted(self, args: Rhino.DocObjects.RhinoObjectEventArgs) -> None:
        book = self.book(args.TheObject.Document)
        if book is not None:
            id = serialize.guid(args.ObjectId)
            book.ledger.note('object', id, None, {'guid': id})

    @quiet
    def _replaced(self, args: Rhino.DocObjects.RhinoReplaceObjectEventArgs) -> None:
        book = self.book(args.Document)
        if book is None:
            return
        id, old = serialize.guid(args.ObjectId), args.OldRhinoObject
        book.ledger.note('object', id, self._state(book, old), {'guid': id})
        self._replacing.add(id)
        objects, guid = args.Document.Objects, args.ObjectId
        geometry = old.Geometry
        book.on_failure(lambda: objects.Replace(guid, geometry, True))

    @quiet
    def _attributes(self, args: Rhino.DocObjects.RhinoModifyObjectAttributesEventArgs) -> None:
        book = self.book(args.Document)
        if book is None:
            return
        found, old = args.RhinoObject, args.OldAttributes
        id = serialize.guid(found.Id)
        book.ledger.note('object', id, self._state(book, found), {'guid': id})
        objects, guid = args.Document.Objects, found.Id
        book.on_failure(lambda: objects.ModifyAttributes(guid, old, True))

    @quiet
    def _selected(self, args: Rhino.DocObjects.RhinoObjectSelectionEventArgs) -> None:
        self.book(args.Document)

    @quiet
    def _deselected(self, args: Rhino.DocObjects.RhinoDeselectAllObjectsEventArgs) -> None:
        self.book(args.Document)

    @quiet
    def _settings(self, args: Rhino.DocumentEventArgs) -> None:
        book = self.book(args.Document)
        # A call of ours says itself what it set.
        if book is not None and book.journal is None:
            book.ledger.say('document settings changed')

    def _state(self, book: Any, found: Rhino.DocObjects.RhinoObject) -> Any:
        """A brief while it can still be had, for the first of a call; after that only the id, for speed."""
        if book.looked < 3 * MAX_LISTED:
            book.looked += 1
            return book.document.brief_of(found)
        return {'guid': serialize.guid(found.Id)}

    # Documents

    @quiet
    def _closed(self, args: Rhino.DocumentEventArgs) -> None:
        serial = int(args.DocumentSerialNumber)
        self.books.closed(serial)
        self.app.forget(serial)

    @quiet
    def _activated(self, args: Rhino.DocumentEventArgs) -> None:
        self.active_serial = int(args.DocumentSerialNumber)
        for book in self.books:
            if book.document.serial != self.active_serial:
                book.ledger.others_begin()

    # Commands and the undo stack

    @quiet
    def _command_begun(self, args: Rhino.Commands.CommandEventArgs) -> None:
        self._command = str(args.CommandEnglishName)
        self._undo_serial = int(args.DocumentRuntimeSerialNumber)
        self._replacing.clear()
        for book in self.books:
            book.looked = 0
            book.ledger.others_begin()

    @quiet
    def _command_ended(self, args: Rhino.Commands.CommandEventArgs) -> None:
        self._command = ''

    @quiet
    def _undo_redo(self, args: Rhino.Commands.UndoRedoEventArgs) -> None:
        serial = int(args.UndoSerialNumber)
        ledger = self._ledger_now()
        if ledger is None:
            return
        if args.IsBeginRecording:
            ledger.began(serial, self._command or 'an edit', self.clock.now())
        elif args.IsEndRecording:
            ledger.ended(serial)
        elif args.IsEndUndo:
            ledger.was_undone(serial)
        elif args.IsEndRedo:
            ledger.was_redone(serial)
        elif args.IsPurgeRecord:
            ledger.was_purged(serial)

    def _ledger_now(self) -> Any:
        """Before Rhino 9 the event does not name its document, and two documents may use the same serial numbers: it
        is the one where we ask for a record, else the command's."""
        for book in self.books:
            if book.ledger.is_asking:
                return book.ledger
        document = self.app.find(self._undo_serial or None) or self.app.find(None)
        return self.books.of(document).ledger if document is not None else None
