"""The ledger with an undo stack of its own: every mix of turns, edits by hand, undo and redo comes out right."""

import random
import unittest

from tickbird_rhino.books import Book, Books
from tickbird_rhino.errors import Fault
from tickbird_rhino.jobs import NotYet


class Look(object):
    def __init__(self, there, like):
        self.there = there
        self.like = like


class Document(object):
    """A document that is a set of names, with Rhino's undo rules in their simplest form."""

    def __init__(self, serial=1):
        self.serial = serial
        self.there = set()
        self.done = []
        self.undone = []
        self.current = None
        self.next = 1
        self.refuses = False
        self.book = None

    def begin_record(self, label):
        if self.refuses or self.current is not None:
            return 0
        self.current = (self.next, label, [])
        self.next += 1
        self.book.ledger.began(self.current[0], label, 0)
        return self.current[0]

    def end_record(self, serial):
        record, self.current = self.current, None
        if record[2]:
            self.done.append(record)
        self.book.ledger.ended(serial)
        return True

    def undo(self):
        if self.done:
            record = self.done.pop()
            self.there.symmetric_difference_update(record[2])
            self.undone.append(record)
            self.book.ledger.was_undone(record[0])

    def redo(self):
        if self.undone:
            record = self.undone.pop()
            self.there.symmetric_difference_update(record[2])
            self.done.append(record)
            self.book.ledger.was_redone(record[0])

    def add(self, name):
        self.there.add(name)
        self.current[2].append(name)
        self.undone = []
        self.book.ledger.note('object', name, None, {'guid': name})

    def brief(self, id):
        return {'guid': id, 'kind': 'point', 'name': id, 'layer': '', 'size': None} if id in self.there else None

    def bounds(self):
        return sorted(self.there)

    def look(self, like):
        return Look(sorted(self.there), like)

    def by_hand(self, name):
        """A command of the user's; no name: one that changes nothing."""
        self.book.ledger.others_begin()
        serial = self.begin_record('Command %s' % name)
        if name:
            self.add(name)
        self.end_record(serial)


class Bench(object):
    def __init__(self):
        self.document = Document()
        self.book = self.document.book = Book(self.document)
        self.now = 0
        self.count = 0

    def begin(self, id, connection=1):
        return self.book.turns.begin(id, 'AI ' + id, connection)

    def call(self, connection=1, name=None):
        turn = self.book.turns.of(connection)
        self.book.enter(turn, turn.label if turn else 'a.method', self.now)
        self.count += 1
        self.document.add(name or 'n%d' % self.count)
        self.book.leave(self.now)

    def finish(self, steps):
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return end.value

    def revert(self, id=None, foreign=False):
        turn = self.book.turns.get(id) if id else self.book.newest_turn()
        turns, changes = self.finish(self.book.revert(turn, foreign))
        return [turn.id for turn in turns]

    def redo(self):
        return [turn.id for turn in self.finish(self.book.redo())[0]]

    def states(self):
        return {turn.id: self.book.ledger.state_of(turn) for turn in self.book.turns}


class Pictures(unittest.TestCase):
    def test_are_of_before_the_first_change_and_after_the_last_from_one_side(self):
        bench = Bench()
        bench.call(name='mine')
        turn = bench.begin('a')
        bench.call(name='x')
        bench.call(name='y')
        bench.book.end_turn(turn)
        self.assertEqual((turn.before.there, turn.before.like), (['mine'], None))
        self.assertEqual((turn.after.there, turn.after.like), (['mine', 'x', 'y'], turn.before))
        bench.call(name='later')
        bench.book.end_turn(turn)
        self.assertEqual(turn.after.there, ['mine', 'x', 'y'])

    def test_a_turn_without_a_change_or_without_a_view_has_none(self):
        bench = Bench()
        read = bench.begin('read')
        bench.book.end_turn(read)
        self.assertIsNone(read.after)
        bench.document.look = lambda like: None
        blind = bench.begin('blind')
        bench.call()
        bench.book.end_turn(blind)
        self.assertEqual((blind.before, blind.after), (None, None))
        self.assertEqual(blind.summary['counts']['added'], 1)

    def test_only_the_newest_are_kept(self):
        bench = Bench()
        for number in range(25):
            turn = bench.begin('t%d' % number)
            bench.call()
            bench.book.end_turn(turn)
        with_pictures = [turn.id for turn in bench.book.turns if turn.after is not None]
        self.assertEqual(with_pictures, ['t%d' % number for number in range(5, 25)])
        self.assertTrue(all(turn.before is None for turn in list(bench.book.turns)[:5]))


