import System as _System
from fakerhino import doubles as _doubles
from fakerhino.doubles import Double as _Double

# What the user will pick, next call first: ids, or None for Esc. Without any, they press Esc.
_answers = []


class GetObject(_Double):
    def __init__(self):
        self._picked = []
        self.GeometryFilter = None
        self.SubObjectSelect = False
        self.GroupSelect = True

    ObjectCount = property(lambda self: len(self._picked))

    def SetCommandPrompt(self, prompt):
        self._prompt = prompt

    def EnablePreSelect(self, enable, ignoreUnacceptablePreselectedObjects):
        pass

    def EnableClearObjectsOnEntry(self, enable):
        pass

    def GetMultiple(self, minimumNumber, maximumNumber):
        """What passes the filter, if it is enough; the user sees to that otherwise."""
        from Rhino import RhinoDoc
        from Rhino.Input import GetResult

        ids = _answers.pop(0) if _answers else None
        if ids is None:
            return GetResult.Cancel
        table = RhinoDoc.ActiveDoc.Objects
        found = [table.FindId(_System.Guid(id)) for id in ids]
        fitting = [one for one in found if one is not None and one.ObjectType.value & self.GeometryFilter.value]
        if len(fitting) < minimumNumber:
            return GetResult.Cancel
        self._picked = fitting[:maximumNumber] if maximumNumber else fitting
        for one in self._picked:
            one.Select(True)
        return GetResult.Object

    def Object(self, index):
        made = _doubles.attribute('Rhino.DocObjects', 'ObjRef')
        made = made.__new__(made)
        made._found = self._picked[index]
        return made

    def Dispose(self):
        pass


def __getattr__(name):
    """What nobody wrote by hand."""
    return _doubles.make(__name__, name)
