"""Reads definitions of .ghx files: sliders, and components with their parameters and wires."""

import xml.etree.ElementTree as ElementTree

import System

from .Kernel import GH_Document, component
from .Kernel.Special import GH_NumberSlider

SLIDER = '57da07bd-ecab-415d-9d86-af36d7073abc'


def read(path):
    """None for what is no definition."""
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError):
        return None
    container = root.find(".//chunk[@name='DefinitionObjects']")
    if container is None:
        return None
    definition = GH_Document()
    definition.FilePath = path
    wires = []
    for chunk in container.findall("chunks/chunk[@name='Object']"):
        kind = _item(chunk, 'GUID')
        inside = chunk.find("chunks/chunk[@name='Container']")
        definition.Objects.append(_slider(inside) if kind == SLIDER else _component(kind, inside, wires))
    _connect(definition, wires)
    return definition


def _item(chunk, name):
    found = chunk.find("items/item[@name='%s']" % name)
    return None if found is None else (found.text or '')


def _named(found, chunk):
    found._id = System.Guid(_item(chunk, 'InstanceGuid'))
    found.Name, found.NickName = _item(chunk, 'Name'), _item(chunk, 'NickName')
    pivot = chunk.find(".//item[@name='Pivot']")
    if pivot is not None:
        found.Attributes.Pivot.X, found.Attributes.Pivot.Y = (float(pivot.find(axis).text) for axis in 'XY')
    return found


def _slider(chunk):
    inside = chunk.find("chunks/chunk[@name='Slider']")
    made = _named(GH_NumberSlider(), chunk)
    low, high, value = (float(_item(inside, name)) for name in ('Min', 'Max', 'Value'))
    made.Slider.Minimum, made.Slider.Maximum = System.Decimal(low), System.Decimal(high)
    made._values = [value]
    return made


def _component(kind, chunk, wires):
    made = _named(component(kind), chunk)
    for name, ports in (('param_input', made.Params.Input), ('param_output', made.Params.Output)):
        for port, one in zip(ports, chunk.findall("chunks/chunk[@name='%s']" % name)):
            _named(port, one)
            wires += [(source.text, port) for source in one.findall("items/item[@name='Source']")]
    return made


def _connect(definition, wires):
    ports = {}
    for one in definition.Objects:
        for port in one._outputs():
            ports[str(port.InstanceGuid)] = port
    for source, target in wires:
        target.AddSource(ports[source])
