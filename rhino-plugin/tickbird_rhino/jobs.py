"""The calls that wait for Rhino's UI thread, one running at a time.

A job is pending, running, done or abandoned. One that times out while it waits is abandoned and will not run; one that
times out while it runs goes on, and its result can be fetched for a minute (contract, section 1).
"""

import collections
import inspect
import threading
import uuid

from .errors import Fault

PENDING, RUNNING, DONE, ABANDONED = 'pending', 'running', 'done', 'abandoned'

KEPT_SECONDS = 60
MAX_PENDING = 10000
MAX_ENDED = 1000
# How often a waiting job looks whether Rhino's command has ended.
RETRY_SECONDS = 0.2


class NotYet(Exception):
    """Raised by a job that has done nothing, because Rhino refuses for the moment; it will be tried again."""


class Job(object):
    def __init__(self, id, connection, name, method, params, doc, reply):
        self.id = id
        self.connection = connection
        self.name = name
        self.method = method
        self.params = params
        # The document that was asked for; None for the active one.
        self.doc = doc
        self.state = PENDING
        # ('result', value) or ('fault', Fault), once it ended.
        self.outcome = None
        self.cancelled = False
        self.progress = None
        self.waits_for = None
        self.refusals = 0
        self._reply = reply
        self.timer = None
        self.ended_at = None

    def answer(self, outcome):
        """Once; later ones are kept for job.status only."""
        reply, self._reply = self._reply, None
        if reply is not None:
            reply(outcome)

    def forget_caller(self):
        self._reply = None


