"""What keeps turns, jobs and handlers apart where two of them meet."""

import unittest

from tests.test_jobs import Clock
from tickbird_rhino.errors import Fault
from tickbird_rhino.jobs import Jobs
from tickbird_rhino.registry import _handlers, handles
from tickbird_rhino.turns import MAX_TURNS, Turns


class BeginTest(unittest.TestCase):
    def setUp(self):
        self.turns = Turns()

    def refused(self, id, connection):
        with self.assertRaises(Fault) as caught:
            self.turns.begin(id, 'A turn', connection)
        self.assertEqual(caught.exception.code, 'INVALID_PARAMS')

    def test_an_open_turn_of_another_connection_is_not_taken_over(self):
        turn = self.turns.begin('a', 'A turn', 1)
        self.refused('a', 2)
        self.assertEqual(turn.connection, 1)

    def test_a_second_turn_of_one_connection_waits_for_the_end_of_the_first(self):
        self.turns.begin('a', 'A turn', 1)
        self.refused('b', 1)
        self.assertIsNone(self.turns.find('b'))

    def test_only_ended_turns_are_forgotten(self):
        for at in range(MAX_TURNS + 5):
            self.turns.begin(str(at), 'A turn', at + 1)
        self.assertIsNotNone(self.turns.find('0'))


class NestedLoopTest(unittest.TestCase):
    def test_a_message_loop_inside_a_job_begins_no_other(self):
        posted, ran, inside = [], [], []

        def run(job):
            ran.append(job.id)
            if job.id == 'a':
                jobs._next()
                inside.extend(ran)
            return {}

        jobs = Jobs(posted.append, Clock(), run, lambda job: None)
        for id in ('a', 'b'):
            jobs.submit(id, 1, 'a.method', None, {}, None, 10, lambda outcome: None)
        while posted:
            posted.pop(0)()
        self.assertEqual(inside, ['a'])
        self.assertEqual(ran, ['a', 'b'])


class HandlersTest(unittest.TestCase):
    def test_a_method_has_one_handler(self):
        handles('test.once')(lambda params, call: {})
        self.addCleanup(_handlers.pop, 'test.once')
        with self.assertRaises(ValueError):
            handles('test.once')(lambda params, call: {})
