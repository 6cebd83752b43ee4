"""What Rhino and Grasshopper are doing at the moment."""

from __future__ import annotations

from typing import Any, Dict, Optional

import Rhino

from . import canvas


def command() -> Optional[str]:
    """“Rhino is waiting in a command”, with its prompt; None while no command runs."""
    if not Rhino.Commands.Command.InCommand():
        return None
    prompt = str(Rhino.RhinoApp.CommandPrompt or '').strip()
    return 'Rhino is waiting in a command%s.' % (': “%s”' % prompt if prompt else '')


def grasshopper() -> Dict[str, Any]:
    """Whether Grasshopper is loaded, and which definition is open; asking must not load it."""
    if not canvas.is_loaded():
        return {'loaded': False, 'document': None}
    return {'loaded': True, 'document': canvas.open_name()}
