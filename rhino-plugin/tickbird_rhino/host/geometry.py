"""From plain numbers to RhinoCommon's geometry, and back."""

from __future__ import annotations

from typing import Sequence

import Rhino


def point3d(values: Sequence[float]) -> Rhino.Geometry.Point3d:
    return Rhino.Geometry.Point3d(values[0], values[1], values[2])


def point(values: Sequence[float]) -> Rhino.Geometry.Point:
    return Rhino.Geometry.Point(point3d(values))
