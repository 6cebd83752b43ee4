from fakerhino.doubles import Double as _Double


class FileSettings(_Double):
    TemplateFile = ''


class AppearanceSettings(_Double):
    ViewportBackgroundColor = None


def __getattr__(name):
    """What nobody wrote by hand."""
    from fakerhino import doubles

    return doubles.make(__name__, name)
