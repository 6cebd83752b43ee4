from fakerhino import doubles
from fakerhino.doubles import Double


class ObjRef(Double):
    """An object that was picked as a whole."""

    _found = None

    def Object(self):
        return self._found

    def SelectionPoint(self):
        return self._found._geometry.GetBoundingBox(True).Center

    @property
    def GeometryComponentIndex(self):
        kind = doubles.attribute('Rhino.Geometry', 'ComponentIndex')
        whole = kind.__new__(kind)
        whole.ComponentIndexType = doubles.attribute('Rhino.Geometry', 'ComponentIndexType').InvalidType
        whole.Index = -1
        return whole
