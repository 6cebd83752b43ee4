from fakerhino.doubles import Double, Kind

import System
from System.Drawing import Color


class _MaterialType(Kind):
    MaxShine = property(lambda cls: 255.0)


class Material(Double, metaclass=_MaterialType):
    def __init__(self):
        self._index, self._deleted = -1, False
        self._id = System.Guid.NewGuid()
        self.Name = ''
        self.DiffuseColor = Color.FromArgb(255, 255, 255)
        self.Transparency = self.Reflectivity = self.Shine = 0.0

    Index = property(lambda self: self._index)
    Id = property(lambda self: self._id)
    IsDeleted = property(lambda self: self._deleted)
