"""The turns of one document: one prompt each, and everything until the agent stops (contract, section 2)."""

from .errors import Fault

# Ended turns that are still told about.
MAX_TURNS = 1000
UNKNOWN = object()


class Turn(object):
    def __init__(self, id, label):
        self.id = id
        self.label = label
        # The connection whose calls belong to it; None once it ended or that connection is gone.
        self.connection = None
        self.ended = False
        # Of everything visible, when its first change came; UNKNOWN before that.
        self.bounds_before = UNKNOWN
        # Looks of the document (host/looks.py) from one side: when its first change came, and when it ended.
        self.before = None
        self.after = None
        # Once it ended.
        self.summary = None
        # What undo does not take back, in words.
        self.uncovered = []
        # Its oldest changes can no longer be taken back.
        self.cut = False
        # Changes of it that were taken back can no longer come again.
        self.lost = False

    def cannot_cover(self, what):
        if what not in self.uncovered:
            self.uncovered.append(what)


class Turns(object):
    """Each connection has at most one turn that is open. Oldest first when iterated."""

    def __init__(self):
        self._turns = {}

    def __iter__(self):
        return iter(list(self._turns.values()))

    def begin(self, id, label, connection):
        """A turn whose connection was lost goes on with the new one; asking twice is answered twice."""
        known = self._turns.get(id)
        if known is not None and (known.ended or known.connection not in (None, connection)):
            raise Fault(
                'INVALID_PARAMS',
                'There is a turn %s in this document already.' % id,
                parameter='turn_id',
                id=id,
                next='Begin a turn with an id of its own.',
            )
        current = self.of(connection)
        if current is not None and current is not known:
            raise Fault(
                'INVALID_PARAMS',
                'Turn %s of this connection is still open.' % current.id,
                parameter='turn_id',
                id=current.id,
                next='End it with undo.end_turn first.',
            )
        turn = known or Turn(id, label)
        turn.connection = connection
        self._turns[id] = turn
        self._forget_old()
        return turn

    def of(self, connection):
        """The open turn of a connection, or None."""
        for turn in self._turns.values():
            if turn.connection == connection and connection is not None:
                return turn
        return None

    def open_turn(self, connection):
        """That of the connection, else any that is open."""
        return self.of(connection) or next((turn for turn in self if turn.connection is not None), None)

    def find(self, id):
        return self._turns.get(id)

    def get(self, id):
        turn = self._turns.get(id)
        if turn is None:
            raise Fault(
                'INVALID_PARAMS',
                'There is no turn %s in this document.' % id,
                parameter='turn_id',
                id=id,
                next='undo.list names the turns of this document.',
            )
        return turn

    def _forget_old(self):
        for id, turn in list(self._turns.items()):
            if len(self._turns) <= MAX_TURNS:
                return
            if turn.ended:
                del self._turns[id]
