from fakerhino.doubles import Double


class Group(Double):
    _index, _name, _deleted = -1, '', False

    Index = property(lambda self: self._index)
    Name = property(lambda self: self._name)
    IsDeleted = property(lambda self: self._deleted)
