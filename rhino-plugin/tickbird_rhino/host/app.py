"""Rhino itself: its UI thread, its open documents, what it is busy with."""

from __future__ import annotations

import itertools
import logging
import logging.handlers
import os
from typing import Any, Callable, Dict, List, Optional

import Rhino
import System

from . import busy
from .document import Document
from .events import Watcher

LOG_BYTES = 1000000


class App(object):
    """What plugin.py needs of Rhino. Made on the UI thread."""

    def __init__(self, home: str) -> None:
        # Asked once: hello answers from another thread, while Rhino may be busy.
        self.version = str(Rhino.RhinoApp.Version)
        self.major = int(Rhino.RhinoApp.ExeVersion)
        self.label = 'Rhino %d' % self.major
        self._log = _open_log(home)
        self._documents = {}  # type: Dict[int, Document]
        self._posted = {}  # type: Dict[int, System.Action]
        self._numbers = itertools.count()
        self._watcher = None  # type: Optional[Watcher]

    def post(self, call: Callable[[], None]) -> None:
        """From any thread: `call` runs on the UI thread, later."""
        number = next(self._numbers)

        def run() -> None:
            self._posted.pop(number, None)
            try:
                call()
            except BaseException as error:
                # An exception out of a delegate can take Rhino down.
                self.log('A posted call failed: %s: %s' % (type(error).__name__, error))

        action = System.Action(run)
        # Held until it has run: .NET knows nothing of Python's references.
        self._posted[number] = action
        Rhino.RhinoApp.InvokeOnUiThread(action)

    def log(self, text: str) -> None:
        """From any thread."""
        self._log.warning(text)

    def say(self, text: str) -> None:
        """In Rhino's command history."""
        Rhino.RhinoApp.WriteLine(text)

    def documents(self) -> List[Document]:
        return [self._wrap(doc) for doc in Rhino.RhinoDoc.OpenDocuments()]

    def find(self, serial: Optional[int]) -> Optional[Document]:
        """The document with that serial number, or for None the active one; None where there is none."""
        if serial is None:
            active = Rhino.RhinoDoc.ActiveDoc
            return self._wrap(active) if active is not None else None
        # True is 1 in Python, and [1] might come from a client too.
        if type(serial) is not int:
            return None
        return next((document for document in self.documents() if document.serial == serial), None)

    def is_active(self, document: Document) -> bool:
        active = Rhino.RhinoDoc.ActiveDoc
        return active is not None and int(active.RuntimeSerialNumber) == document.serial

    def obstacle(self, document: Optional[Document]) -> Optional[str]:
        """Why a change must wait, in words."""
        command = busy.command()
        if command is not None:
            return command
        if document is not None and document.is_changing_hands():
            return 'Rhino is opening or closing the document.'
        return None

    def interrupt(self) -> None:
        """From any thread: asks the command that a call runs to stop, as Esc would. [Probe P11]"""
        active = self._watcher.active_serial if self._watcher is not None else 0
        if active:
            Rhino.RhinoApp.PostCancelEvent(active)

    def watch(self, books: Any, clock: Any) -> None:
        self._watcher = Watcher(self, books, clock)
        self._watcher.start()

    def unwatch(self) -> None:
        if self._watcher is not None:
            self._watcher.stop()

    def forget(self, serial: int) -> None:
        self._documents.pop(serial, None)

    def _wrap(self, doc: Rhino.RhinoDoc) -> Document:
        serial = int(doc.RuntimeSerialNumber)
        known = self._documents.get(serial)
        if known is None:
            known = self._documents[serial] = Document(doc)
        return known


def _open_log(home: str) -> logging.Logger:
    """logs/rhino-<pid>.log in the data folder. Never a secret in it, never what a call carries."""
    folder = os.path.join(home, 'logs')
    os.makedirs(folder, mode=0o700, exist_ok=True)
    log = logging.getLogger('tickbird')
    log.propagate = False
    for old in list(log.handlers):
        log.removeHandler(old)
        old.close()
    path = os.path.join(folder, 'rhino-%d.log' % os.getpid())
    handler = logging.handlers.RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=1, encoding='utf-8')
    handler.setFormatter(logging.Formatter('%(asctime)s %(message)s'))
    log.addHandler(handler)
    return log
