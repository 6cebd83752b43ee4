"""Rhino's own commands, run as if typed."""

from __future__ import annotations

from typing import Any, Dict

import Rhino

from .document import Document
from .results import many


def run(document: Document, macro: str, echo: bool) -> Dict[str, Any]:
    """{finished, lines, waits}: whether Rhino says it ran, what the command line said, and the prompt of a command that
    still waits for an answer, which is cancelled; None where none does."""
    app = Rhino.RhinoApp
    captured = bool(app.CommandWindowCaptureEnabled)
    app.CommandWindowCaptureEnabled = True
    try:
        app.CapturedCommandWindowStrings(True)
        finished = bool(app.RunScript(document.serial, macro, echo))
        lines = [str(line).rstrip() for line in many(app.CapturedCommandWindowStrings(True))]
    finally:
        app.CommandWindowCaptureEnabled = captured
    waits = None
    if Rhino.Commands.Command.InCommand():
        waits = str(app.CommandPrompt or '').strip() or 'no prompt'
        app.PostCancelEvent(document.serial)
    return {'finished': finished, 'lines': [line for line in lines if line], 'waits': waits}
