"""Asking the user. What they will answer is said beforehand; see fakerhino/controls.py."""


def __getattr__(name):
    """What nobody wrote by hand."""
    import importlib

    from fakerhino import doubles

    if name == 'Custom':
        return importlib.import_module('Rhino.Input.Custom')
    return doubles.make(__name__, name)
