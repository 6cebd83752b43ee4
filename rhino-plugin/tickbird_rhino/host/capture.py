"""Pictures of views. The user's view stays as it is: camera, size and display mode are those of the picture alone."""

from __future__ import annotations

import base64
from typing import Optional

import Rhino
from .results import failed


def png(
    view: Rhino.Display.RhinoView, width: int, height: int, mode: Optional[Rhino.Display.DisplayModeDescription]
) -> str:
    """Base64."""
    import System.Drawing.Imaging
    import System.IO

    size = System.Drawing.Size(width, height)
    bitmap = view.CaptureToBitmap(size) if mode is None else view.CaptureToBitmap(size, mode)
    if bitmap is None:
        raise failed('Rhino gave no picture of the view.', 'Try a smaller picture, or bring the window of Rhino up.')
    stream = System.IO.MemoryStream()
    try:
        bitmap.Save(stream, System.Drawing.Imaging.ImageFormat.Png)
        return base64.b64encode(bytes(stream.ToArray())).decode('ascii')
    finally:
        stream.Dispose()
        bitmap.Dispose()
