"""Runs inside Rhino: rhinoscriptsyntax and RhinoCommon are there."""

import rhinoscriptsyntax as rs


def report_empty_layers(below=None):
    paths = [name for name in rs.LayerNames() if below is None or name.startswith(below + '::')]
    empty = [path for path in paths if rs.IsLayerEmpty(path)]
    return {'count': len(empty), 'layers': empty}
