"""One call on the UI thread: which document, which turn, under which record, and what becomes of a failure."""

import inspect

from .errors import Fault


class Call(object):
    """What a handler is given beside its parameters."""

    def __init__(self, plugin, job, book, turn):
        self.plugin = plugin
        self.connection = job.connection
        self.book = book
        # The host's view of the document: host.document.Document, whose `.rhino` is the RhinoDoc.
        self.document = book.document if book else None
        self.turn = turn
        self._job = job

    def uncovered(self, what):
        """Names what undo will not take back: "saved bracket.3dm"."""
        if self.turn is not None:
            self.turn.cannot_cover(what)

    def changed(self, sentence):
        """Names a change that Rhino tells no event of: "units set to meters". It counts as part of the turn."""
        self.book.ledger.say(sentence)
        self.book.touch()

    def on_failure(self, back):
        """How to take back a step that no event tells of, should the call fail later on."""
        self.book.on_failure(back)

    def progress(self, fraction, label=''):
        """0 to 1; also seen by job.status and in Rhino's status bar. Raises if the call was cancelled."""
        self._job.progress = {'fraction': max(0.0, min(1.0, fraction)), 'label': label}
        self.document.show_progress(self._job.progress)
        self.check()

    def check(self):
        """For loops: raises where the caller, or Esc, asked to stop. What was done is taken back."""
        if self._job.cancelled:
            raise Fault('OPERATION_FAILED', 'It was cancelled.', next='What it had begun was taken back.')


class Calls(object):
    """`app` is the host (host/app.py): find(serial or None) → document or None, documents(), obstacle(document)."""

    def __init__(self, plugin, app, books, clock):
        self._plugin = plugin
        self._app = app
        self._books = books
        self._clock = clock

    def obstacle(self, job):
        """Why the job must wait, in words, or None."""
        return self._app.obstacle(self._app.find(job.doc)) if job.method.waits else None

    def run(self, job):
        """The result, or a generator of it. Raises Fault, or NotYet where nothing was done yet."""
        document = self._app.find(job.doc)
        if document is None:
            raise self._no_document(job.doc)
        book = self._books.of(document)
        method = job.method
        carry = self._books.turn_for if method.records else _turn_of
        turn = carry(book, job.connection)
        call = Call(self._plugin, job, book, turn)
        if method.records:
            book.enter(turn, turn.label if turn else method.name, self._clock.now())
        try:
            result = method.handler(job.params, call)
        except BaseException as error:
            self._failed(book, method, job, error)
            raise
        if inspect.isgenerator(result):
            return self._steps(result, book, method, job, call)
        return self._succeeded(result, book, method, job, call)

    def _steps(self, steps, book, method, job, call):
        try:
            result = yield from steps
        except BaseException as error:
            self._failed(book, method, job, error)
            raise
        return self._succeeded(result, book, method, job, call)

    def _succeeded(self, result, book, method, job, call):
        self._end(book, method, job)
        answer = dict(result or {})
        # The call may have opened another document.
        answer['doc'] = call.document.serial
        return answer

    def _failed(self, book, method, job, error):
        if not method.records:
            self._end(book, method, job)
            return
        stuck = book.take_back()
        self._end(book, method, job)
        if stuck and isinstance(error, Fault):
            error.details['left_behind'] = stuck

    def _end(self, book, method, job):
        if method.records:
            book.leave(self._clock.now())
        if job.progress is not None:
            book.document.show_progress(None)

    def _no_document(self, asked):
        open_ones = [document.serial for document in self._app.documents()]
        if asked is None:
            return Fault(
                'DOCUMENT_NOT_FOUND', 'No document is open in Rhino.', next='Open one with files.new_document.'
            )
        return Fault(
            'DOCUMENT_NOT_FOUND',
            'There is no open document %s.' % str(asked)[:40],
            parameter='doc',
            open=open_ones,
            next='rhino.list_documents names the open documents.',
        )


def _turn_of(book, connection):
    return book.turns.of(connection)
