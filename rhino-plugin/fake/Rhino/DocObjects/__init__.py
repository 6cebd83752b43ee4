"""Objects, attributes, layers."""

from fakerhino.net import Enumeration as _Enumeration


class ObjectType(_Enumeration):
    None_ = 0
    Point = 1
    PointSet = 2
    Curve = 4
    Surface = 8
    Brep = 16
    Mesh = 32
    Light = 256
    Annotation = 512
    InstanceDefinition = 2048
    InstanceReference = 4096
    TextDot = 8192
    Grip = 16384
    Hatch = 65536
    SubD = 262144
    EdgeFilter = 4194304
    ClipPlane = 536870912
    Extrusion = 1073741824
    AnyObject = 4294967295


class ObjectMode(_Enumeration):
    Normal = 0
    Hidden = 1
    Locked = 2
    InstanceDefinitionObject = 3


class ViewportInfo(object):
    """A camera on its own."""

    def __init__(self, rhinoViewport):
        self._camera = rhinoViewport._camera()


class ObjectColorSource(_Enumeration):
    ColorFromLayer = 0
    ColorFromObject = 1
    ColorFromMaterial = 2
    ColorFromParent = 3


class ActiveSpace(_Enumeration):
    None_ = 0
    ModelSpace = 1
    PageSpace = 2


class ObjectMaterialSource(_Enumeration):
    MaterialFromLayer = 0
    MaterialFromObject = 1
    MaterialFromParent = 3


from .attributes import ObjectAttributes, ObjectEnumeratorSettings  # noqa: E402,F401
from .group import Group  # noqa: E402,F401
from .layer import Layer  # noqa: E402,F401
from .material import Material  # noqa: E402,F401
from .definition import InstanceDefinition  # noqa: E402,F401
from .objects import (  # noqa: E402,F401
    InstanceObject, RhinoDeselectAllObjectsEventArgs, RhinoModifyObjectAttributesEventArgs, RhinoObject, RhinoObjectEventArgs,
    RhinoObjectSelectionEventArgs, RhinoReplaceObjectEventArgs,
)
from .reference import ObjRef  # noqa: E402,F401
from . import Tables  # noqa: E402,F401


def __getattr__(name):
    """What nobody wrote by hand."""
    from fakerhino import doubles

    return doubles.make(__name__, name)
