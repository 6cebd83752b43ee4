"""The undo stack of one document as far as it can be known: which records are ours, and of which turn.

Pure logic, fed with Rhino's events. `host` has: begin_record(label) → serial or 0, end_record(serial),
undo() and redo(), which run Rhino's commands and may come back before they are done.
"""

from typing import Optional

from .changes import ChangeSet
from .errors import Fault
from .jobs import NotYet

# A record closes after this much silence of its turn.
SILENCE_SECONDS = 120
# How long an undo that Rhino has put off is waited for, and how often it is looked for.
PATIENCE_SECONDS = 5
LOOK_SECONDS = 0.02


class Record(object):
    """One entry of Rhino's undo stack. `turn` is None for what somebody did outside any turn."""

    def __init__(self, serial, turn, label, now):
        self.serial = serial
        self.turn = turn
        self.label = label
        self.touched_at = now
        self.changes = ChangeSet()
        # Records that one revert took back come again together.
        self.group = None  # type: Optional[int]

    @property
    def counts(self):
        """Rhino drops records in which nothing happened, so only those with a change are sure to be there."""
        return len(self.changes) > 0


class Ledger(object):
    def __init__(self, host, turns):
        self._host = host
        self._turns = turns
        # Oldest first.
        self.done = []
        # In the order they were taken back.
        self.undone = []
        self._open = None  # type: Optional[Record]
        self._foreign = None  # type: Optional[Record]
        self._asking = False
        # The turn whose call is running, and whether one is.
        self._in_call = False
        self._caller = None
        self._groups = 0
        self._group = None
        self._last = None

    # Calls

    def enter(self, turn, label, now):
        """Before a call that may change something. Raises NotYet where Rhino refuses to record."""
        id = turn.id if turn else None
        record = self._open
        if record is None or id is None or record.turn != id or now - record.touched_at >= SILENCE_SECONDS:
            self.close()
            record = self._begin(id, label, now)
        record.touched_at = now
        self._in_call = True
        self._caller = turn

    def leave(self, now):
        self._in_call = False
        self._caller = None
        if self._open is not None:
            self._open.touched_at = now
            if self._open.turn is None:
                self.close()

    def close(self):
        """Ends our open record, if there is one."""
        record, self._open = self._open, None
        if record is not None:
            self._asking = True
            try:
                self._host.end_record(record.serial)
            finally:
                self._asking = False

    def close_of(self, turn):
        if self._open is not None and self._open.turn == turn.id and not self._in_call:
            self.close()

    def close_silent(self, now):
        if self._open is not None and not self._in_call and now - self._open.touched_at >= SILENCE_SECONDS:
            self.close()

    def others_begin(self):
        """Somebody else is about to record: a command of the user's."""
        if not self._in_call:
            self.close()

    @property
    def is_asking(self):
        """Whether a record begins or ends at this moment because we asked for it."""
        return self._asking

    def _begin(self, turn, label, now):
        self._asking = True
        try:
            serial = self._host.begin_record(label)
        finally:
            self._asking = False
        if not serial:
            raise NotYet('Rhino does not record for undo at the moment.')
        record = self._open = Record(serial, turn, label, now)
        self.done.append(record)
        return record

    # Events

    def note(self, table, id, before, after):
        record = self._record_now()
        if record is not None:
            record.changes.note(table, id, before, after)

    def say(self, sentence):
        record = self._record_now()
        if record is not None:
            record.changes.say(sentence)

    def began(self, serial, label, now):
        """A record that we did not ask for: a command's. One that a call of ours ran belongs to its turn."""
        if self._asking or (self._open is not None and self._open.serial == serial):
            return
        turn = self._caller.id if self._in_call and self._caller else None
        self._foreign = Record(serial, turn, label, now)
        self.done.append(self._foreign)

    def ended(self, serial):
        if self._foreign is not None and self._foreign.serial == serial:
            self._foreign = None
        elif self._open is not None and self._open.serial == serial:
            self._open = None  # Ended by somebody else; the next change opens another one.

    def was_undone(self, serial):
        record = self._pull(self.done, serial) or Record(serial, None, 'an earlier edit', 0)
        if self._group is None:
            self._groups += 1
        record.group = self._groups if self._group is None else self._group
        self.undone.append(record)
        self._last = record

    def was_redone(self, serial):
        record = self._pull(self.undone, serial)
        if record is None and self.undone:
            # What comes back is always what went last; Rhino may only count it anew.
            record = self.undone.pop()
            record.serial = serial
        record = record or Record(serial, None, 'an earlier edit', 0)
        self.done.append(record)
        self._last = record

    def was_purged(self, serial):
        record = self._pull(self.done, serial)
        if record is not None:
            self._mark(record, 'cut')
        record = self._pull(self.undone, serial)
        if record is not None:
            self._mark(record, 'lost')

    def _record_now(self):
        record = self._foreign or self._open
        if record is None:
            return None
        if record is self._open and not self._in_call:
            turn = self._turns.find(record.turn)
            if turn is not None:
                turn.cannot_cover('edits made by hand while the turn was running go with it')
        self._forget_undone()
        return record

    def _forget_undone(self):
        """A new change: what was taken back is gone for good; its turn may go on with new changes."""
        undone, self.undone = self.undone, []
        for record in undone:
            self._mark(record, 'lost')

    def _mark(self, record, what):
        turn = self._turns.find(record.turn) if record.turn is not None else None
        if turn is not None and record.counts:
            setattr(turn, what, True)

    @staticmethod
    def _pull(records, serial):
        for at in range(len(records) - 1, -1, -1):
            if records[at].serial == serial:
                return records.pop(at)
        return None

    # Questions

    def records_of(self, turn):
        undone = list(reversed(self.undone))
        return [record for record in self.done + undone if record.turn == turn.id and record.counts]

    def state_of(self, turn):
        if any(record.turn == turn.id and record.counts for record in self.done):
            return 'gone' if turn.cut else 'live'
        if any(record.turn == turn.id and record.counts for record in self.undone):
            return 'undone'
        # A turn that only read leaves no trace, and nothing of it is missing either.
        return 'gone' if turn.cut or turn.lost else 'live'

    def foreign_since(self, turn):
        """Labels of edits made outside any turn since this turn's first change, newest first; None: the oldest turn."""
        start = self._start_of(turn) if turn else self._first(lambda record: record.turn is not None)
        if start is None:
            return []
        return [r.label for r in reversed(self.done[start:]) if r.turn is None and r.counts]

    def newest_turn(self):
        for record in reversed(self.done):
            if record.turn is not None and record.counts:
                return record.turn
        return None

    def _first(self, test):
        return next((at for at, record in enumerate(self.done) if record.counts and test(record)), None)

    def _start_of(self, turn):
        """Turns go whole: where records of several are interleaved, the oldest record of any of them counts."""
        start = self._first(lambda record: record.turn == turn.id)
        if start is None:
            return None
        at = start
        while at < len(self.done):
            other = self.done[at].turn
            first = self._first(lambda record: record.turn == other) if other is not None else None
            if first is not None and first < start:
                start = at = first
            else:
                at += 1
        return start

    # Undo

    def revert(self, turn, include_foreign):
        """Takes back the turn and everything after it; a generator whose result is the records, newest first.

        Raises OPERATION_FAILED where it is not in the document or Rhino's list is not as it should be, UNDO_BLOCKED
        with the labels where edits of others would go with it. Then everything is as it was.
        """
        start = self._start_of(turn)
        if start is None or turn.cut:
            raise not_in_document(turn, self.state_of(turn))
        self.close()
        plan = list(reversed(self.done[start:]))
        foreign = [record.label for record in plan if record.turn is None and record.counts]
        if foreign and not include_foreign:
            raise blocked(turn, foreign)
        self._groups += 1
        self._group = self._groups
        taken = []
        try:
            while any(record.counts for record in plan):
                record = yield from self._once(self._host.undo)
                if record is not None:
                    taken.append(record)
                why = self._objection(record, plan, turn, include_foreign)
                if why is not None:
                    yield from self._again(len(taken))
                    raise why
                del plan[:plan.index(record) + 1]
        finally:
            self._group = None
        return taken

    def redo(self):
        """Brings back what the last revert took; a generator whose result is the records, oldest first."""
        if not self.undone:
            raise nothing_to_bring_back()
        group = self.undone[-1].group
        self._group = group
        back = []
        try:
            while self.undone and self.undone[-1].group == group:
                record = yield from self._once(self._host.redo)
                if record is None:
                    raise nothing_to_bring_back()
                back.append(record)
        finally:
            self._group = None
        return back

    def _objection(self, record, plan, turn, include_foreign):
        """Why this undo was not the one we wanted; None where it was."""
        if record is None:
            return Fault('OPERATION_FAILED', 'Rhino did not undo.', turn_id=turn.id, next='Undo by hand in Rhino.')
        if record not in plan or any(skipped.counts for skipped in plan[:plan.index(record)]):
            return Fault(
                'OPERATION_FAILED',
                'Rhino\'s undo list is not as it was: “%s” came first. Everything is as before.' % record.label,
                turn_id=turn.id,
                next='Undo by hand in Rhino, and look what goes.',
            )
        if record.turn is None and not include_foreign:
            return blocked(turn, [record.label])
        return None

    def _once(self, step):
        """One undo or redo; Rhino may do it at once or when it is idle."""
        self._last = None
        step()
        waited = 0.0
        while self._last is None and waited < PATIENCE_SECONDS:
            yield LOOK_SECONDS
            waited += LOOK_SECONDS
        return self._last

    def _again(self, count):
        for _ in range(count):
            yield from self._once(self._host.redo)


def blocked(turn, foreign):
    edits = 'an edit' if len(foreign) == 1 else '%d edits' % len(foreign)
    return Fault(
        'UNDO_BLOCKED',
        '“%s” cannot be taken back alone: %s made by hand would go with it.' % (turn.label, edits),
        turn_id=turn.id,
        foreign=foreign,
        next='Show the edits to the user; call again with include_foreign to take them along.',
    )


def nothing_to_bring_back():
    return Fault(
        'OPERATION_FAILED',
        'There is nothing to bring back.',
        next='Redo works right after an undo, until something else changes the document.',
    )


def not_in_document(turn, state):
    if state == 'undone':
        why, hint = 'is taken back already', 'undo.redo_turn brings back what was taken back last.'
    elif state == 'gone':
        why, hint = 'can no longer be taken back', 'undo.list names the turns that can.'
    else:
        why, hint = 'changed nothing, so there is nothing to take back', 'undo.list names the turns.'
    return Fault('OPERATION_FAILED', '“%s” %s.' % (turn.label, why), turn_id=turn.id, next=hint)
