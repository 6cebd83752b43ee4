"""The tables of a document."""

from fakerhino.net import Enumeration as _Enumeration


class LayerTableEventType(_Enumeration):
    Added = 0
    Deleted = 1
    Undeleted = 2
    Modified = 3
    Sorted = 4
    Current = 5


class GroupTableEventType(_Enumeration):
    Added = 0
    Deleted = 1
    Undeleted = 2
    Modified = 3
    Sorted = 4


class MaterialTableEventType(_Enumeration):
    Added = 0
    Deleted = 1
    Undeleted = 2
    Modified = 3
    Sorted = 4
    Current = 5


class InstanceDefinitionTableEventType(_Enumeration):
    Added = 0
    Deleted = 1
    Undeleted = 2
    Modified = 3
    Sorted = 4


from .layers import LayerTable, LayerTableEventArgs  # noqa: E402,F401
from .objects import ObjectTable  # noqa: E402,F401
from .others import (  # noqa: E402,F401
    GroupTable, GroupTableEventArgs, InstanceDefinitionTable, InstanceDefinitionTableEventArgs, MaterialTable,
    MaterialTableEventArgs, NamedViewTable, StringTable, ViewTable,
)


def __getattr__(name):
    """What nobody wrote by hand."""
    from fakerhino import doubles

    return doubles.make(__name__, name)
