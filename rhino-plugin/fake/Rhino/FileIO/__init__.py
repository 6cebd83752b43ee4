"""Files. What the fake writes can be read by the same fake only: a number stands in the file, the rest is kept here."""

import json as _json

from fakerhino.doubles import Double as _Double

_kept = []


class FileWriteOptions(_Double):
    def __init__(self):
        self.SuppressDialogBoxes = self.SuppressAllInput = False
        self.WriteSelectedObjectsOnly = self.UpdateDocumentPath = False


def _write(path, objects, layers):
    """`objects`: (geometry, attributes, path of the layer). False where the file cannot be written."""
    _kept.append(([(shape.Duplicate(), own.Duplicate(), layer) for shape, own, layer in objects], layers))
    try:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(_json.dumps({'fake Rhino': len(_kept) - 1, 'objects': len(objects)}))
    except OSError:
        return False
    return True


def _read(path):
    """(objects, layers) as they were written; None for anything else."""
    try:
        with open(path, encoding='utf-8') as file:
            return _kept[_json.load(file)['fake Rhino']]
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None


def __getattr__(name):
    """What nobody wrote by hand."""
    from fakerhino import doubles

    return doubles.make(__name__, name)
