"""The UI thread: one queue, commands that wait for input, modal dialogs."""

import queue
import threading

from .net import Event, ui_thread
from .switches import switches


class Loop(object):
    """Runs on the thread that calls `run`. Controls, from the test, are done before posted calls."""

    def __init__(self):
        self.idle = Event()
        self.modal = False
        self._controls = queue.Queue()
        self._posted = queue.Queue()
        self._something = threading.Semaphore(0)
        self._stopped = False
        self._idled = True
        self.faults = []

    def post(self, call):
        """As InvokeOnUiThread: from any thread, returns at once."""
        self._posted.put(call)
        self._something.release()

    def control(self, call):
        self._controls.put(call)
        self._something.release()

    def stop(self):
        self._stopped = True
        self._something.release()

    def run(self):
        ui_thread.append(threading.current_thread())
        while not self._stopped:
            if not self._something.acquire(timeout=0.02):
                self._be_idle()
                continue
            call = self._next()
            if call is not None:
                self._idled = False
                self._do(call)

    def _next(self):
        try:
            return self._controls.get_nowait()
        except queue.Empty:
            pass
        if self.modal and not switches.modal_runs_posted:
            return None
        try:
            return self._posted.get_nowait()
        except queue.Empty:
            return None

    def end_modal(self):
        self.modal = False
        for _ in range(self._posted.qsize()):
            self._something.release()

    def _be_idle(self):
        if self._idled or self.modal:
            return
        self._idled = True
        self._do(lambda: self.idle._fire(None, None))

    def _do(self, call):
        try:
            call()
        except Exception as error:
            # Rhino would be gone; the test must hear of it.
            self.faults.append('%s: %s' % (type(error).__name__, error))


loop = Loop()
