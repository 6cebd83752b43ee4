"""A fake Rhino 8 for tests. Its public names are Rhino's own, checked against the typed stubs (tests/check_fake.py)."""

from fakerhino import commands as _commands
from fakerhino import doubles as _doubles
from fakerhino.loop import loop as _loop
from fakerhino.net import Enumeration as _Enumeration
from fakerhino.switches import switches as _switches


class UnitSystem(_Enumeration):
    None_ = 0
    Microns = 1
    Millimeters = 2
    Centimeters = 3
    Meters = 4
    Kilometers = 5
    Microinches = 6
    Mils = 7
    Inches = 8
    Feet = 9
    Miles = 10
    CustomUnits = 11
    Angstroms = 12
    Nanometers = 13
    Decimeters = 14
    Dekameters = 15
    Hectometers = 16
    Megameters = 17
    Gigameters = 18
    Yards = 19
    PrinterPoints = 20
    PrinterPicas = 21
    NauticalMiles = 22
    AstronomicalUnits = 23
    LightYears = 24
    Parsecs = 25
    Unset = 255

    def __str__(self):
        return self.name.rstrip('_')


from . import ApplicationSettings, Commands, Display, DocObjects, FileIO, Geometry, Input, PlugIns, UI  # noqa: E402
from .document import DocumentEventArgs, RhinoDoc  # noqa: E402,F401


class _AppType(_doubles.Kind):
    Version = property(lambda cls: _version())
    ExeVersion = property(lambda cls: _version().Major)
    CommandPrompt = property(lambda cls: _commands.prompt())
    IsOnMainThread = property(lambda cls: _net.on_ui_thread())
    InvokeRequired = property(lambda cls: not _net.on_ui_thread())


from fakerhino import net as _net  # noqa: E402


def _version():
    import System

    return System.Version(_switches.rhino_version)


class RhinoApp(metaclass=_AppType):
    Idle = _loop.idle
    EscapeKeyPressed = _net.Event()
    Closing = _net.Event()
    CommandWindowCaptureEnabled = False
    _lines = []

    @staticmethod
    def InvokeOnUiThread(method, *args):
        _loop.post(lambda: method.Invoke(*args))

    @staticmethod
    def WriteLine(message=''):
        RhinoApp._lines.append(message)

    @staticmethod
    def CapturedCommandWindowStrings(clearBuffer):
        lines = list(_commands.said)
        if clearBuffer:
            del _commands.said[:]
        return lines

    @staticmethod
    def RunScript(*parts):
        """(script, echo), (documentSerialNumber, script, echo), …"""
        if not _net.on_ui_thread():
            raise _net.WrongThread('RunScript')
        doc = RhinoDoc.FromRuntimeSerialNumber(parts[0]) if isinstance(parts[0], int) else RhinoDoc.ActiveDoc
        script = parts[1] if isinstance(parts[0], int) else parts[0]
        return doc is not None and _commands.run(doc, script)

    @staticmethod
    def PostCancelEvent(runtimeDocSerialNumber):
        if _switches.cancel_ends_command:
            _loop.control(lambda: _commands.end() if _commands.running() else None)

    @staticmethod
    def SetCommandPrompt(prompt):
        if _commands.running():
            _commands.running().prompt = prompt


__all__ = ['ApplicationSettings', 'Commands', 'Display', 'DocObjects', 'DocumentEventArgs', 'FileIO', 'Geometry',
           'Input', 'PlugIns', 'RhinoApp', 'RhinoDoc', 'UI', 'UnitSystem']


def __getattr__(name):
    """What nobody wrote by hand: a module of Rhino's, or a class."""
    from fakerhino import doubles, stubs

    if __name__ + '.' + name in stubs.modules():
        return doubles.module(__name__ + '.' + name)
    return doubles.make(__name__, name)
