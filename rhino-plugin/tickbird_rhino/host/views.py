"""Views and cameras."""

from __future__ import annotations

from typing import Any, Dict

import Rhino

from .. import serialize


def active(doc: Rhino.RhinoDoc) -> Dict[str, Any]:
    """The active view, as context.get describes it."""
    view = doc.Views.ActiveView
    if view is None:
        # A document without windows: what Rhino itself would open it with.
        return {
            'name': '',
            'projection': 'unknown',
            'camera': [0.0, 0.0, 0.0],
            'target': [0.0, 0.0, 0.0],
            'display_mode': '',
        }
    port = view.ActiveViewport
    mode = port.DisplayMode
    return {
        'name': str(port.Name),
        'projection': projection(port),
        'camera': _point(port.CameraLocation),
        'target': _point(port.CameraTarget),
        'display_mode': str(mode.EnglishName) if mode is not None else '',
    }


def projection(port: Rhino.Display.RhinoViewport) -> str:
    if port.IsTwoPointPerspectiveProjection:
        return 'two_point_perspective'
    if port.IsPerspectiveProjection:
        return 'perspective'
    return 'parallel' if port.IsParallelProjection else 'unknown'


def _point(point: Rhino.Geometry.Point3d):
    return serialize.point(point.X, point.Y, point.Z)
