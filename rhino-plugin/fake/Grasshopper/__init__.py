"""A fake Grasshopper 1: a canvas, definitions read from .ghx files, and a solver for the few components that tests use.
Its public names are Grasshopper's own, checked against the typed stubs (tests/check_fake.py)."""

from fakerhino.commands import command as _command
from fakerhino.net import UiOnly as _UiOnly

from . import Kernel  # noqa: F401


class _Canvas(_UiOnly):
    Document = None


class _DocumentServer(_UiOnly):
    def AddDocument(self, filename, makeActive):
        from . import ghx

        found = ghx.read(filename)
        if found is not None and makeActive and Instances.ActiveCanvas is not None:
            Instances.ActiveCanvas.Document = found
        return found

    def RemoveDocument(self, doc):
        if Instances.ActiveCanvas.Document is doc:
            Instances.ActiveCanvas.Document = None
        return True


class Instances(object):
    # The command Grasshopper opens it.
    ActiveCanvas = None
    DocumentServer = _DocumentServer()

    @staticmethod
    def RedrawCanvas():
        pass


@_command('Grasshopper')
def _open(doc, words):
    Instances.ActiveCanvas = Instances.ActiveCanvas or _Canvas()
