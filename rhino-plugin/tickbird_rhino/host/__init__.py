"""The only part that touches RhinoCommon. Everything in it runs on Rhino's UI thread, unless it says otherwise."""
