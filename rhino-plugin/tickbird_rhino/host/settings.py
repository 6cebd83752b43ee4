"""What a document has once: name, path, units, tolerances, layers."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional

import Rhino

from .. import serialize


def name(doc: Rhino.RhinoDoc) -> str:
    return str(doc.Name or '') or 'Untitled'


def path(doc: Rhino.RhinoDoc) -> Optional[str]:
    found = str(doc.Path or '')
    return os.path.normpath(found) if found else None


def modified(doc: Rhino.RhinoDoc) -> bool:
    return bool(doc.Modified)


def units(doc: Rhino.RhinoDoc) -> str:
    return serialize.units(str(doc.ModelUnitSystem))


def absolute_tolerance(doc: Rhino.RhinoDoc) -> float:
    return float(doc.ModelAbsoluteTolerance)


def angle_tolerance(doc: Rhino.RhinoDoc) -> float:
    """Degrees."""
    return float(doc.ModelAngleToleranceDegrees)


def layer_count(doc: Rhino.RhinoDoc) -> int:
    return len(_layers(doc))


def layers(doc: Rhino.RhinoDoc, objects: List[Rhino.DocObjects.RhinoObject]) -> List[Dict[str, Any]]:
    """Every layer, as context.get lists it."""
    counts = {}  # type: Dict[int, int]
    for found in objects:
        index = int(found.Attributes.LayerIndex)
        counts[index] = counts.get(index, 0) + 1
    current = int(doc.Layers.CurrentLayerIndex)
    return [
        {
            'path': str(layer.FullPath),
            'objects': counts.get(int(layer.Index), 0),
            'current': int(layer.Index) == current,
            'visible': bool(layer.IsVisible),
            'locked': bool(layer.IsLocked),
        }
        for layer in _layers(doc)
    ]


def _layers(doc: Rhino.RhinoDoc) -> List[Rhino.DocObjects.Layer]:
    return [layer for layer in doc.Layers if not layer.IsDeleted]


def tolerances(doc: Rhino.RhinoDoc) -> Dict[str, float]:
    return {'absolute_tolerance': absolute_tolerance(doc), 'angle_tolerance': angle_tolerance(doc)}


# Rhino's UnitSystem by the contract's names. By number, because its None is no name in Python.
UNIT_NUMBERS = {
    'none': 0,
    'microns': 1,
    'millimeters': 2,
    'centimeters': 3,
    'meters': 4,
    'kilometers': 5,
    'inches': 8,
    'feet': 9,
    'miles': 10,
    'other': 11,
    'decimeters': 14,
    'yards': 19,
}


def set_units(doc: Rhino.RhinoDoc, units: str, scale: bool) -> None:
    """With `scale` objects keep their real size, else their numbers."""
    doc.AdjustModelUnitSystem(Rhino.UnitSystem(UNIT_NUMBERS[units]), scale)


def set_tolerances(doc: Rhino.RhinoDoc, absolute: Optional[float], angle: Optional[float]) -> None:
    """What is None stays as it is; the angle is in degrees."""
    if absolute is not None:
        doc.ModelAbsoluteTolerance = absolute
    if angle is not None:
        doc.ModelAngleToleranceDegrees = angle
