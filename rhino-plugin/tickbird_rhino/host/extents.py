"""Boxes round objects, in any directions."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence, TYPE_CHECKING, Tuple

import Rhino

from .. import serialize
from .geometry import xyz

if TYPE_CHECKING:
    Shapes = Sequence[Rhino.Geometry.GeometryBase]

# Smallest turn that the search for the smallest box makes, in degrees.
FINEST_TURN = 0.01


def around(shapes: Shapes, plane: Rhino.Geometry.Plane) -> Optional[Rhino.Geometry.Box]:
    """Along the axes of the plane; None round nothing."""
    into = Rhino.Geometry.Transform.PlaneToPlane(plane, Rhino.Geometry.Plane.WorldXY)
    boxes = [box for box in (shape.GetBoundingBox(into) for shape in shapes) if box.IsValid]
    if not boxes:
        return None
    low = [min(values) for values in zip(*(xyz(box.Min) for box in boxes))]
    high = [max(values) for values in zip(*(xyz(box.Max) for box in boxes))]
    sizes = [Rhino.Geometry.Interval(start, end) for start, end in zip(low, high)]
    return Rhino.Geometry.Box(plane, sizes[0], sizes[1], sizes[2])


def tight(shapes: Shapes) -> Optional[Rhino.Geometry.Box]:
    """The smallest box that turning about one axis after the other finds, in ever smaller steps."""
    best = around(shapes, Rhino.Geometry.Plane.WorldXY)
    if best is None:
        return None
    step = 30.0
    while step >= FINEST_TURN:
        better = _turned(shapes, best, step)
        if better is None:
            step /= 2.0
        else:
            best = better
    return best


def _turned(shapes: Shapes, best: Rhino.Geometry.Box, degrees: float) -> Optional[Rhino.Geometry.Box]:
    """A smaller box, turned by that much one way or the other about an axis of the best; None where there is none."""
    size = _measure(best)
    for axis in (best.Plane.ZAxis, best.Plane.XAxis, best.Plane.YAxis):
        for way in (degrees, -degrees):
            plane = Rhino.Geometry.Plane(best.Plane)
            plane.Rotate(math.radians(way), axis)
            box = around(shapes, plane)
            if box is not None and _measure(box) < size:
                return box
    return None


def _measure(box: Rhino.Geometry.Box) -> Tuple[float, float]:
    """Volume counts, rounded; then, for what is flat, the sum of the sides."""
    x, y, z = (float(side.Length) for side in (box.X, box.Y, box.Z))
    span = max(x, y, z, 1e-300)
    return round(x * y * z / span**3, 9), round((x + y + z) / span, 9) * span


def described(box: Optional[Rhino.Geometry.Box], world: Optional[Dict[str, Any]]) -> Dict[str, Any]:
    """`world` is the box in world directions."""
    if box is None:
        x_axis, y_axis = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]
        nothing = {'bounding_box': world, 'size': None, 'center': None, 'corners': []}  # type: Dict[str, Any]
        return dict(nothing, x_axis=x_axis, y_axis=y_axis)
    return {
        'bounding_box': world,
        'size': _sides(box),
        'center': xyz(box.Center),
        'corners': [xyz(corner) for corner in box.GetCorners()],
        'x_axis': xyz(box.Plane.XAxis),
        'y_axis': xyz(box.Plane.YAxis),
    }


def _sides(box: Rhino.Geometry.Box) -> List[float]:
    return [serialize.number(side.Length) for side in (box.X, box.Y, box.Z)]


def size(box: Optional[Rhino.Geometry.Box]) -> Optional[List[float]]:
    return None if box is None else _sides(box)