class Jobs(object):
    """`post(call)` brings a call to the UI thread; `run(job)` does the job there and gives its result or a generator;
    `obstacle(job)`, asked there, is why a job must wait, or None."""

    def __init__(self, post, clock, run, obstacle):
        self._post = post
        self._clock = clock
        self._run = run
        self._obstacle = obstacle
        self._lock = threading.Lock()
        self._jobs = {}
        self._pending = []
        self._ended = collections.deque()
        self._tasks = []
        self._running = None
        self._posted = False
        self._closed = False

    def submit(self, wanted_id, connection, name, method, params, doc, seconds, reply):
        """From any thread. The caller's own id becomes the job's where it is free. `reply` comes on any thread."""
        with self._lock:
            self._forget_old()
            free = isinstance(wanted_id, str) and 0 < len(wanted_id) <= 64 and wanted_id not in self._jobs
            job = Job(wanted_id if free else str(uuid.uuid4()), connection, name, method, params, doc, reply)
            full = len(self._pending) >= MAX_PENDING
            if not full and not self._closed:
                self._jobs[job.id] = job
                self._pending.append(job)
        if full or self._closed:
            why = '%d calls are waiting already.' % MAX_PENDING if full else 'Tickbird\'s plugin is ending.'
            job.answer(('fault', _busy(why, None)))
            return
        job.timer = self._clock.after(seconds, lambda: self._time_out(job))
        self._wake()

    def do(self, task):
        """Brings a short task of our own to the UI thread, between jobs. From any thread."""
        with self._lock:
            self._tasks.append(task)
        self._wake()

    def cancel(self, job_id=None, connection=None):
        """Abandons what waits, and asks what runs to stop: one job, or those of a connection."""
        with self._lock:
            chosen = [job for job in self._pending if self._is_meant(job, job_id, connection)]
            running = self._running
            if running is not None and self._is_meant(running, job_id, connection):
                running.cancelled = True
        cancelled = [job.id for job in chosen if self._abandon(job, 'was cancelled')]
        return {'cancelled': cancelled, 'running': running.id if running else None}

    def connection_lost(self, connection):
        """Nobody waits any more for its calls: those that wait will not run."""
        with self._lock:
            waiting = [job for job in self._pending if job.connection == connection]
            if self._running is not None and self._running.connection == connection:
                self._running.forget_caller()
        for job in waiting:
            self._abandon(job, 'was given up')

    def find(self, job_id):
        """None for a job that nobody knows, or that ended longer than a minute ago."""
        with self._lock:
            self._forget_old()
            return self._jobs.get(job_id)

    def running(self):
        """The job on the UI thread at this moment, if any."""
        return self._running

    def close(self):
        """Abandons everything that waits; nothing more is taken."""
        with self._lock:
            self._closed = True
            waiting = list(self._pending)
        for job in waiting:
            self._abandon(job, 'was given up, because Tickbird\'s plugin is ending,')

    @staticmethod
    def _is_meant(job, job_id, connection):
        return job.id == job_id if job_id is not None else job.connection == connection

    def _wake(self, seconds=0.0):
        with self._lock:
            if self._posted or self._running is not None or not (self._pending or self._tasks):
                return
            self._posted = True
        if seconds:
            self._clock.after(seconds, lambda: self._post(self._next))
        else:
            self._post(self._next)

    def _next(self):
        """On the UI thread. A message loop inside a job may bring us here again: then there is nothing to do."""
        with self._lock:
            self._posted = False
            if self._running is not None:
                return
            tasks, self._tasks = self._tasks, []
        for task in tasks:
            task()
        job = self._choose()
        if job is None:
            self._wake(RETRY_SECONDS)
            return
        try:
            result = self._run(job)
        except NotYet as why:
            self._put_back(job, str(why))
        except BaseException as error:
            self._finish(job, ('fault', _as_fault(error, job)))
        else:
            if inspect.isgenerator(result):
                self._step(job, result)
            else:
                self._finish(job, ('result', result))

    def _choose(self):
        """The first job that may run now. Nothing overtakes an earlier call of its own connection."""
        with self._lock:
            pending = list(self._pending)
        held = set()
        for job in pending:
            if job.connection in held:
                continue
            job.waits_for = self._obstacle(job)
            if job.waits_for is not None:
                held.add(job.connection)
                continue
            with self._lock:
                # A timeout on the clock's thread may have been faster.
                if job.state == PENDING:
                    job.state = RUNNING
                    self._pending.remove(job)
                    self._running = job
                    return job
        return None

    def _step(self, job, steps):
        try:
            seconds = next(steps)
        except StopIteration as end:
            self._finish(job, ('result', end.value))
        except BaseException as error:
            self._finish(job, ('fault', _as_fault(error, job)))
        else:
            again = lambda: self._post(lambda: self._step(job, steps))  # noqa: E731
            if seconds:
                self._clock.after(seconds, again)
            else:
                again()

    def _put_back(self, job, why):
        job.refusals += 1
        job.waits_for = why
        with self._lock:
            self._running = None
            job.state = PENDING
            self._pending.insert(0, job)
        if job.refusals * RETRY_SECONDS >= 2:
            self._abandon(job, 'could not begin')
        self._wake(RETRY_SECONDS)

    def _finish(self, job, outcome):
        with self._lock:
            self._running = None
            job.outcome = outcome
            self._end(job, DONE)
        job.answer(outcome)
        self._wake()

    def _time_out(self, job):
        if self._abandon(job, 'waited too long'):
            return
        with self._lock:
            if job.state != RUNNING:
                return
        job.answer(('fault', _still_running(job)))

    def _abandon(self, job, why):
        with self._lock:
            if job.state != PENDING:
                return False
            self._pending.remove(job)
            self._end(job, ABANDONED)
            running = self._running
        other = job.waits_for or ('%s is running.' % running.name if running else '')
        sentence = '%s %s and will not run.' % (job.name, why)
        job.answer(('fault', _busy(('%s %s' % (sentence, other)).strip(), job.id)))
        return True

    def _end(self, job, state):
        job.state = state
        job.ended_at = self._clock.now()
        self._ended.append(job)
        if job.timer is not None:
            job.timer.cancel()

    def _forget_old(self):
        limit = self._clock.now() - KEPT_SECONDS
        while self._ended and (self._ended[0].ended_at <= limit or len(self._ended) > MAX_ENDED):
            self._jobs.pop(self._ended.popleft().id, None)


def _as_fault(error, job):
    if isinstance(error, Fault):
        return error
    return Fault(
        'INTERNAL_ERROR',
        '%s failed: %s' % (job.name, str(error)[:500] or type(error).__name__),
        next='What it had begun was taken back. Try another way, and report this with the log.',
    )


def _busy(message, job_id):
    details = {} if job_id is None else {'job_id': job_id}
    return Fault('RHINO_BUSY', message, next='Nothing was changed; it is safe to call again.', **details)


def _still_running(job):
    return Fault(
        'TIMEOUT',
        '%s takes longer than expected and is still running.' % job.name,
        running=True,
        job_id=job.id,
        next='Do not call it again: ask job.status with this job_id for the result, up to a minute after it ends.',
    )
