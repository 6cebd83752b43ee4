"""Shapes of answers, from plain values. No Rhino here: what comes in are numbers, texts and names of enum members."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence

from .spelling import UNIT_ABBREVIATION

# Rhino's ObjectType members in the words of the contract.
KINDS = {
    'Point': 'point',
    'Grip': 'point',
    'PointSet': 'point_cloud',
    'Curve': 'curve',
    'Surface': 'surface',
    'Brep': 'brep',
    'PolysrfFilter': 'brep',
    'Extrusion': 'extrusion',
    'Mesh': 'mesh',
    'SubD': 'subd',
    'Annotation': 'annotation',
    'TextDot': 'annotation',
    'Hatch': 'annotation',
    'InstanceReference': 'block_instance',
    'Light': 'light',
}

METERS_PER_UNIT = {
    'microns': 1e-6,
    'millimeters': 0.001,
    'centimeters': 0.01,
    'decimeters': 0.1,
    'meters': 1.0,
    'kilometers': 1000.0,
    'inches': 0.0254,
    'feet': 0.3048,
    'yards': 0.9144,
    'miles': 1609.344,
}


def kind(object_type: str) -> str:
    """'Brep' → 'brep'; what the contract has no word for is 'unsupported'."""
    return KINDS.get(object_type, 'unsupported')


def units(unit_system: str) -> str:
    """'Millimeters' → 'millimeters'; units that the contract has no word for are 'other'."""
    name = unit_system.lower()
    return name if name in UNIT_ABBREVIATION else 'none' if name == 'unset' else 'other'


def scale_factor(before: str, after: str) -> float:
    """What lengths are multiplied by to keep their real size; 1 where a unit has none."""
    old, new = METERS_PER_UNIT.get(before), METERS_PER_UNIT.get(after)
    return 1.0 if old is None or new is None else old / new


def number(value: float) -> float:
    """A plain float; 0 for a negative zero."""
    return float(value) + 0.0


def guid(value: object) -> str:
    """Lower case, no braces."""
    return str(value).strip('{}').lower()


def point(x: float, y: float, z: float) -> List[float]:
    return [number(x), number(y), number(z)]


def box(low: Sequence[float], high: Sequence[float]) -> Dict[str, Any]:
    """Two corners, three numbers each."""
    return {'min': point(*low), 'max': point(*high)}