class Ledgers(unittest.TestCase):
    def refused(self, bench, *given, **how):
        """The code of the refusal; the document must not even have been touched."""
        touched = []
        bench.document.undo = lambda: touched.append('undo')
        with self.assertRaises(Fault) as caught:
            bench.revert(*given, **how)
        self.assertEqual(touched, [])
        return caught.exception.code

    def test_edits_by_hand_stand_in_the_way_before_anything_is_undone(self):
        bench = Bench()
        turn = bench.begin('a')
        bench.call(name='x')
        bench.book.end_turn(turn)
        bench.document.by_hand('mine')
        self.assertEqual(self.refused(bench, 'a'), 'UNDO_BLOCKED')

    def test_a_turn_whose_oldest_changes_rhino_forgot_is_not_taken_back_by_half(self):
        bench = Bench()
        turn = bench.begin('a')
        bench.call(name='x')
        bench.document.by_hand('mine')
        bench.call(name='y')
        bench.book.end_turn(turn)
        bench.book.ledger.was_purged(bench.document.done[0][0])
        self.assertEqual(bench.states(), {'a': 'gone'})
        self.assertEqual(self.refused(bench, 'a', foreign=True), 'OPERATION_FAILED')

    def test_after_two_minutes_of_silence_a_turn_goes_on_in_a_record_of_its_own(self):
        bench = Bench()
        turn = bench.begin('a')
        bench.call(name='x')
        bench.now = 119
        bench.call(name='y')
        bench.now = 119 + 121
        bench.call(name='z')
        bench.book.end_turn(turn)
        self.assertEqual([record[2] for record in bench.document.done], [['x', 'y'], ['z']])
        self.assertEqual(bench.revert('a'), ['a'])
        self.assertEqual(bench.document.there, set())


