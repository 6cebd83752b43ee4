"""Python that a caller sends, run on the UI thread with its output caught. It can do whatever Rhino can."""

from __future__ import annotations

import contextlib
import io
import sys
import time
import traceback
from typing import Any, Callable, Dict, List, Optional, Union

import Rhino
import scriptcontext

from ..errors import Fault
from .plain import plain

# Characters of output that an answer carries.
MOST_OUTPUT = 1000000
# Lines of a script between two looks at the clock.
LINES_BETWEEN = 200


class TooLong(BaseException):
    """Not an Exception, so that a script's own `except Exception` does not catch it."""


class Clock(object):
    """Stops a script from within, at the next line of Python, when its time is over or `check` raises."""

    def __init__(self, seconds: float, check: Callable[[], None]) -> None:
        self._end = time.monotonic() + seconds
        self._check = check
        self._lines = 0

    def __call__(self, frame: Any, event: str, argument: Any) -> Any:
        self._lines += 1
        if self._lines % LINES_BETWEEN == 0:
            self.look()
        return self

    def look(self) -> None:
        if time.monotonic() > self._end:
            raise TooLong()
        try:
            self._check()
        except Fault as fault:
            raise Stopped(fault) from None


class Stopped(BaseException):
    def __init__(self, fault: Fault) -> None:
        BaseException.__init__(self, str(fault))
        self.fault = fault


class Output(io.StringIO):
    """Keeps the beginning of what is printed."""

    def write(self, text: str) -> int:
        room = MOST_OUTPUT - self.tell()
        return io.StringIO.write(self, text[: max(room, 0)])


def run(
    doc: Rhino.RhinoDoc,
    source: Union[str, bytes],
    name: str,
    variables: Dict[str, Any],
    seconds: float,
    check: Callable[[], None],
    capture: bool = True,
) -> Dict[str, Any]:
    """{stdout, stderr, result}: what it printed, and `__result__` if it set that. Raises OPERATION_FAILED with the
    line where it failed, and what it had printed."""
    code = _compiled(source, name, 'exec')
    space = dict(variables)
    # Both names that Rhino's own script editor gives.
    space.update(__name__='__main__', __file__=name, __rhino_doc__=doc, __result__=None)
    out, err = Output(), Output()
    with _surroundings(doc, out, err, capture):
        _traced(lambda: exec(code, space), name, seconds, check, out, err)
    return {'stdout': out.getvalue(), 'stderr': err.getvalue(), 'result': plain(space.get('__result__'))}


def evaluate(
    doc: Rhino.RhinoDoc, source: str, variables: Dict[str, Any], seconds: float, check: Callable[[], None]
) -> Any:
    """The value of one expression, as Python has it."""
    import math

    code = _compiled(source.strip(), '<expression>', 'eval')
    space = {'math': math, 'Rhino': Rhino, '__rhino_doc__': doc}  # type: Dict[str, Any]
    space.update(variables)
    found = []  # type: List[Any]
    out, err = Output(), Output()
    with _surroundings(doc, out, err, True):
        _traced(lambda: found.append(eval(code, space)), '<expression>', seconds, check, out, err)
    return found[0] if found else None


def _compiled(source: Union[str, bytes], name: str, mode: str) -> Any:
    try:
        return compile(source, name, mode, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, 'lineno', None)
        where = ' in line %d' % line if line else ''
        raise Fault(
            'INVALID_PARAMS',
            'That is no Python%s: %s.' % (where, getattr(error, 'msg', None) or error),
            parameter='expression' if mode == 'eval' else 'code',
            next='Send Python 3 whose brackets, quotes and indents are whole.',
        )


@contextlib.contextmanager
def _surroundings(doc: Rhino.RhinoDoc, out: Output, err: Output, capture: bool) -> Any:
    """Output caught, rhinoscriptsyntax on the right document, everything as it was afterwards."""
    before = scriptcontext.doc
    scriptcontext.doc = doc
    try:
        if capture:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                yield
        else:
            yield
    finally:
        scriptcontext.doc = before
        doc.Views.Redraw()


def _traced(
    work: Callable[[], Any], name: str, seconds: float, check: Callable[[], None], out: Output, err: Output
) -> None:
    before = sys.gettrace()
    sys.settrace(Clock(seconds, check))
    try:
        work()
    except SystemExit:
        return
    except TooLong:
        raise _failure(
            'The script did not end within %g seconds.' % seconds, 'Send a longer timeout_seconds.', out, err
        )
    except Stopped as stopped:
        raise stopped.fault from None
    except BaseException as error:
        sys.settrace(before)
        sentence = '%s: %s' % (type(error).__name__, str(error)[:1000] or 'no more is said')
        line = _line_of(error, name)
        if line:
            sentence = 'Line %d: %s' % (line, sentence)
        if not sentence.endswith(('.', '!', '?')):
            sentence += '.'
        raise _failure(sentence, 'Mend the script; what it had done was taken back.', out, err, line, error)
    finally:
        sys.settrace(before)


def _line_of(error: BaseException, name: str) -> Optional[int]:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
    return lines[-1] if lines else None


def _failure(
    sentence: str,
    next: str,
    out: Output,
    err: Output,
    line: Optional[int] = None,
    error: Optional[BaseException] = None,
) -> Fault:
    told = {'stdout': out.getvalue()[-20000:], 'stderr': err.getvalue()[-20000:], 'next': next}  # type: Dict[str, Any]
    if line is not None:
        told['line'] = line
    if error is not None:
        told['exception'] = type(error).__name__
    return Fault('OPERATION_FAILED', sentence, **told)
