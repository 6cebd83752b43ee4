from fakerhino.doubles import Double


class InstanceDefinition(Double):
    """A block. Its pieces are objects of a table of their own, moved so that the base point is the origin."""

    _index, _deleted, _pieces = -1, False, ()
    Name = Description = ''

    Index = property(lambda self: self._index)
    Id = property(lambda self: self._id)
    IsDeleted = property(lambda self: self._deleted)

    def GetObjects(self):
        return list(self._pieces)

    def GetObjectIds(self):
        return [piece._id for piece in self._pieces]

    def InUse(self, wheretoLook):
        """0: by instances in the document."""
        objects = self._table._doc._objects
        return any(found._geometry._type == 'InstanceReference' and found._geometry._index == self._index
                   for found in objects)
