"""Starts the plugin in this Rhino, once."""

import scriptcontext

from . import handlers, home
from .host.app import App
from .plugin import Options, Plugin
from .server import GRASSHOPPER_PORT

STICKY = 'tickbird.plugin'


def start(port=None, grasshopper_port=GRASSHOPPER_PORT, seconds=None, heavy_seconds=None):
    """On the UI thread; gives the plugin that runs already, where one does. Raises one sentence where it cannot."""
    running = scriptcontext.sticky.get(STICKY)
    if running is not None and not running.is_stopped:
        running.app.say('Tickbird listens on port %d already.' % running.port)
        return running
    folder = home.home_folder()
    options = Options(port, grasshopper_port, bool(home.read_settings(folder).get('allowLegacy')))
    options.seconds = seconds or options.seconds
    options.heavy_seconds = heavy_seconds or options.heavy_seconds
    plugin = Plugin(App(folder), options)
    plugin.start()
    scriptcontext.sticky[STICKY] = plugin
    plugin.app.say('Tickbird listens on port %d.' % plugin.port)
    return plugin


def stop():
    """On the UI thread."""
    running = scriptcontext.sticky.pop(STICKY, None)
    if running is not None:
        running.stop()


__all__ = ['handlers', 'start', 'stop']
