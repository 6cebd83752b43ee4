"""Views by name, their cameras, named views, zooming. Nothing here is covered by undo."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

import Rhino
import System

from . import geometry, views
from .document import Document
from .results import failed, many, wrong

# Rhino's own limits; beyond them it takes the nearest.
SHORTEST_LENS, LONGEST_LENS = 1.0, 10000.0


def view(document: Document, name: Optional[str], parameter: str = 'view_name') -> Rhino.Display.RhinoView:
    """The one of that name, in any case, or the active one. Raises INVALID_PARAMS that names them all."""
    table = document.rhino.Views
    if name is None:
        active = table.ActiveView
        if active is None:
            raise failed('The document has no views.', 'Open it in Rhino in the usual way.')
        return active
    found = table.Find(name, False)
    if found is None:
        names = [str(one.ActiveViewport.Name) for one in many(table)]
        raise wrong(parameter, 'There is no view “%s”.' % name[:100], 'Take one of: %s.' % ', '.join(names))
    return found


def name_of(found: Rhino.Display.RhinoView) -> str:
    return str(found.ActiveViewport.Name)


def lens(port: Rhino.Display.RhinoViewport) -> Optional[float]:
    return None if port.IsParallelProjection else float(port.Camera35mmLensLength)


def mode_name(port: Rhino.Display.RhinoViewport) -> str:
    mode = port.DisplayMode
    return '' if mode is None else str(mode.EnglishName)


def described(found: Rhino.Display.RhinoView) -> Dict[str, Any]:
    port = found.ActiveViewport
    return {
        'success': True,
        'view_name': name_of(found),
        'camera_location': geometry.named(port.CameraLocation),
        'target': geometry.named(port.CameraTarget),
        'up_vector': geometry.named(port.CameraUp),
        'lens_length': lens(port),
        'projection': views.projection(port),
        'display_mode': mode_name(port),
        'viewport_size': {'width': int(port.Size.Width), 'height': int(port.Size.Height)},
    }


def set_camera(
    found: Rhino.Display.RhinoView, location: Sequence[float], target: Sequence[float], lens_length: float
) -> None:
    at, to = geometry.point3d(location), geometry.point3d(target)
    if at.DistanceTo(to) <= 0:
        raise wrong('target', 'The camera and its target are the same point.', 'Send two different points.')
    port = found.ActiveViewport
    if not port.IsParallelProjection:
        port.Camera35mmLensLength = max(SHORTEST_LENS, min(LONGEST_LENS, lens_length))
    port.SetCameraLocations(to, at)
    way = to - at
    # Looking straight down or up, world Z is no way up.
    upright = abs(way.X) <= 1e-9 * way.Length and abs(way.Y) <= 1e-9 * way.Length
    port.CameraUp = geometry.vector3d((0.0, 1.0, 0.0) if upright else (0.0, 0.0, 1.0))
    found.Redraw()


def set_standard(found: Rhino.Display.RhinoView, name: str) -> None:
    kinds = Rhino.Display.DefinedViewportProjection
    kind = {
        'Top': kinds.Top,
        'Bottom': kinds.Bottom,
        'Left': kinds.Left,
        'Right': kinds.Right,
        'Front': kinds.Front,
        'Back': kinds.Back,
        'Perspective': kinds.Perspective,
        'TwoPointPerspective': kinds.TwoPointPerspective,
    }[name]
    if not found.ActiveViewport.SetProjection(kind, name, True):
        raise failed('Rhino did not turn the view.', 'The projection of the view may be locked.')
    found.ActiveViewport.ZoomExtents()
    found.Redraw()


def zoom(found: Rhino.Display.RhinoView, box: Optional[Rhino.Geometry.BoundingBox]) -> None:
    """To a box with a little room round it, or to everything for None."""
    port = found.ActiveViewport
    if box is None:
        port.ZoomExtents()
    else:
        around = Rhino.Geometry.BoundingBox(box.Min, box.Max)
        around.Inflate(max(0.05 * box.Diagonal.Length, 1e-6))
        port.ZoomBoundingBox(around)
    found.Redraw()


def modes() -> List[Rhino.Display.DisplayModeDescription]:
    return many(Rhino.Display.DisplayModeDescription.GetDisplayModes())


def mode(name: str, parameter: str) -> Rhino.Display.DisplayModeDescription:
    """By its English or its local name, whatever the case, dashes and blanks. Raises INVALID_PARAMS that names all."""
    wanted = _bare(name)
    for one in modes():
        if wanted in (_bare(str(one.EnglishName)), _bare(str(one.LocalName))):
            return one
    names = ', '.join(str(one.EnglishName) for one in modes())
    raise wrong(parameter, 'There is no display mode “%s”.' % name[:100], 'Take one of: %s.' % names)


def _bare(name: str) -> str:
    return ''.join(letter for letter in name.lower() if letter not in '-_ ')


def set_mode(found: Rhino.Display.RhinoView, to: Rhino.Display.DisplayModeDescription) -> None:
    found.ActiveViewport.DisplayMode = to
    found.Redraw()


def named_views(document: Document) -> List[str]:
    return [str(one.Name) for one in document.rhino.NamedViews]


def save(document: Document, name: str, found: Rhino.Display.RhinoView) -> None:
    """Replaces the one of that name."""
    table = document.rhino.NamedViews
    old = int(table.FindByName(name))
    if old >= 0:
        table.Delete(old)
    if int(table.Add(name, found.ActiveViewportID)) < 0:
        raise failed('Rhino did not keep the view.', 'Choose another name.')


def restore(document: Document, name: str, found: Rhino.Display.RhinoView, parameter: str) -> None:
    index = int(document.rhino.NamedViews.FindByName(name))
    if index < 0:
        names = named_views(document)
        raise wrong(
            parameter,
            'There is no named view “%s”.' % name[:100],
            'Take one of: %s.' % ', '.join(names[:20]) if names else 'The document has no named views.',
        )
    if not document.rhino.NamedViews.Restore(index, found.ActiveViewport):
        raise failed('Rhino did not turn to the named view.', 'The projection of the view may be locked.')
    found.Redraw()


def set_background(document: Document, color: Sequence[int]) -> None:
    """For every view of every document: it is a setting of Rhino."""
    Rhino.ApplicationSettings.AppearanceSettings.ViewportBackgroundColor = System.Drawing.Color.FromArgb(
        color[0], color[1], color[2]
    )
    document.rhino.Views.Redraw()
