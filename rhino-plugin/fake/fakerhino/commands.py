"""Rhino's command line: the commands that tests need, each with its record and its events."""

from .loop import loop
from .net import Event
from .switches import switches

begin_command = Event()
end_command = Event()
history = []
# What the command window showed since somebody asked.
said = []
_known = {}
_stack = []


class Running(object):
    def __init__(self, doc, name, prompt, serial):
        self.doc = doc
        self.name = name
        self.prompt = prompt
        self.serial = serial


def command(name):
    """Registers what a command does: `work(doc, arguments)`."""

    def register(work):
        _known[name] = work
        return work

    return register


def known():
    return _known


def running():
    return _stack[-1] if _stack else None


def prompt():
    return _stack[-1].prompt if _stack else 'Command'


def begin(doc, name, text=''):
    """A command starts, and may wait for input with `text` as its prompt."""
    from Rhino.Commands import CommandEventArgs

    begin_command._fire(None, CommandEventArgs(CommandEnglishName=name, Document=doc, CommandResult=None))
    records = name not in ('Undo', 'Redo') and not (switches.commands_fold and doc._undo.current is not None)
    if records and doc._undo.current is not None and not _stack:
        # There is no nesting: for the command to have a record of its own, the open one ends.
        doc._undo.end(doc._undo.current.serial)
    serial = doc._undo.begin(name) if records else 0
    _stack.append(Running(doc, name, text, serial))


def end():
    from Rhino.Commands import CommandEventArgs, Result

    ended = _stack.pop()
    if ended.serial:
        ended.doc._undo.end(ended.serial)
    args = CommandEventArgs(CommandEnglishName=ended.name, Document=ended.doc, CommandResult=Result.Success)
    end_command._fire(None, args)


def run(doc, script):
    """`_Box 0,0,0 …`: True where the command is known."""
    words = script.replace('"', '').split()
    name = words[0].lstrip('_-\'!') if words else ''
    history.append(script)
    said.append('Command: %s' % script)
    work = _known.get(name)
    if work is None:
        said.append('Unknown command: %s' % name)
        return False

    if name in _asking and len(words) == 1:
        # It waits for what was not answered.
        begin(doc, name, _asking[name])
        return True

    def do():
        begin(doc, name)
        try:
            work(doc, words[1:])
        finally:
            end()

    if switches.scripts_deferred and not _stack:
        loop.post(do)
    else:
        do()
    return True


@command('Undo')
def undo(doc, words):
    doc._undo.undo()


@command('Redo')
def redo(doc, words):
    doc._undo.redo()


@command('ClearUndo')
def clear_undo(doc, words):
    doc._undo.clear()


@command('Point')
def point(doc, words):
    from Rhino.Geometry import Point3d

    doc.Objects.AddPoint(Point3d(*(float(part) for part in (words[0] if words else '0,0,0').split(','))))


# Commands that ask for input where the script has none, and how.
_asking = {'Line': 'Start of line'}


@command('Line')
def line(doc, words):
    from Rhino.Geometry import Point3d

    ends = [Point3d(*(float(part) for part in word.split(','))) for word in words[:2]]
    doc.Objects.AddLine(ends[0], ends[1])


@command('Delete')
def delete(doc, words):
    for found in list(doc.Objects.GetSelectedObjects(False, False)):
        doc.Objects.Delete(found, True)


@command('SelAll')
def select_all(doc, words):
    for found in doc.Objects:
        found.Select(True)
