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
