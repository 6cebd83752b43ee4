"""What a test can make the fake Rhino, or the person at it, do. All but `release` is done on the UI thread."""

import os
import threading

from . import commands, doubles
from .loop import loop
from .switches import switches

_held = threading.Event()
_done = {}


def control(name):
    def register(work):
        _done[name] = work
        return work

    return register


def answer(asked, say):
    """On the thread that reads the test's lines."""
    if asked['do'] == 'release':
        _held.set()
        say({'result': True})
    elif asked['do'] == 'hold':
        loop.control(lambda: _hold(say))
    else:
        loop.control(lambda: _on_ui(asked, say))


def _hold(say):
    """Blocks the UI thread, as a long command does, until `release`."""
    _held.clear()
    say({'result': True})
    _held.wait()


def _on_ui(asked, say):
    try:
        say({'result': _done[asked['do']](**asked.get('with', {}))})
    except Exception as error:
        say({'error': '%s: %s' % (type(error).__name__, error)})


def start_plugin(options, say):
    from Rhino import document
    from tickbird_rhino import home, start

    document._new()
    plugin = start.start(options.port, options.grasshopper_port, options.seconds, options.heavy_seconds)
    say({'port': plugin.port, 'pid': os.getpid(), 'secretFile': home.secret_file(plugin.home)})


def quit():
    from tickbird_rhino import start

    start.stop()
    loop.stop()


def _doc(serial=None):
    from Rhino import RhinoDoc

    return RhinoDoc.ActiveDoc if serial is None else RhinoDoc.FromRuntimeSerialNumber(serial)


@control('switch')
def switch(**values):
    switches.set(values)


@control('run')
def run(script, doc=None):
    """The user types a command."""
    return commands.run(_doc(doc), script)


@control('begin_command')
def begin_command(name, prompt='', doc=None):
    commands.begin(_doc(doc), name, prompt)


@control('end_command')
def end_command():
    commands.end()


@control('modal')
def modal(open):
    if open:
        loop.modal = True
    else:
        loop.end_modal()


@control('recording')
def recording(enabled, doc=None):
    _doc(doc).UndoRecordingEnabled = enabled


@control('begin_record')
def begin_record(label='somebody else'):
    """Another plug-in opens a record."""
    return _doc().BeginUndoRecord(label)


@control('end_record')
def end_record(serial):
    return _doc().EndUndoRecord(serial)


@control('new_document')
def new_document():
    from Rhino import document

    return document._new().RuntimeSerialNumber


@control('close_document')
def close_document(doc=None):
    from Rhino import document

    document._close(_doc(doc))


@control('activate')
def activate(doc):
    from Rhino import document

    document._activate(_doc(doc))


@control('look')
def look(doc=None):
    """Everything that a test may want to know."""
    found = _doc(doc)
    if found is None:
        return None
    stack = found._undo
    return {
        'objects': len(list(found.Objects)),
        'layers': [layer.FullPath for layer in found.Layers if not layer.IsDeleted],
        'done': [{'serial': record.serial, 'label': record.description} for record in stack.done],
        'undone': [record.serial for record in stack.undone],
        'recording': stack.current.description if stack.current else None,
        'handlers': type(found).AddRhinoObject._count(),
        'faults': loop.faults,
        'history': commands.history,
        'kernel': doubles.calls,
    }


@control('made_up')
def made_up(since=0):
    """What doubles made up, oldest first, and how much that is in all."""
    return {'count': len(doubles.made_up), 'what': doubles.made_up[since:]}


@control('quit')
def do_quit():
    quit()


@control('user_add')
def user_add(doc=None):
    """An edit by hand that no command and no record announces: a drag, another plug-in."""
    from Rhino.Geometry import Point3d

    _doc(doc).Objects.AddPoint(Point3d(9, 9, 9))


@control('will_pick')
def will_pick(ids):
    """What the user picks when they are asked next; null: they press Esc."""
    from Rhino.Input import Custom

    Custom._answers.append(ids)


@control('hold_in_add')
def hold_in_add():
    """The next new object takes until `release`, as in a slow plug-in that listens."""
    from Rhino import RhinoDoc

    def wait(sender, args):
        RhinoDoc.AddRhinoObject -= wait
        _held.wait()

    _held.clear()
    RhinoDoc.AddRhinoObject += wait
