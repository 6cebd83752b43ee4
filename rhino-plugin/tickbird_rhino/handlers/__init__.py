"""What answers each method: typed parameters in, host calls, plain values out. See registry.py for how one is written.

Importing this package registers every handler.
"""

from . import context, points, session, undo  # noqa: F401
