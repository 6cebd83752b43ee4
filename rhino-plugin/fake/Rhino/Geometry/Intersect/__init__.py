"""Where curves meet: worked out for straight ones."""

from fakerhino import doubles as _doubles
from fakerhino import stubs as _stubs
from fakerhino.doubles import Double as _Double

from fakerhino.paths import crossings as _crossings


class IntersectionEvent(_Double):
    IsOverlap = property(lambda self: False)
    IsPoint = property(lambda self: True)
    PointA = property(lambda self: self._a.at(self._ta))
    PointB = property(lambda self: self._b.at(self._tb))
    ParameterA = property(lambda self: self._ta)
    ParameterB = property(lambda self: self._tb)


class Intersection(_Double):
    @staticmethod
    def CurveCurve(curveA, curveB, tolerance, overlapTolerance):
        found = _crossings(curveA._path, curveB._path) if curveA._path and curveB._path else None
        if found is None:
            return _made_up('CurveCurve', (curveA, curveB, tolerance, overlapTolerance))
        return [_event(curveA._path, curveB._path, *pair) for pair in found]

    @staticmethod
    def CurveSelf(curve, tolerance):
        path = curve._path
        if path is None:
            return _made_up('CurveSelf', (curve, tolerance))
        if not path.straight:
            return []
        found = _crossings(path, path)
        # Where it meets itself, not where one piece goes on from another.
        apart = [pair for pair in found if pair[1] - pair[0] > 1 + 1e-9]
        ends = (path.knots[0], path.knots[-1])
        return [_event(path, path, *pair) for pair in apart if not (path.closed and pair == ends)]


def _event(a, b, ta, tb):
    made = IntersectionEvent.__new__(IntersectionEvent)
    made._a, made._b, made._ta, made._tb = a, b, ta, tb
    return made


def _made_up(name, args):
    member = _stubs.member_of(__name__, 'Intersection', name)
    return _doubles.call((__name__, 'Intersection'), name, member, None, args)


def __getattr__(name):
    """What nobody wrote by hand."""
    return _doubles.make(__name__, name)
