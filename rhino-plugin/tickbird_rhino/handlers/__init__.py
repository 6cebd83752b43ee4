"""What answers each method: typed parameters in, host calls, plain values out. See registry.py for how one is written.

Importing this package registers every handler.
"""

from . import (  # noqa: F401
    analysis,
    blocks,
    context,
    creation_annotation,
    creation_curves,
    creation_freeform,
    creation_solids,
    files,
    grasshopper,
    manipulation,
    materials,
    operations,
    operations_curves,
    points,
    scene,
    scripting,
    selection,
    session,
    surfaces,
    undo,
    units,
    viewport,
)
