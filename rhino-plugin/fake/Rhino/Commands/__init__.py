from fakerhino import commands as _commands
from fakerhino.net import Args as _Args
from fakerhino.net import Enumeration as _Enumeration
from fakerhino.undo import undo_redo as _undo_redo


class Result(_Enumeration):
    Success = 0
    Cancel = 1
    Nothing = 2
    Failure = 3
    UnknownCommand = 4
    CancelModelessDialog = 5
    ExitRhino = 268435455


class CommandEventArgs(_Args):
    CommandEnglishName = property(lambda self: self._CommandEnglishName)
    CommandLocalName = property(lambda self: self._CommandEnglishName)
    CommandResult = property(lambda self: self._CommandResult)
    Document = property(lambda self: self._Document)
    DocumentRuntimeSerialNumber = property(lambda self: self._Document.RuntimeSerialNumber if self._Document else 0)


class UndoRedoEventArgs(object):
    def __init__(self, serial, what):
        self._serial = serial
        self._what = what

    UndoSerialNumber = property(lambda self: self._serial)
    IsBeforeBeginRecording = property(lambda self: self._what == 'BeforeBeginRecording')
    IsBeginRecording = property(lambda self: self._what == 'BeginRecording')
    IsBeforeEndRecording = property(lambda self: self._what == 'BeforeEndRecording')
    IsEndRecording = property(lambda self: self._what == 'EndRecording')
    IsBeginUndo = property(lambda self: self._what == 'BeginUndo')
    IsEndUndo = property(lambda self: self._what == 'EndUndo')
    IsBeginRedo = property(lambda self: self._what == 'BeginRedo')
    IsEndRedo = property(lambda self: self._what == 'EndRedo')
    IsPurgeRecord = property(lambda self: self._what == 'PurgeRecord')


class Command(object):
    BeginCommand = _commands.begin_command
    EndCommand = _commands.end_command
    UndoRedo = _undo_redo

    @staticmethod
    def InCommand():
        return _commands.running() is not None

    @staticmethod
    def IsCommand(name):
        return name.lstrip('_-\'') in _commands.known()


def __getattr__(name):
    """What nobody wrote by hand."""
    from fakerhino import doubles

    return doubles.make(__name__, name)
