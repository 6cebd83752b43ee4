"""Tickbird's plugin for Rhino 8 and 9: answers the wire on 127.0.0.1, so that Tickbird can work in Rhino.

`tickbird_rhino.start.start()` inside Rhino starts it; see ../startup.py.
"""