class Turns(unittest.TestCase):
    def setUp(self):
        self.bench = Bench()
        self.doc = self.bench.document

    def refused(self, code, call, *args):
        with self.assertRaises(Fault) as caught:
            call(*args)
        self.assertEqual(caught.exception.code, code)
        return caught.exception

    def test_open_a_record_with_the_first_change_only(self):
        turn = self.bench.begin('t')
        self.assertIsNone(self.doc.current)
        self.bench.call()
        self.assertEqual(self.doc.current[1], 'AI t')
        self.bench.call()
        summary = self.bench.book.end_turn(turn)
        self.assertIsNone(self.doc.current)
        self.assertEqual(len(self.doc.done), 1)
        self.assertEqual(summary['counts'], {'added': 2, 'removed': 0, 'modified': 0})

    def test_close_their_record_after_two_minutes_of_silence(self):
        self.bench.begin('t')
        self.bench.call()
        self.bench.now = 119
        self.bench.book.ledger.close_silent(119)
        self.assertIsNotNone(self.doc.current)
        self.bench.book.ledger.close_silent(120)
        self.assertIsNone(self.doc.current)
        self.bench.call()
        self.assertEqual(self.bench.revert('t'), ['t'])
        self.assertEqual(self.doc.there, set())

    def test_are_not_begun_unrecorded(self):
        self.bench.begin('t')
        self.doc.refuses = True
        with self.assertRaises(NotYet):
            self.bench.call()
        self.assertEqual(self.doc.there, set())

    def test_stop_at_edits_by_hand(self):
        self.bench.begin('t')
        self.bench.call()
        self.doc.by_hand('mine')
        fault = self.refused('UNDO_BLOCKED', self.bench.revert, 't')
        self.assertEqual(fault.details['foreign'], ['Command mine'])
        self.assertEqual(self.bench.revert('t', True), ['t'])
        self.assertEqual(self.bench.redo(), ['t'])
        self.assertEqual(self.doc.there, {'n1', 'mine'})

    def test_an_undo_that_takes_the_wrong_thing_is_put_right(self):
        self.bench.begin('t')
        self.bench.call()
        self.bench.book.end_turn(self.bench.book.turns.get('t'))
        # Something that was never told, and lies on top.
        self.doc.done.append((99, 'unknown', ['ghost']))
        self.doc.there.add('ghost')
        fault = self.refused('OPERATION_FAILED', self.bench.revert, 't')
        self.assertIn('not as it was', fault.message)
        self.assertEqual(self.doc.there, {'n1', 'ghost'})
        self.assertEqual([record[0] for record in self.doc.done], [1, 99])

    def test_rhino_that_does_not_undo_is_noticed(self):
        self.bench.begin('t')
        self.bench.call()
        self.doc.undo = lambda: None
        self.assertIn('did not undo', self.refused('OPERATION_FAILED', self.bench.revert, 't').message)

    def test_purged_ones_are_gone_or_lost(self):
        self.bench.begin('t')
        self.bench.call()
        self.bench.book.ledger.close()
        self.bench.book.ledger.was_purged(1)
        self.assertEqual(self.bench.states(), {'t': 'gone'})
        self.refused('OPERATION_FAILED', self.bench.revert, 't')

    def test_what_a_failed_call_did_is_taken_back_newest_first(self):
        self.bench.begin('t')
        log = []
        self.bench.book.enter(self.bench.book.turns.get('t'), 'x', 0)
        for name in 'abc':
            self.bench.book.on_failure(lambda name=name: log.append(name) if name != 'b' else 1 / 0)
        self.assertEqual(self.bench.book.take_back(), 1)
        self.assertEqual(log, ['c', 'a'])

    def test_any_mix_comes_out_right(self):
        """Against the plainest model: a list of states, one per turn's beginning."""
        for seed in range(400):
            with self.subTest(seed):
                self.mix(random.Random(seed))

    def mix(self, chance):
        bench = self.bench = Bench()
        doc = bench.document
        starts = []
        for number in range(chance.randrange(1, 6)):
            id = 't%d' % number
            turn = bench.begin(id)
            starts.append((id, set(doc.there)))
            for _ in range(chance.randrange(4)):
                bench.call()
                kind = chance.random()
                if kind < 0.2:
                    bench.now += 200
                elif kind < 0.3:
                    doc.by_hand('')
                elif kind < 0.4:
                    bench.book.connection_lost(1)
                    bench.begin(id)
            bench.book.end_turn(turn)
        end = set(doc.there)
        live = [id for id, state in bench.states().items() if state == 'live' and bench.book.counts_of(
            bench.book.turns.get(id))['added']]
        if not live:
            return
        chosen = chance.choice(live)
        self.assertEqual(bench.revert(chosen), list(reversed(live[live.index(chosen):])))
        self.assertEqual(doc.there, dict(starts)[chosen])
        self.assertIsNone(doc.current)
        self.assertEqual(bench.redo(), live[live.index(chosen):])
        self.assertEqual(doc.there, end)
        for id in reversed(live):
            self.assertEqual(bench.revert(), [id])
            self.assertEqual(doc.there, dict(starts)[id])
        while bench.book.ledger.undone:
            bench.redo()
        self.assertEqual(doc.there, end)


class BooksTest(unittest.TestCase):
    def test_a_turn_goes_on_in_the_next_document_and_ends_in_both(self):
        books, one, two = Books(), Document(1), Document(2)
        first, second = books.of(one), books.of(two)
        one.book, two.book = first, second
        first.turns.begin('t', 'label', 7)
        turn = books.turn_for(second, 7)
        self.assertEqual((turn.id, turn.label, turn.uncovered), ('t', 'label', ['opened another document']))
        self.assertIs(books.turn_for(second, 7), turn)
        self.assertIsNone(books.turn_for(second, 8))
        second.end_turn(turn)
        books.end_elsewhere('t', second)
        self.assertTrue(first.turns.get('t').ended)
        self.assertIsNone(books.turn_for(second, 7))

    def test_a_turn_whose_document_closed_is_not_forgotten(self):
        books, one, two = Books(), Document(1), Document(2)
        books.of(one).turns.begin('t', 'label', 7)
        books.closed(1)
        self.assertIsNone(books.known(1))
        self.assertEqual(books.homeless('t').id, 't')
        self.assertEqual(books.turn_for(books.of(two), 7).uncovered, ['closed a document'])
        books.connection_lost(7)
        self.assertIsNone(books.homeless('t'))


if __name__ == '__main__':
    unittest.main()
