"""Opening, saving, importing, exporting. Paths never go through Rhino's command line, and what Rhino says it did is
looked for on the disk."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional

import Rhino

from ..errors import Fault
from . import describe
from .document import Document
from .results import failed, wrong


def absolute(path: str, parameter: str = 'file_path') -> str:
    """Raises INVALID_PARAMS for a path that is not absolute, or holds what no path can hold."""
    if '\0' in path or not os.path.isabs(path):
        raise wrong(parameter, 'The path is not absolute.', 'Send the whole path, drive or first slash included.')
    return os.path.normpath(path)


def existing(path: str, parameter: str = 'file_path') -> str:
    """Raises INVALID_PARAMS where there is no file."""
    whole = absolute(path, parameter)
    if not os.path.isfile(whole):
        raise wrong(
            parameter, 'There is no file %s.' % whole[:300], 'Look at the path; it is case-sensitive on some disks.'
        )
    return whole


def writable(path: str, overwrite: bool) -> str:
    """Raises INVALID_PARAMS for a folder that is not there, a missing ending, or a file that may not be replaced."""
    whole = absolute(path)
    folder, name = os.path.split(whole)
    if not os.path.isdir(folder):
        raise wrong('file_path', 'There is no folder %s.' % folder[:300], 'Make the folder first, or choose another.')
    if not os.path.splitext(name)[1]:
        raise wrong('file_path', 'The file name has no ending.', 'End it in .3dm, .step, .stl, .obj, …')
    if os.path.isdir(whole):
        raise wrong('file_path', '%s is a folder.' % whole[:300], 'Name a file in it.')
    if os.path.exists(whole) and not overwrite:
        raise Fault(
            'INVALID_PARAMS',
            'There is a file %s already.' % whole[:300],
            parameter='overwrite',
            next='Choose another name, or set overwrite to replace it.',
        )
    return whole


def stamp(path: str) -> Any:
    """Changes when the file is written; None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_size)


def write(document: Document, path: str, selected_only: bool) -> int:
    """In the format of the path's ending, without a dialog. Its size in bytes. Raises OPERATION_FAILED."""
    options = Rhino.FileIO.FileWriteOptions()
    options.SuppressDialogBoxes = True
    options.SuppressAllInput = True
    options.WriteSelectedObjectsOnly = selected_only
    options.UpdateDocumentPath = False
    return _written(path, document.rhino.WriteFile, options)


def save(document: Document, path: str) -> int:
    """As .3dm, which the document belongs to from now on."""
    options = Rhino.FileIO.FileWriteOptions()
    options.SuppressDialogBoxes = True
    options.SuppressAllInput = True
    options.UpdateDocumentPath = True
    size = _written(path, document.rhino.WriteFile, options)
    document.rhino.Modified = False
    return size


def _written(path: str, writer: Any, options: Rhino.FileIO.FileWriteOptions) -> int:
    before = stamp(path)
    took = bool(writer(path, options))
    after = stamp(path)
    if not took or after is None or after == before:
        raise failed(
            'Rhino did not write %s.' % path[:300],
            'Look whether Rhino writes this format, the folder can be written to, and the file is open nowhere.',
        )
    return int(after[1])


class Selected(object):
    """Selects objects while it is entered, and the user's own again at the end."""

    def __init__(self, document: Document, found: List[Rhino.DocObjects.RhinoObject]) -> None:
        self._objects = document.rhino.Objects
        self._found = found
        self._before = document.selected()

    def __enter__(self) -> None:
        self._objects.UnselectAll()
        for one in self._found:
            # Whatever its layer: it was named.
            one.Select(True, False, True, True, True, True)
        missed = [one for one in self._found if one.IsSelected(False) == 0]
        if missed:
            self.__exit__(None, None, None)
            raise failed(
                'Rhino cannot select %s, which is hidden or locked.' % describe.id_of(missed[0]),
                'Show and unlock it first, if the user agrees.',
            )

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self._objects.UnselectAll()
        for one in self._before:
            one.Select(True, True)


def import_into(document: Document, path: str) -> List[str]:
    """The ids of what came. Raises OPERATION_FAILED where nothing did."""
    before = set(describe.id_of(one) for one in document.objects())
    took = bool(document.rhino.Import(path))
    new = [describe.id_of(one) for one in document.objects() if describe.id_of(one) not in before]
    if not took and not new:
        raise failed(
            'Rhino did not read %s.' % path[:300], 'Look whether Rhino reads this format, and the file is whole.'
        )
    return new


def open_other(document: Document, path: str) -> Rhino.RhinoDoc:
    """Instead of the document, whose unsaved changes are lost, as the caller was told."""
    doc = document.rhino
    unsaved = bool(doc.Modified)
    # Or Rhino asks the user whether to save.
    doc.Modified = False
    opened, _was_open = Rhino.RhinoDoc.Open(path)
    if opened is None:
        doc.Modified = unsaved
        raise failed('Rhino did not open %s.' % path[:300], 'Look whether it is a whole .3dm file.')
    return opened


def new(document: Document, template: Optional[str]) -> Rhino.RhinoDoc:
    doc = document.rhino
    unsaved = bool(doc.Modified)
    doc.Modified = False
    usual = str(Rhino.ApplicationSettings.FileSettings.TemplateFile or '')
    created = Rhino.RhinoDoc.Create(template if template is not None else usual)
    if created is None:
        doc.Modified = unsaved
        raise failed('Rhino made no new document.', 'Look whether the template is a whole .3dm file.')
    return created


def details(doc: Rhino.RhinoDoc) -> Dict[str, Any]:
    path = str(doc.Path or '')
    return {
        'file_path': os.path.normpath(path) if path else None,
        'file_name': os.path.basename(path) if path else None,
        'is_modified': bool(doc.Modified),
    }
