"""Rhino.PlugIns: none are installed."""


class PlugIn:
    @staticmethod
    def PlugInExists(id):
        """(installed, loaded, load protected)"""
        return (False, False, False)

    @staticmethod
    def LoadPlugIn(pluginId):
        return False
