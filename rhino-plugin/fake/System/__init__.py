"""The little of .NET that the plugin uses."""

import re as _re
import uuid as _uuid


class FormatException(Exception):
    pass


class Guid(object):
    """Guid("…") or Guid.NewGuid(); str() is lower case without braces."""

    Empty = None

    def __init__(self, text='00000000-0000-0000-0000-000000000000'):
        if not _re.match(r'^\{?[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}\}?$', text):
            raise FormatException('Guid should contain 32 digits with 4 dashes.')
        self._value = str(_uuid.UUID(text))

    @staticmethod
    def NewGuid():
        return Guid(str(_uuid.uuid4()))

    @staticmethod
    def Parse(text):
        return Guid(text)

    def ToString(self):
        return self._value

    def __str__(self):
        return self._value

    def __eq__(self, other):
        return isinstance(other, Guid) and self._value == other._value

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._value)


Guid.Empty = Guid()

from . import Drawing  # noqa: E402,F401




class Decimal(object):
    def __init__(self, value):
        self._value = float(value)

    @staticmethod
    def ToDouble(d):
        return d._value


class Object(object):
    pass


class _ArrayOf(object):
    def __getitem__(self, kind):
        return list


Array = _ArrayOf()


class Action(object):
    def __init__(self, call):
        self._call = call

    def Invoke(self):
        self._call()

    def __call__(self):
        self._call()


class Version(object):
    def __init__(self, text):
        self._text = text
        self.Major, self.Minor, self.Build, self.Revision = (int(part) for part in text.split('.'))

    def ToString(self):
        return self._text

    def __str__(self):
        return self._text
