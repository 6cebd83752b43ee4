"""Grasshopper 1: its canvas, and what stands on it. Nothing here loads Grasshopper unless it says so.

Grasshopper is imported where it is used: before its plug-in is loaded there is no such module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generator, List, Optional, cast

import Rhino
import System

from .. import serialize
from ..errors import Fault
from .document import Document
from .macros import LOOK_SECONDS
from .results import failed, many, wrong

if TYPE_CHECKING:
    from Grasshopper.Kernel import GH_ComponentParamServer, GH_Document, IGH_DocumentObject, IGH_Param

# Its first start takes a while.
PATIENCE_SECONDS = 20.0
PLUG_IN = 'b45a29b1-4343-4035-989e-044e8580d9cf'


def is_loaded() -> bool:
    _exists, loaded, _protected = Rhino.PlugIns.PlugIn.PlugInExists(System.Guid(PLUG_IN))
    return bool(loaded)


def version_one(version: Optional[int]) -> None:
    """Raises NOT_IMPLEMENTED for Grasshopper 2."""
    if version == 2:
        raise Fault(
            'NOT_IMPLEMENTED',
            'Grasshopper 2 cannot be driven yet.',
            next='Use a definition of Grasshopper 1: version 1, or leave version out.',
        )


def start(document: Document) -> Generator[float, None, None]:
    """Loads Grasshopper and shows its canvas. Yields while Rhino has put its command off. Raises OPERATION_FAILED."""
    if not is_loaded() and not Rhino.PlugIns.PlugIn.LoadPlugIn(System.Guid(PLUG_IN)):
        raise failed('Grasshopper could not be loaded.', 'Open it in Rhino once, by the command Grasshopper.')
    _refer()
    import Grasshopper

    if Grasshopper.Instances.ActiveCanvas is None:
        Rhino.RhinoApp.RunScript(document.serial, '_Grasshopper', False)
    looks = int(PATIENCE_SECONDS / LOOK_SECONDS)
    while looks > 0 and Grasshopper.Instances.ActiveCanvas is None:
        looks -= 1
        yield LOOK_SECONDS
    if Grasshopper.Instances.ActiveCanvas is None:
        raise failed('Grasshopper has no canvas.', 'Open it in Rhino once, by the command Grasshopper.')


def _refer() -> None:
    import clr

    clr.AddReference('Grasshopper')


def definition() -> 'GH_Document':
    """The one on the canvas. Raises OPERATION_FAILED where there is none."""
    hint = 'Open one with grasshopper.open_definition.'
    if not is_loaded():
        raise failed('Grasshopper is not open.', hint)
    _refer()
    import Grasshopper

    canvas = Grasshopper.Instances.ActiveCanvas
    found = None if canvas is None else canvas.Document
    if found is None:
        raise failed('No definition is open in Grasshopper.', hint)
    return found


def open_name() -> Optional[str]:
    """The file of the definition that is open, or its name; None where none is."""
    try:
        found = definition()
    except Fault:
        return None
    return str(found.FilePath or found.DisplayName)


def open_file(document: Document, path: str) -> "Generator[float, None, GH_Document]":
    yield from start(document)
    import Grasshopper

    found = Grasshopper.Instances.DocumentServer.AddDocument(path, True)
    if found is None:
        raise failed('Grasshopper did not open %s.' % path[:300], 'Look whether it is a whole .gh or .ghx file.')
    return found


def close() -> None:
    found = definition()
    import Grasshopper

    Grasshopper.Instances.DocumentServer.RemoveDocument(found)
    Grasshopper.Instances.RedrawCanvas()


def itself(found: 'IGH_DocumentObject') -> 'IGH_DocumentObject':
    """pythonnet shows what an interface promises only; behind this name stands the object itself."""
    return cast('IGH_DocumentObject', getattr(found, '__implementation__', found))


def components(found: 'GH_Document') -> 'List[IGH_DocumentObject]':
    return [itself(one) for one in many(found.Objects)]


def find(found: 'GH_Document', nickname: Optional[str], guid: Optional[str]) -> 'IGH_DocumentObject':
    """By guid, else by nickname or name in any case. Raises INVALID_PARAMS for none or several."""
    everything = components(found)
    if guid is not None:
        fitting = [one for one in everything if serialize.guid(one.InstanceGuid) == guid]
        what, parameter = guid, 'component_guid'
    else:
        what, parameter = nickname or '', 'component_nickname'
        fitting = [one for one in everything if str(one.NickName).lower() == what.lower()]
        fitting = fitting or [one for one in everything if str(one.Name).lower() == what.lower()]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        guids = ', '.join(serialize.guid(one.InstanceGuid) for one in fitting[:10])
        raise wrong(
            parameter, 'There are %d components “%s”.' % (len(fitting), what[:100]), 'Name one by guid: %s.' % guids
        )
    names = sorted(set(str(one.NickName) for one in everything))[:30]
    raise wrong(
        parameter,
        'There is no component “%s” on the canvas.' % what[:100],
        'Take one of: %s.' % ', '.join(names) if names else 'The canvas is empty.',
    )


def ports(found: 'IGH_DocumentObject') -> 'Optional[GH_ComponentParamServer]':
    """The inputs and outputs of a component; None for what is a parameter itself."""
    import Grasshopper

    return found.Params if isinstance(found, Grasshopper.Kernel.GH_Component) else None


def parameter(found: 'IGH_DocumentObject') -> 'Optional[IGH_Param]':
    """The object as a parameter, as sliders and panels are; None for components, groups and scribbles."""
    return cast('IGH_Param', found) if hasattr(found, 'VolatileData') else None


def inputs_of(found: 'IGH_DocumentObject') -> 'List[IGH_Param]':
    server, own = ports(found), parameter(found)
    if server is not None:
        return many(server.Input)
    return [] if own is None else [own]


def outputs_of(found: 'IGH_DocumentObject') -> 'List[IGH_Param]':
    server, own = ports(found), parameter(found)
    if server is not None:
        return many(server.Output)
    return [] if own is None else [own]


def expire(found: 'IGH_DocumentObject') -> None:
    found.ExpireSolution(False)


def solve(found: 'GH_Document', everything: bool) -> None:
    """Raises OPERATION_FAILED where the user has locked Grasshopper's solver."""
    import Grasshopper

    if not Grasshopper.Kernel.GH_Document.EnableSolutions:
        raise failed('The solver of Grasshopper is locked.', 'Ask the user to unlock it: Solution, Lock Solver.')
    found.NewSolution(everything)
    Grasshopper.Instances.RedrawCanvas()


def bake(document: Document, found: 'IGH_DocumentObject', layer: int) -> List[str]:
    """The ids of the new objects, of all outputs. Raises OPERATION_FAILED where there is nothing to bake."""
    made = System.Collections.Generic.List[System.Guid]()
    attributes = Rhino.DocObjects.ObjectAttributes()
    attributes.LayerIndex = layer
    # What has geometry can bake itself; which class that is differs from kind to kind.
    bakeable = cast(Any, found)
    if hasattr(found, 'BakeGeometry'):
        bakeable.BakeGeometry(document.rhino, attributes, made)
    else:
        for output in outputs_of(found):
            port = cast(Any, itself(output))
            if hasattr(port, 'BakeGeometry'):
                port.BakeGeometry(document.rhino, attributes, made)
    return [serialize.guid(id) for id in made]
