"""What flows on the canvas, and the values of sliders, toggles, panels, lists and parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, cast

import System

from .. import serialize
from . import canvas
from .plain import plain
from .results import many, wrong

if TYPE_CHECKING:
    from Grasshopper.Kernel import GH_Document, IGH_DocumentObject, IGH_Param
    from Grasshopper.Kernel.Special import GH_NumberSlider, GH_ValueList

# Values of one parameter that an answer carries.
MOST = 1000


def number(value: System.Decimal) -> float:
    return float(System.Decimal.ToDouble(value))


def data(port: 'IGH_Param', most: int = MOST) -> List[Any]:
    """What the parameter holds, branch after branch."""
    goos = cast('Iterable[Any]', port.VolatileData.AllData(True))
    return [_value(goo) for _, goo in zip(range(most), goos)]


def _value(goo: Any) -> Any:
    """The value inside Grasshopper's wrapper; as text where it is geometry."""
    inside = goo.ScriptVariable() if hasattr(goo, 'ScriptVariable') else goo
    return plain(inside)


def described(found: 'IGH_DocumentObject') -> Dict[str, Any]:
    """As grasshopper.get_param answers it."""
    import Grasshopper

    special = Grasshopper.Kernel.Special
    if isinstance(found, special.GH_NumberSlider):
        return {
            'type': 'slider',
            'value': number(found.CurrentValue),
            'min': number(found.Slider.Minimum),
            'max': number(found.Slider.Maximum),
            'slider_type': str(found.Slider.Type).lower(),
        }
    if isinstance(found, special.GH_BooleanToggle):
        return {'type': 'toggle', 'value': bool(found.Value)}
    if isinstance(found, special.GH_Panel):
        return {'type': 'panel', 'value': str(found.UserText)}
    if isinstance(found, special.GH_ValueList):
        chosen = found.FirstSelectedItem
        return {'type': 'value_list', 'value': None if chosen is None else str(chosen.Name)}
    own = canvas.parameter(found)
    if own is not None:
        return {'type': 'parameter', 'value': data(own), 'component_type': str(found.Name)}
    outputs = {str(port.NickName): data(port) for port in canvas.outputs_of(found)}
    return {'type': 'component', 'value': outputs, 'component_type': str(found.Name)}


def put(found: 'IGH_DocumentObject', value: Any) -> Any:
    """The value that it has now. Does not solve. Raises INVALID_PARAMS."""
    import Grasshopper

    special = Grasshopper.Kernel.Special
    if isinstance(found, special.GH_NumberSlider):
        _slide(found, value)
    elif isinstance(found, special.GH_BooleanToggle):
        if not isinstance(value, bool) and value not in (0, 1):
            raise wrong('value', 'A toggle is true or false.', 'Send true or false.')
        found.Value = bool(value)
    elif isinstance(found, special.GH_Panel):
        found.SetUserText(value if isinstance(value, str) else str(value))
    elif isinstance(found, special.GH_ValueList):
        _choose(found, value)
    else:
        own = canvas.parameter(found)
        if own is None:
            raise wrong(
                'component_nickname', 'That is a component, which computes its values.', 'Name one of its inputs.'
            )
        if own.SourceCount > 0:
            raise wrong(
                'component_nickname', 'A wire gives this parameter its values.', 'Set what the wire comes from.'
            )
        _store(cast(Any, found), value)
    canvas.expire(found)
    return described(found)['value']


