class StatusBar(object):
    _shown = []

    @staticmethod
    def ShowProgressMeter(docSerialNumber, lowerLimit, upperLimit, label, embedLabel, showPercentComplete):
        StatusBar._shown.append((docSerialNumber, label))
        return 1

    @staticmethod
    def UpdateProgressMeter(docSerialNumber, position, absolute):
        return position

    @staticmethod
    def HideProgressMeter(docSerialNumber):
        StatusBar._shown.append((docSerialNumber, None))


def __getattr__(name):
    """What nobody wrote by hand."""
    from fakerhino import doubles

    return doubles.make(__name__, name)
