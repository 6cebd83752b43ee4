"""Rhino.PlugIns: Grasshopper is installed, and loaded when somebody asks for it."""

_GRASSHOPPER = 'b45a29b1-4343-4035-989e-044e8580d9cf'
_loaded = set()


class PlugIn:
    @staticmethod
    def PlugInExists(id):
        """(installed, loaded, load protected)"""
        return (str(id) == _GRASSHOPPER, str(id) in _loaded, False)

    @staticmethod
    def LoadPlugIn(pluginId):
        if str(pluginId) == _GRASSHOPPER:
            _loaded.add(_GRASSHOPPER)
        return str(pluginId) in _loaded