def _slide(slider: 'GH_NumberSlider', value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise wrong('value', 'A slider has a number.', 'Send a number.')
    low, high = number(slider.Slider.Minimum), number(slider.Slider.Maximum)
    if not low <= value <= high:
        raise wrong('value', '%g is beyond the slider.' % value, 'Send a number from %g to %g.' % (low, high))
    slider.SetSliderValue(System.Decimal(float(value)))


def _choose(values: 'GH_ValueList', value: Any) -> None:
    """By name, by what stands behind it, or by its number from 0."""
    items = many(values.ListItems)
    for index, item in enumerate(items):
        if value == index or str(value) in (str(item.Name), str(item.Expression)):
            values.SelectItem(index)
            return
    names = ', '.join(str(item.Name) for item in items[:30])
    raise wrong('value', 'The list has no “%s”.' % str(value)[:100], 'Take one of: %s.' % names)


def _store(found: Any, value: Any) -> None:
    """Kept in the parameter itself. Which values it takes, only Grasshopper knows: its class is generic."""
    values = cast('List[Any]', value) if isinstance(value, list) else [value]
    found.PersistentData.Clear()
    found.SetPersistentData(System.Array[System.Object](values))


def listed(found: 'IGH_DocumentObject') -> Dict[str, Any]:
    """As grasshopper.list_components answers it."""
    return {
        'nickname': str(found.NickName),
        'name': str(found.Name),
        'type': type(found).__name__,
        'guid': serialize.guid(found.InstanceGuid),
        'position': position(found),
        'input_params': [
            {'name': str(port.NickName), 'type': str(port.TypeName), 'value_summary': _summary(port)}
            for port in canvas.inputs_of(found)
        ],
        'output_params': [
            {'name': str(port.NickName), 'type': str(port.TypeName)} for port in canvas.outputs_of(found)
        ],
    }


def position(found: 'IGH_DocumentObject') -> Dict[str, float]:
    pivot = found.Attributes.Pivot
    return {'x': serialize.number(pivot.X), 'y': serialize.number(pivot.Y)}


def _summary(port: 'IGH_Param') -> str:
    count = int(port.VolatileDataCount)
    shown = ', '.join(str(value)[:40] for value in data(port, 3))
    return shown if count <= 3 else '%s, … (%d)' % (shown, count)


def messages(found: 'GH_Document') -> List[Dict[str, str]]:
    """Errors, warnings and remarks of all components, errors first."""
    import Grasshopper

    levels = Grasshopper.Kernel.GH_RuntimeMessageLevel
    told = []  # type: List[Dict[str, str]]
    for level, name in ((levels.Error, 'error'), (levels.Warning, 'warning'), (levels.Remark, 'remark')):
        for one in canvas.components(found):
            if not hasattr(one, 'RuntimeMessages'):
                continue
            for text in many(cast('Grasshopper.Kernel.IGH_ActiveObject', one).RuntimeMessages(level)):
                guid = serialize.guid(one.InstanceGuid)
                told.append({'component': str(one.NickName), 'guid': guid, 'level': name, 'text': str(text)})
    return told


def ends(found: 'GH_Document') -> 'List[IGH_DocumentObject]':
    """What nothing takes from: there the results are. Sliders and their like are none."""
    import Grasshopper

    special = Grasshopper.Kernel.Special
    sources = (special.GH_NumberSlider, special.GH_BooleanToggle, special.GH_ValueList)
    last = []  # type: List[IGH_DocumentObject]
    for one in canvas.components(found):
        ports = canvas.outputs_of(one)
        if ports and not isinstance(one, sources) and all(not many(port.Recipients) for port in ports):
            last.append(one)
    return last


def wires(found: 'GH_Document') -> List[Dict[str, str]]:
    """From the guid of a component and a parameter of it to another."""
    owner = {}  # type: Dict[str, str]
    for one in canvas.components(found):
        for port in canvas.outputs_of(one):
            owner[serialize.guid(port.InstanceGuid)] = serialize.guid(one.InstanceGuid)
    return [
        {
            'source_component': owner.get(serialize.guid(source.InstanceGuid), ''),
            'source_param': str(source.NickName),
            'target_component': serialize.guid(one.InstanceGuid),
            'target_param': str(port.NickName),
        }
        for one in canvas.components(found)
        for port in canvas.inputs_of(one)
        for source in many(port.Sources)
    ]
