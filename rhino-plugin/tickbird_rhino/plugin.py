"""Puts the parts together. Knows Rhino only through `app`, the host (host/app.py, or a double in tests)."""

import datetime
import os

from . import home
from .books import Books
from .calls import Calls
from .errors import Fault
from .jobs import Jobs
from .registry import Registry
from .server import GRASSHOPPER_PORT, PortTaken, Server, listen
from .timing import Clock
from .version import VERSION
from .welcome import Welcome

CAPABILITIES = ['undo.pictures']
PROTOCOL = 1
# A little less than the client's, so that a late call still gets the answer that names its job.
NORMAL_SECONDS = 29
HEAVY_SECONDS = 118
TICK_SECONDS = 10


class Options(object):
    """`port` None: 9876, or the next free one. `grasshopper_port` None: no second port."""

    def __init__(self, port=None, grasshopper_port=GRASSHOPPER_PORT, allow_legacy=False, seconds=NORMAL_SECONDS,
                 heavy_seconds=HEAVY_SECONDS):
        self.port = port
        self.grasshopper_port = grasshopper_port
        self.allow_legacy = allow_legacy
        self.seconds = seconds
        self.heavy_seconds = heavy_seconds


class Plugin(object):
    def __init__(self, app, options, registry=None):
        self.home = home.home_folder()
        self.registry = registry or Registry()
        self.books = Books()
        self.clock = Clock(lambda error: self.report('The clock', error))
        self._app = app
        self._options = options
        secret = home.read_or_create_secret(self.home)
        calls = Calls(self, app, self.books, self.clock)
        self.jobs = Jobs(app.post, self.clock, calls.run, calls.obstacle)
        main = listen(options.port)
        self.port = main.getsockname()[1]
        self._server = Server(
            [main] + self._grasshopper_listener(),
            lambda: Welcome(secret, options.allow_legacy),
            self._answer,
            self._gone,
            self.report,
        )
        self._stopped = False

    @property
    def is_stopped(self):
        return self._stopped

    @property
    def app(self):
        return self._app

    def start(self):
        """On the UI thread."""
        self._app.watch(self.books, self.clock)
        self._server.start()
        started = datetime.datetime.now(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.%fZ')
        home.write_listener(self.home, os.getpid(), self.port, VERSION, started)
        self._tick()

    def stop(self):
        """On the UI thread. Open records are closed; nothing more is answered."""
        if self._stopped:
            return
        self._stopped = True
        home.remove_listener(self.home, os.getpid())
        self.jobs.close()
        self.books.close_all()
        self._app.unwatch()
        self._server.stop()
        self.clock.stop()

    def report(self, what, error):
        self._app.log('%s: %s: %s' % (what, type(error).__name__, error))

    def _grasshopper_listener(self):
        """GOLEM's second port, for its clients. One Rhino has it; the others do without."""
        port = self._options.grasshopper_port
        try:
            return [] if port is None else [listen(port)]
        except PortTaken as taken:
            self._app.log(str(taken))
            return []

    def _tick(self):
        if not self._stopped:
            self.jobs.do(lambda: self.books.close_silent(self.clock.now()))
            self.clock.after(TICK_SECONDS, self._tick)

    def _gone(self, connection):
        self.jobs.connection_lost(connection)
        self.jobs.do(lambda: self.books.connection_lost(connection))

    def _answer(self, connection, request, reply):
        """On the server's thread. What never waits for Rhino is answered at once, the rest becomes a job."""
        instant = getattr(self, '_' + request.method.replace('.', '_'), None) if request.method in INSTANT else None
        if instant is not None:
            reply(('result', instant(connection, self.registry.params_of(request.method, request.params))))
            return
        method, params = self.registry.resolve(request.method, request.params)
        if method.rhino > self._app.major:
            raise Fault(
                'NOT_IMPLEMENTED',
                '%s needs Rhino %d; this is Rhino %d.' % (method.name, method.rhino, self._app.major),
                next='Use a newer Rhino for it.',
            )
        seconds = self._options.heavy_seconds if method.heavy else self._options.seconds
        self.jobs.submit(
            request.id, connection.number, request.method, method, params, _document(request.params), seconds, reply
        )

    def _ping(self, connection, params):
        return {'alive': True}

    def _hello(self, connection, params):
        connection.welcome.show(params['secret'])
        return {
            'host': 'rhino',
            'version': VERSION,
            'rhino': self._app.version,
            'pid': os.getpid(),
            'capabilities': CAPABILITIES,
        }

    def _list_methods(self, connection, params):
        return {'methods': self.registry.known}

    def _job_status(self, connection, params):
        job = self.jobs.find(params['job_id'])
        if job is None:
            raise Fault(
                'OBJECT_NOT_FOUND',
                'There is no job %s.' % params['job_id'],
                id=params['job_id'],
                next='A job is told about while it waits and runs, and for a minute after; look at the document.',
            )
        status = {'job_id': job.id, 'state': job.state}
        if job.progress is not None:
            status['progress'] = job.progress
        if job.outcome is not None:
            kind, value = job.outcome
            status['result' if kind == 'result' else 'error'] = value if kind == 'result' else value.to_wire()
        return status

    def _rhino_cancel(self, connection, params):
        answer = self.jobs.cancel(params.get('job_id'), connection.number)
        running = self.jobs.running()
        if running is not None and running.cancelled:
            self._app.interrupt()
        return answer

    def _shutdown(self, connection, params):
        self.jobs.do(self.stop)
        return {'shutdown': 'Tickbird\'s plugin ends; Rhino stays open.'}


INSTANT = ('ping', 'hello', 'list_methods', 'job.status', 'rhino.cancel', 'shutdown')


def _document(params):
    """`doc` as a serial number; what is none is kept, and found nowhere."""
    asked = params.get('doc')
    if isinstance(asked, str) and asked.strip().isdigit():
        return int(asked)
    return int(asked) if isinstance(asked, float) and asked.is_integer() else asked
