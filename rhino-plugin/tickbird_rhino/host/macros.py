"""Rhino's own commands, run as if typed."""

from __future__ import annotations

from typing import Any, Dict, Generator, List

import Rhino

from .document import Document
from .results import many

# Rhino may put a script off until the call that asked for it is over [probe P5]: how long it is waited for, and how
# often it is looked for.
PATIENCE_SECONDS = 2.0
LOOK_SECONDS = 0.02


def run(document: Document, macro: str, echo: bool) -> Generator[float, None, Dict[str, Any]]:
    """{finished, lines, waits}: whether Rhino says it ran, what the command line said, and the prompt of a command that
    still waits for an answer, which is cancelled; None where none does. Yields while Rhino has put the macro off."""
    app = Rhino.RhinoApp
    captured = bool(app.CommandWindowCaptureEnabled)
    app.CommandWindowCaptureEnabled = True
    ended = []  # type: List[str]

    def note(sender: object, args: Rhino.Commands.CommandEventArgs) -> None:
        ended.append(str(args.CommandEnglishName))

    Rhino.Commands.Command.EndCommand += note
    try:
        app.CapturedCommandWindowStrings(True)
        finished = bool(app.RunScript(document.serial, macro, echo))
        looks = int(PATIENCE_SECONDS / LOOK_SECONDS) if finished else 0
        while looks > 0 and not ended and not Rhino.Commands.Command.InCommand():
            looks -= 1
            yield LOOK_SECONDS
        lines = [str(line).rstrip() for line in many(app.CapturedCommandWindowStrings(True))]
    finally:
        Rhino.Commands.Command.EndCommand -= note
        app.CommandWindowCaptureEnabled = captured
    waits = None
    if Rhino.Commands.Command.InCommand():
        waits = str(app.CommandPrompt or '').strip() or 'no prompt'
        app.PostCancelEvent(document.serial)
    return {'finished': finished, 'lines': [line for line in lines if line], 'waits': waits}
