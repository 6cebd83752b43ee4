import System

from .. import _Param


class _Slider(object):
    Minimum, Maximum, Type = System.Decimal(0), System.Decimal(1), 'Float'


class GH_NumberSlider(_Param):
    def __init__(self):
        _Param.__init__(self)
        self.Slider = _Slider()
        self._values = [0.25]

    CurrentValue = property(lambda self: System.Decimal(self._values[0]))

    def SetSliderValue(self, newValue):
        self._values = [System.Decimal.ToDouble(newValue)]


class GH_BooleanToggle(_Param):
    Value = False


class GH_Panel(_Param):
    UserText = ''

    def SetUserText(self, text):
        self.UserText = text


class GH_ValueList(_Param):
    FirstSelectedItem = None
    ListItems = ()
