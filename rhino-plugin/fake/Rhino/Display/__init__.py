"""Views, viewports, display modes."""

import math as _math

import System as _System
from fakerhino.net import UiOnly as _UiOnly
from Rhino.Geometry import Point3d as _Point3d
from Rhino.Geometry import Vector3d as _Vector3d

_MODES = ('Wireframe', 'Shaded', 'Rendered', 'Ghosted', 'X-Ray', 'Technical', 'Artistic', 'Pen', 'Arctic', 'Raytraced')


class DisplayModeDescription(object):
    _all = {}

    def __init__(self, name):
        self._name = name
        self._id = _System.Guid.NewGuid()

    EnglishName = property(lambda self: self._name)
    LocalName = property(lambda self: self._name)
    Id = property(lambda self: self._id)

    @staticmethod
    def GetDisplayModes():
        return list(DisplayModeDescription._all.values())

    @staticmethod
    def FindByName(englishName):
        return DisplayModeDescription._all.get(englishName)


DisplayModeDescription._all = {name: DisplayModeDescription(name) for name in _MODES}


class RhinoViewport(_UiOnly):
    def __init__(self):
        self.Name = ''
        self._id = _System.Guid.NewGuid()
        self._perspective = False
        self._target = _Point3d()
        self._location = _Point3d(0, 0, 100)
        self.CameraUp = _Vector3d(0, 1, 0)
        self.DisplayMode = DisplayModeDescription.FindByName('Wireframe')
        self.Camera35mmLensLength = 50.0

    Id = property(lambda self: self._id)
    IsParallelProjection = property(lambda self: not self._perspective)
    IsPerspectiveProjection = property(lambda self: self._perspective)
    IsTwoPointPerspectiveProjection = property(lambda self: False)
    CameraLocation = property(lambda self: _Point3d(self._location))
    CameraTarget = property(lambda self: _Point3d(self._target))

    @property
    def CameraDirection(self):
        return self._target - self._location

    def SetCameraLocation(self, cameraLocation, updateTargetLocation):
        moved = cameraLocation - self._location
        self._location = _Point3d(cameraLocation)
        if updateTargetLocation:
            self._target = self._target + moved

    def SetCameraTarget(self, targetLocation, updateCameraLocation):
        moved = targetLocation - self._target
        self._target = _Point3d(targetLocation)
        if updateCameraLocation:
            self._location = self._location + moved


class RhinoView(_UiOnly):
    def __init__(self, doc, viewport):
        self._doc = doc
        self._viewport = viewport

    Document = property(lambda self: self._doc)
    MainViewport = property(lambda self: self._viewport)
    ActiveViewport = property(lambda self: self._viewport)

    def Redraw(self):
        pass


def _standard_views(doc):
    aside = _Vector3d(-1, 1, -_math.sqrt(2) / 2)
    aside.Unitize()
    views = (
        ('Top', _Vector3d(0, 0, -1), False),
        ('Front', _Vector3d(0, 1, 0), False),
        ('Right', _Vector3d(-1, 0, 0), False),
        ('Perspective', aside, True),
    )
    return [RhinoView(doc, _viewport(*view)) for view in views]


def _viewport(name, direction, perspective):
    made = RhinoViewport()
    made.Name = name
    made._perspective = perspective
    made._location = _Point3d() - direction * 100
    made.CameraUp = _Vector3d(0, 1, 0) if abs(direction.Z) == 1 else _Vector3d(0, 0, 1)
    if perspective:
        made.DisplayMode = DisplayModeDescription.FindByName('Shaded')
    return made


def __getattr__(name):
    """What nobody wrote by hand."""
    from fakerhino import doubles

    return doubles.make(__name__, name)
