"""Turns: begin, end, take back, bring back (contract, section 2)."""

from ..changes import changed_anything, no_change
from ..errors import Fault
from ..registry import handles


@handles('undo.begin_turn', records=False, waits=False)
def begin_turn(params, call):
    if params['resume']:
        call.plugin.books.resume(params['turn_id'], params['label'], call.connection, call.book)
    else:
        call.book.turns.begin(params['turn_id'], params['label'], call.connection)
    return {'turn_id': params['turn_id']}


@handles('undo.end_turn', records=False, waits=False)
def end_turn(params, call):
    books, turn_id = call.plugin.books, params['turn_id']
    homeless = books.homeless(turn_id)
    book = _book(call, turn_id)
    if book.turns.find(turn_id) is None and homeless is not None:
        books.end_elsewhere(turn_id, None)
        changes = no_change()
        changes['uncovered'] = homeless.uncovered + ['closed the document']
    else:
        changes = book.end_turn(book.turns.get(turn_id))
        books.end_elsewhere(turn_id, book)
    return {'turn_id': turn_id, 'changed': changed_anything(changes), 'changes': changes}


@handles('undo.changes')
def turn_changes(params, call):
    book = _book(call, params['turn_id'])
    return {'turn_id': params['turn_id'], 'changes': book.changes_of(book.turns.get(params['turn_id']))}


@handles('undo.pictures')
def turn_pictures(params, call):
    """As they were taken while the turn went, in their own size: Rhino cannot draw what was."""
    turn = _book(call, params['turn_id']).turns.get(params['turn_id'])
    if turn.after is None:
        raise Fault(
            'OPERATION_FAILED',
            'There are no pictures of turn %s.' % turn.id,
            turn_id=turn.id,
            next='Look at the document as it is now with viewport.capture.',
        )
    return {'turn_id': turn.id, 'before': turn.before.png, 'after': turn.after.png}


@handles('undo.revert_turn', records=False)
def revert_turn(params, call):
    turn_id = params.get('turn_id')
    book = call.book if turn_id is None else _book(call, turn_id)
    turn = book.newest_turn() if turn_id is None else book.turns.get(turn_id)
    turns, changes = yield from book.revert(turn, params['include_foreign'])
    return {'reverted': [turn.id for turn in turns], 'labels': [turn.label for turn in turns], 'changes': changes}


@handles('undo.redo_turn', records=False)
def redo_turn(params, call):
    turns, changes = yield from call.book.redo()
    return {'redone': [turn.id for turn in turns], 'labels': [turn.label for turn in turns], 'changes': changes}


@handles('undo.list')
def list_turns(params, call):
    book, turn_id = call.book, params.get('turn_id')
    # A turn that only read leaves no trace here either.
    traced = [turn for turn in book.turns if book.ledger.records_of(turn) or turn.cut or turn.lost]
    current = book.turns.open_turn(call.connection)
    return {
        'turns': [
            {
                'turn_id': turn.id,
                'label': turn.label,
                'state': book.ledger.state_of(turn),
                'counts': book.counts_of(turn),
            }
            for turn in traced
        ],
        'open_turn': current.id if current else None,
        'foreign': book.ledger.foreign_since(book.turns.get(turn_id) if turn_id is not None else None),
    }


def _book(call, turn_id):
    """That of the asked document if it knows the turn, else the one that does."""
    if call.book.turns.find(turn_id) is not None:
        return call.book
    return call.plugin.books.holding(turn_id) or call.book
