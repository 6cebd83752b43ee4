"""What the plugin knows about each open document: its turns, its ledger, and how often it changed.

Only ever touched on Rhino's UI thread. `document` is the host's view of a Rhino document (host/document.py), or a
double of it in tests.
"""

from .changes import changed_anything, compose, look, no_change, reverse, summarize
from .errors import Fault
from .ledger import Ledger
from .turns import UNKNOWN, Turns

# Turns whose pictures are kept; some 200 kB each.
MAX_PICTURED = 20


class Book(object):
    def __init__(self, document):
        self.document = document
        self.turns = Turns()
        self.ledger = Ledger(document, self.turns)
        # Grows with every change of the document or its selection.
        self.revision = 0
        # How to take back what the running call did, newest last; None while none runs.
        self.journal = None
        # Objects that were looked at while they passed, in this call or command.
        self.looked = 0

    # Calls

    def enter(self, turn, label, now):
        if turn is not None and turn.bounds_before is UNKNOWN and not self.ledger.records_of(turn):
            turn.bounds_before = self.document.bounds()
            turn.before = self.document.look(None)
        self.ledger.enter(turn, label, now)
        self.journal = []
        self.looked = 0

    def leave(self, now):
        self.journal = None
        self.ledger.leave(now)

    def take_back(self):
        """A failed call takes its own half-done work back; what cannot be is named."""
        journal, self.journal = self.journal or [], None
        stuck = 0
        for back in reversed(journal):
            try:
                back()
            except Exception:
                stuck += 1
        return stuck

    def on_failure(self, back):
        if self.journal is not None:
            self.journal.append(back)

    def touch(self):
        self.revision += 1

    # Turns

    def changes_of(self, turn):
        if turn.summary is not None:
            return turn.summary
        changes = compose(record.changes for record in self.ledger.records_of(turn))
        if len(changes):
            before = None if turn.bounds_before is UNKNOWN else turn.bounds_before
            summary = summarize(changes, self.document.brief, before, self.document.bounds())
        else:
            summary = no_change()
        summary['uncovered'] = list(turn.uncovered)
        return summary

    def counts_of(self, turn):
        if turn.summary is not None:
            return turn.summary['counts']
        changes = compose(record.changes for record in self.ledger.records_of(turn))
        return summarize(changes, lambda id: None, None, None)['counts']

    def end_turn(self, turn):
        """Ends a turn, whoever began it; ending it again gives the same answer."""
        if not turn.ended:
            turn.summary = self.changes_of(turn)
            self._look_after(turn)
        turn.connection = None
        turn.ended = True
        self.ledger.close_of(turn)
        return turn.summary

    def _look_after(self, turn):
        if turn.before is not None and changed_anything(turn.summary):
            turn.after = self.document.look(turn.before)
        if turn.after is None:
            turn.before = None
        pictured = [one for one in self.turns if one.after is not None]
        for old in pictured[:-MAX_PICTURED]:
            old.before = old.after = None

    def connection_lost(self, connection):
        """The record closes; the turn itself can go on over a new connection."""
        turn = self.turns.of(connection)
        if turn is not None:
            turn.connection = None
            self.ledger.close_of(turn)

    def revert(self, turn, include_foreign):
        """A generator whose result is (turns newest first, summary)."""
        before = self.document.bounds()
        for record in self.ledger.done:
            look(record.changes, self.document.brief)
        records = yield from self.ledger.revert(turn, include_foreign)
        changes = reverse(compose(record.changes for record in reversed(records)))
        return self._turns_of(records), summarize(changes, self.document.brief, before, self.document.bounds())

    def redo(self):
        """A generator whose result is (turns oldest first, summary)."""
        before = self.document.bounds()
        records = yield from self.ledger.redo()
        changes = compose(record.changes for record in records)
        return self._turns_of(records), summarize(changes, self.document.brief, before, self.document.bounds())

    def newest_turn(self):
        id = self.ledger.newest_turn()
        if id is None:
            raise Fault(
                'OPERATION_FAILED',
                'There is no turn to take back.',
                next='undo.list names the turns; edits made by hand are undone by hand.',
            )
        return self.turns.get(id)

    def _turns_of(self, records):
        ids = []
        for record in records:
            if record.turn is not None and record.turn not in ids:
                ids.append(record.turn)
        return [self.turns.get(id) for id in ids]


class Books(object):
    """The books of the open documents, by serial number."""

    def __init__(self):
        self._books = {}
        # Turns whose document closed under them, by connection: they go on in the next one.
        self._homeless = {}

    def __iter__(self):
        return iter(list(self._books.values()))

    def of(self, document):
        book = self._books.get(document.serial)
        if book is None:
            book = self._books[document.serial] = Book(document)
        return book

    def known(self, serial):
        """None for a document that nobody called for yet."""
        return self._books.get(serial)

    def turn_for(self, book, connection):
        """The connection's open turn in this document. One that was begun in another document goes on here too."""
        turn = book.turns.of(connection)
        if turn is not None:
            return turn
        homeless = self._homeless.get(connection)
        elsewhere = next((other.turns.of(connection) for other in self if other.turns.of(connection)), None)
        source = elsewhere or homeless
        if source is None or (book.turns.find(source.id) is not None and book.turns.get(source.id).ended):
            return None
        turn = book.turns.begin(source.id, source.label, connection)
        turn.cannot_cover('opened another document' if elsewhere else 'closed a document')
        return turn

    def resume(self, turn_id, label, connection, book):
        """A turn goes on over another connection, in every document that knows it; in `book` where none does any more."""
        holding = [other for other in self if other.turns.find(turn_id) is not None]
        for other in holding:
            lost = other.turns.get(turn_id).connection
            if lost not in (None, connection):
                self.connection_lost(lost)
        for other in holding:
            if not other.turns.get(turn_id).ended or other is holding[-1]:
                other.turns.begin(turn_id, label, connection)
        if not holding:
            book.turns.begin(turn_id, label, connection).cannot_cover('closed a document')

    def holding(self, turn_id):
        """The first book that knows this turn, or None."""
        return next((book for book in self if book.turns.find(turn_id)), None)

    def end_elsewhere(self, turn_id, but):
        """A turn that went through several documents ends in all of them."""
        self._homeless = {c: turn for c, turn in self._homeless.items() if turn.id != turn_id}
        for book in self:
            turn = book.turns.find(turn_id)
            if book is not but and turn is not None and not turn.ended:
                book.end_turn(turn)

    def homeless(self, turn_id):
        return next((turn for turn in self._homeless.values() if turn.id == turn_id), None)

    def closed(self, serial):
        book = self._books.pop(serial, None)
        if book is None:
            return
        for turn in book.turns:
            if turn.connection is not None:
                self._homeless[turn.connection] = turn

    def connection_lost(self, connection):
        self._homeless.pop(connection, None)
        for book in self:
            book.connection_lost(connection)

    def close_silent(self, now):
        for book in self:
            book.ledger.close_silent(now)

    def close_all(self):
        """The plugin ends: no record of ours stays open."""
        for book in self:
            book.ledger.close()
