"""The document from one side, for before and after of a turn. The user's view is as it was afterwards."""

from __future__ import annotations

from typing import Any, Optional

import Rhino

from . import capture

WIDTH, HEIGHT = 640, 400


class Look(object):
    """`png` is base64."""

    def __init__(self, camera: Any, png: str) -> None:
        self.camera = camera
        self.png = png


def taken(doc: Rhino.RhinoDoc, like: Optional[Look]) -> Optional[Look]:
    """Of the active view; from the side of another look where one is given. None where the document has no view."""
    view = doc.Views.ActiveView
    if view is None:
        return None
    port, modes = view.ActiveViewport, Rhino.Display.DisplayModeDescription
    # Always shaded: quick in any document, and what was made is seen as a body.
    shaded = modes.GetDisplayMode(modes.ShadedId)
    if like is None:
        return Look(Rhino.DocObjects.ViewportInfo(port), capture.png(view, WIDTH, HEIGHT, shaded))
    port.PushViewProjection()
    try:
        port.SetViewProjection(like.camera, True)
        return Look(like.camera, capture.png(view, WIDTH, HEIGHT, shaded))
    finally:
        port.PopViewProjection()
