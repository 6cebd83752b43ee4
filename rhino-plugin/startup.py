#! python3
"""Starts Tickbird's plugin. Run it with `_-ScriptEditor _R "<this file>"`, or put that among Rhino's startup commands."""

import os
import sys

folder = os.path.dirname(os.path.abspath(__file__))
if folder not in sys.path:
    sys.path.insert(0, folder)

from tickbird_rhino.start import start  # noqa: E402

start()
