#! python3
"""Starts the plugin: `_-ScriptEditor _R "<this file>"`, or that line among Rhino's startup commands."""

import os
import sys

folder = os.path.dirname(os.path.abspath(__file__))
if folder not in sys.path:
    sys.path.insert(0, folder)

from tickbird_rhino.start import start  # noqa: E402

start()
