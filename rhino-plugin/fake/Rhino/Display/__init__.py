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

    @staticmethod
    def GetDisplayMode(id):
        return next((mode for mode in DisplayModeDescription._all.values() if mode.Id == id), None)


DisplayModeDescription._all = {name: DisplayModeDescription(name) for name in _MODES}
DisplayModeDescription.ShadedId = DisplayModeDescription.FindByName('Shaded').Id


class RhinoViewport(_UiOnly):
    def __init__(self):
        self.Name = ''
        self._id = _System.Guid.NewGuid()
        self._perspective = self._two_point = False
        self._target = _Point3d()
        self._location = _Point3d(0, 0, 100)
        self.CameraUp = _Vector3d(0, 1, 0)
        self.DisplayMode = DisplayModeDescription.FindByName('Wireframe')
        self.Camera35mmLensLength = 50.0
        self._stack = []

    Id = property(lambda self: self._id)
    IsParallelProjection = property(lambda self: not self._perspective)
    IsPerspectiveProjection = property(lambda self: self._perspective)
    IsTwoPointPerspectiveProjection = property(lambda self: self._two_point)
    CameraLocation = property(lambda self: _Point3d(self._location))
    CameraTarget = property(lambda self: _Point3d(self._target))

    @property
    def CameraDirection(self):
        return self._target - self._location

    @property
    def Size(self):
        from System.Drawing import Size

        return Size(800, 600)

    def _camera(self):
        return (self._perspective, _Point3d(self._location), _Point3d(self._target), _Vector3d(self.CameraUp),
                self.Camera35mmLensLength)

    def _take(self, camera):
        self._perspective, location, target, up, self.Camera35mmLensLength = camera
        self._location, self._target, self.CameraUp = _Point3d(location), _Point3d(target), _Vector3d(up)

    def SetCameraLocations(self, targetLocation, cameraLocation):
        self._target, self._location = _Point3d(targetLocation), _Point3d(cameraLocation)

    def SetProjection(self, projection, viewName, updateConstructionPlane):
        perspective = 'Perspective' in str(projection)
        directions = {'Top': (0, 0, -1), 'Bottom': (0, 0, 1), 'Left': (1, 0, 0), 'Right': (-1, 0, 0),
                      'Front': (0, 1, 0), 'Back': (0, -1, 0)}
        x, y, z = directions.get(str(projection), (-0.6, 0.6, -0.5))
        self._perspective = perspective
        self._two_point = str(projection) == 'TwoPointPerspective'
        self._location = self._target - _Vector3d(x, y, z) * 100
        self.CameraUp = _Vector3d(0, 1, 0) if abs(z) == 1 else _Vector3d(0, 0, 1)
        if viewName:
            self.Name = viewName
        return True

    def ZoomExtents(self):
        box = self._view._doc.Objects.BoundingBoxVisible
        return self.ZoomBoundingBox(box) if box.IsValid else True

    def ZoomBoundingBox(self, box):
        """The camera looks at the middle of the box from where it all fits, in the direction it had."""
        way = self._target - self._location
        way.Unitize()
        self._target = box.Center
        self._location = self._target - way * max(box.Diagonal.Length, 1e-3)
        return True

    def PushViewProjection(self):
        self._stack.append(self._camera())

    def PopViewProjection(self):
        if not self._stack:
            return False
        self._take(self._stack.pop())
        return True

    def SetViewProjection(self, projection, updateTargetLocation):
        self._take(projection._camera)
        return True

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
        viewport._view = self

    Document = property(lambda self: self._doc)
    MainViewport = property(lambda self: self._viewport)
    ActiveViewport = property(lambda self: self._viewport)

    ActiveViewportID = property(lambda self: self._viewport.Id)

    def Redraw(self):
        pass

    def CaptureToBitmap(self, size, mode=None):
        """A picture of the right size; nothing is drawn in it, so answers that are pictures prove their shape only."""
        from System.Drawing import Bitmap

        return Bitmap(size.Width, size.Height)


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
