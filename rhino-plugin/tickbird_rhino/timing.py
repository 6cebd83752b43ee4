"""One thread that calls things later, so that a timeout needs no thread of its own."""

import heapq
import itertools
import threading
import time


class Later(object):
    """A call to come; `cancel` keeps it from coming, if it has not begun."""

    def __init__(self, call):
        self._call = call

    def cancel(self):
        self._call = None

    def run(self):
        call, self._call = self._call, None
        if call is not None:
            call()


class Clock(object):
    """`after(seconds, call)` from any thread; calls come on the clock's own thread and must be short."""

    def __init__(self, on_error):
        self._on_error = on_error
        self._heap = []
        self._order = itertools.count()
        self._changed = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name='tickbird-clock')
        self._thread.daemon = True
        self._thread.start()

    @staticmethod
    def now():
        return time.monotonic()

    def after(self, seconds, call):
        later = Later(call)
        with self._changed:
            heapq.heappush(self._heap, (self.now() + seconds, next(self._order), later))
            self._changed.notify()
        return later

    def stop(self):
        with self._changed:
            self._stopped = True
            self._changed.notify()

    def _run(self):
        while True:
            with self._changed:
                while not self._stopped and (not self._heap or self._heap[0][0] > self.now()):
                    self._changed.wait(self._heap[0][0] - self.now() if self._heap else None)
                if self._stopped:
                    return
                later = heapq.heappop(self._heap)[2]
            try:
                later.run()
            except Exception as error:
                self._on_error(error)
