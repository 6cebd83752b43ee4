"""What stands behind the fake Rhino: the UI thread, the undo stack, the switches. Nothing here is Rhino's API."""
