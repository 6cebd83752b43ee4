"""What a script gives back, as values that JSON can carry."""

from __future__ import annotations

from typing import Any, Dict, Iterable, cast

import Rhino

from .geometry import plane_values, xyz

DEEPEST, MOST, LONGEST = 12, 10000, 100000


def plain(value: Any, depth: int = 0) -> Any:
    """Points and vectors as lists, ids as text; anything else unknown as Python writes it. Never raises."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, str):
        return value[:LONGEST]
    if depth >= DEEPEST:
        return _shown(value)
    if isinstance(value, dict):
        entries = cast('Dict[Any, Any]', value)
        return {str(key)[:500]: plain(one, depth + 1) for _, (key, one) in zip(range(MOST), entries.items())}
    if isinstance(value, (Rhino.Geometry.Point3d, Rhino.Geometry.Vector3d)):
        return xyz(value)
    if isinstance(value, Rhino.Geometry.Plane):
        return plane_values(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        items = cast('Iterable[Any]', value)
        return [plain(one, depth + 1) for _, one in zip(range(MOST), items)]
    return _shown(value)


def _shown(value: Any) -> str:
    try:
        return str(value)[:LONGEST]
    except Exception as error:
        return '<%s that cannot be shown: %s>' % (type(value).__name__, type(error).__name__)
