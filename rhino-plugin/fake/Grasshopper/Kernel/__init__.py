import System
from fakerhino.net import Enumeration, UiOnly


class GH_RuntimeMessageLevel(Enumeration):
    Blank = 0
    Remark = 5
    Warning = 10
    Error = 20


class GH_ProcessStep(Enumeration):
    PreProcess = 0
    Process = 1
    PostProcess = 2
    Aborted = 3


class _Pivot(object):
    X = Y = 0.0


class _Attributes(object):
    def __init__(self):
        self.Pivot = _Pivot()


class _Goo(object):
    """Grasshopper's wrapper round a value."""

    def __init__(self, value):
        self._value = value

    def ScriptVariable(self):
        return self._value


class _Data(object):
    def __init__(self, values):
        self._values = values

    def AllData(self, skipNulls):
        return [_Goo(value) for value in self._values]


class GH_DocumentObject(UiOnly):
    def __init__(self):
        self._id = System.Guid.NewGuid()
        self.Name = self.NickName = ''
        self.Attributes = _Attributes()
        self._messages = {}

    InstanceGuid = property(lambda self: self._id)

    def ExpireSolution(self, recompute):
        self._expired = True

    def _tell(self, level, text):
        self._messages.setdefault(level, []).append(text)


class _Active(GH_DocumentObject):
    """Public members of what is solved: components and parameters."""

    def RuntimeMessages(self, level):
        return list(self._messages.get(level, []))


class _Param(_Active):
    TypeName = 'Number'

    def __init__(self):
        _Active.__init__(self)
        self.Sources, self.Recipients, self._values = [], [], []

    SourceCount = property(lambda self: len(self.Sources))
    VolatileData = property(lambda self: _Data(self._values))
    VolatileDataCount = property(lambda self: len(self._values))

    def AddSource(self, source):
        self.Sources.append(source)
        source.Recipients.append(self)

    def _outputs(self):
        return [self]

    def _collect(self):
        if self.Sources:
            self._values = [value for source in self.Sources for value in source._values]


class _Ports(object):
    def __init__(self, inputs, outputs):
        self.Input, self.Output = inputs, outputs


class GH_Component(_Active):
    """What it computes: _solve(values of the inputs) → values of the outputs; raises ValueError with its message."""

    def __init__(self):
        _Active.__init__(self)
        self.Params = _Ports([], [])
        self._solve = lambda: []

    def _outputs(self):
        return self.Params.Output

    def _run(self):
        self._messages = {}
        for port in self.Params.Input:
            port._collect()
        try:
            results = self._solve(*(port._values for port in self.Params.Input))
        except ValueError as error:
            self._tell(GH_RuntimeMessageLevel.Error, str(error))
            results = [[] for _ in self.Params.Output]
        for port, values in zip(self.Params.Output, results):
            port._values = values

    def BakeGeometry(self, doc, att, obj_ids):
        from Rhino.Geometry import GeometryBase

        for port in self.Params.Output:
            for value in port._values:
                if isinstance(value, GeometryBase):
                    obj_ids.Add(doc.Objects.Add(value, att))


def _port(name, kind):
    made = _Param()
    made.Name = made.NickName = name
    made.TypeName = kind
    return made


def _circle(planes, radii):
    from Rhino.Geometry import ArcCurve, Circle, Plane

    if any(radius <= 0 for radius in radii):
        raise ValueError('Radius must be larger than zero')
    plane = planes[0] if planes else Plane.WorldXY
    return [[ArcCurve(Circle(plane, float(radius))) for radius in radii]]


def component(kind):
    """A component by the guid of its type."""
    made = GH_Component()
    if kind == '807b86e3-be8d-4970-92b5-f8cdcb45b06b':
        made.Params = _Ports([_port('Plane', 'Plane'), _port('Radius', 'Number')], [_port('Circle', 'Circle')])
        made._solve = _circle
    return made


class GH_Document(UiOnly):
    EnableSolutions = True

    def __init__(self):
        self.Objects = []
        self.FilePath = ''
        self._state = GH_ProcessStep.PreProcess

    DisplayName = property(lambda self: self.FilePath.replace('\\', '/').split('/')[-1].rsplit('.', 1)[0])
    SolutionState = property(lambda self: self._state)

    def NewSolution(self, expireAllObjects):
        for one in self.Objects:
            if isinstance(one, GH_Component):
                one._run()
        self._state = GH_ProcessStep.PostProcess


from . import Special  # noqa: E402,F401
