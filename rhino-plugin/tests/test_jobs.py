"""Jobs with a UI thread that the test turns by hand, and a clock that it sets."""

import unittest

from tickbird_rhino.errors import Fault
from tickbird_rhino.jobs import KEPT_SECONDS, Jobs, NotYet


class Clock(object):
    def __init__(self):
        self.time = 0.0
        self.calls = []

    def now(self):
        return self.time

    def after(self, seconds, call):
        later = Later(self.time + seconds, call)
        self.calls.append(later)
        return later

    def pass_by(self, seconds):
        self.time += seconds
        for later in sorted(self.calls, key=lambda later: later.at):
            if later.at <= self.time and later.call is not None:
                call, later.call = later.call, None
                call()


class Later(object):
    def __init__(self, at, call):
        self.at = at
        self.call = call

    def cancel(self):
        self.call = None


class JobsTest(unittest.TestCase):
    def setUp(self):
        self.posted = []
        self.clock = Clock()
        self.ran = []
        self.answers = {}
        self.blocked = None
        self.work = lambda job: job.id
        self.jobs = Jobs(self.posted.append, self.clock, self.run_job, lambda job: self.blocked)

    def run_job(self, job):
        self.ran.append(job.id)
        return self.work(job)

    def submit(self, id, connection=1, seconds=10):
        def reply(outcome):
            self.assertNotIn(id, self.answers, 'answered twice')
            self.answers[id] = outcome

        self.jobs.submit(id, connection, 'a.method', None, {}, None, seconds, reply)

    def turn(self):
        """Lets the UI thread do what was posted, and what that posts."""
        for _ in range(20):
            posted, self.posted[:] = list(self.posted), []
            for call in posted:
                call()

    def code(self, id):
        kind, value = self.answers[id]
        return value.code if kind == 'fault' else None

    def test_run_in_order_one_after_the_other(self):
        for id in 'abc':
            self.submit(id)
        self.assertEqual(len(self.posted), 1)
        self.turn()
        self.assertEqual(self.ran, ['a', 'b', 'c'])
        self.assertEqual(self.answers['b'], ('result', 'b'))

    def test_one_that_timed_out_while_it_waited_never_runs(self):
        self.submit('a', seconds=5)
        self.clock.pass_by(5)
        self.assertEqual(self.code('a'), 'RHINO_BUSY')
        self.turn()
        self.assertEqual(self.ran, [])
        self.assertEqual(self.jobs.find('a').state, 'abandoned')

    def test_one_that_timed_out_while_it_ran_keeps_its_result_for_a_minute(self):
        self.work = lambda job: self.clock.pass_by(11) or 'late'
        self.submit('a')
        self.turn()
        self.assertEqual(self.code('a'), 'TIMEOUT')
        self.assertEqual(self.answers['a'][1].details['job_id'], 'a')
        self.assertEqual(self.jobs.find('a').outcome, ('result', 'late'))
        self.clock.pass_by(KEPT_SECONDS)
        self.assertIsNone(self.jobs.find('a'))

    def test_a_message_loop_inside_a_job_starts_no_other(self):
        def pump(job):
            self.submit('inner')
            self.turn()
            return job.id

        self.work = pump
        self.submit('outer')
        self.work, outer = (lambda job: job.id), self.work
        self.jobs._run = lambda job: (self.ran.append(job.id), outer(job) if job.id == 'outer' else job.id)[1]
        self.turn()
        self.assertEqual(self.ran, ['outer', 'inner'])

    def test_a_failure_is_an_answer(self):
        def fail(job):
            raise {'a': Fault('OPERATION_FAILED', 'no'), 'b': ValueError('oops'), 'c': SystemExit()}[job.id]

        self.work = fail
        for id in 'abc':
            self.submit(id)
        self.turn()
        self.assertEqual([self.code(id) for id in 'abc'], ['OPERATION_FAILED', 'INTERNAL_ERROR', 'INTERNAL_ERROR'])

    def test_what_must_wait_holds_its_own_connection_only(self):
        obstacles = {'a': 'Rhino is waiting in a command.'}
        self.jobs._obstacle = lambda job: obstacles.get(job.id)
        self.submit('a', connection=1)
        self.submit('b', connection=1)
        self.submit('c', connection=2)
        self.turn()
        self.assertEqual(self.ran, ['c'])
        obstacles.clear()
        self.clock.pass_by(1)
        self.turn()
        self.assertEqual(self.ran, ['c', 'a', 'b'])

    def test_the_reason_for_waiting_is_told(self):
        self.blocked = 'Rhino is waiting in a command.'
        self.submit('a')
        self.turn()
        self.clock.pass_by(10)
        self.assertIn('Rhino is waiting in a command.', self.answers['a'][1].message)

    def test_one_that_is_refused_is_tried_again_and_given_up_after_a_while(self):
        def refuse(job):
            raise NotYet('Rhino does not record.')

        self.work = refuse
        self.submit('a', seconds=100)
        for _ in range(30):
            self.turn()
            self.clock.pass_by(0.2)
        self.assertEqual(self.code('a'), 'RHINO_BUSY')
        self.assertEqual(len(self.ran), 10)

    def test_steps_give_the_ui_thread_back_and_nothing_comes_in_between(self):
        def steps(job):
            self.ran.append(job.id + '1')
            yield 0
            self.ran.append(job.id + '2')
            yield 1
            return 'done'

        self.work = lambda job: steps(job) if job.id == 'a' else job.id
        self.submit('a')
        self.submit('b')
        self.turn()
        self.assertEqual(self.ran, ['a', 'a1', 'a2'])
        self.clock.pass_by(1)
        self.turn()
        self.assertEqual(self.answers['a'], ('result', 'done'))
        self.assertEqual(self.ran, ['a', 'a1', 'a2', 'b'])

    def test_cancel_abandons_what_waits_and_asks_what_runs(self):
        def work(job):
            self.submit('b')
            self.assertEqual(self.jobs.cancel(connection=1), {'cancelled': ['b'], 'running': 'a'})
            return job.cancelled

        self.work = work
        self.submit('a')
        self.turn()
        self.assertEqual(self.answers['a'], ('result', True))
        self.assertEqual(self.code('b'), 'RHINO_BUSY')
        self.assertEqual(self.jobs.cancel('nobody'), {'cancelled': [], 'running': None})

    def test_a_lost_connection_takes_its_waiting_calls_along(self):
        self.submit('a', connection=1)
        self.submit('b', connection=2)
        self.jobs.connection_lost(1)
        self.turn()
        self.assertEqual(self.ran, ['b'])

    def test_tasks_of_ours_come_between_jobs(self):
        def work(job):
            self.jobs.do(lambda: self.ran.append('task'))
            self.turn()
            self.ran.append('end of ' + job.id)

        self.work = work
        self.submit('a')
        self.turn()
        self.assertEqual(self.ran, ['a', 'end of a', 'task'])

    def test_ids_that_are_taken_or_no_text_get_one_of_their_own(self):
        seen = []
        self.work = lambda job: seen.append(job.id)
        for id in ('a', 'a', 7, '', 'x' * 65):
            self.jobs.submit(id, 1, 'a.method', None, {}, None, 10, lambda outcome: None)
        self.turn()
        self.assertEqual(seen[0], 'a')
        self.assertEqual(len(set(seen)), 5)
        self.assertTrue(all(len(id) == 36 for id in seen[1:]))

    def test_closed_ones_take_nothing_more(self):
        self.submit('a')
        self.jobs.close()
        self.submit('b')
        self.turn()
        self.assertEqual(self.ran, [])
        self.assertEqual([self.code(id) for id in 'ab'], ['RHINO_BUSY', 'RHINO_BUSY'])


if __name__ == '__main__':
    unittest.main()
