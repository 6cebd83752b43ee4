"""Doubles of what needs a kernel. A call is held against RhinoCommon's signatures, written down, and answered with
something plausible: an object that spans the points of what went in, or null where the switch says so. No double
proves that a result is right; it proves that the call can be made."""

import importlib
import sys
import types

from . import stubs
from .net import Enumeration
from .switches import switches

# What was called: 'Brep.CreateBooleanUnion(list, float)', oldest first.
calls = []
# Every answer that was made up: calls, and properties that were read. What was asked without any was truly worked out.
made_up = []
_made = {}
# Members that are others than those of the same name which a hand-written base has.
SHADOWED = {'BrepFace': ('CreateExtrusion',)}
# What gives several things where one alone would mean that nothing happened.
SEVERAL = ('Brep.CreateBooleanSplit', 'Brep.Split', 'Curve.Split', 'Curve.DuplicateSegments')
# True of most things that one works with; other yes-or-no properties are no.
YES = ('IsValid', 'IsClosed', 'IsSolid', 'IsManifold', 'IsPlanar', 'IsVisible', 'IsSurface', 'HasBrepForm')
TYPES = {
    'Extrusion': 'Extrusion', 'SubD': 'SubD', 'PointCloud': 'PointSet', 'TextDot': 'TextDot', 'Hatch': 'Hatch',
    'AnnotationBase': 'Annotation', 'Light': 'Light', 'InstanceReferenceGeometry': 'InstanceReference',
}


class Kind(type):
    """Static members that nobody wrote by hand."""

    def __getattr__(cls, name):
        if name.startswith('_'):
            raise AttributeError(name)
        place, member = _member(cls, name)
        if member is None:
            raise AttributeError('Rhino has no %s.%s.' % (cls.__name__, name))
        if 'calls' in member:
            return lambda *args: call(place, name, member, None, args)
        made_up.append('%s.%s' % (cls.__name__, name))
        return value_of(member.get('type', 'None'), place[0], [])


class Double(metaclass=Kind):
    """Members that nobody wrote by hand, of hand-written classes too."""

    def __str__(self):
        """As .NET's ToString, where nothing else is said."""
        return '.'.join(_place(type(self)) or (type(self).__module__, type(self).__name__))

    def __getattr__(self, name):
        return instance_member(self, name)


def instance_member(self, name, own=False):
    """`own`: also where a hand-written class has the member, and cannot tell."""
    if name.startswith('_'):
        raise AttributeError(name)
    place, member = _member(type(self), name)
    if member is None:
        if own:
            return _bare(name)
        raise AttributeError('Rhino has no %s.%s.' % (type(self).__name__, name))
    if 'calls' in member:
        return lambda *args: call(place, name, member, self, args)
    made_up.append('%s.%s' % (type(self).__name__, name))
    if member['type'] == 'bool':
        return name in YES
    return value_of(member['type'], place[0], points_of(self))


def _bare(name):
    raise AttributeError('The fake cannot tell %s; set FAKE_RHINO_STUBS for what needs a kernel.' % name)


def _member(cls, name):
    for base in cls.__mro__:
        place = _place(base)
        if place is not None:
            return place, stubs.member_of(place[0], place[1], name)
    return None, None


def _place(cls):
    """Where the stubs have a class: its package, or the one above."""
    module = cls.__module__
    while module:
        if cls.__name__ in stubs.modules().get(module, {}):
            return module, cls.__name__
        module = module.rpartition('.')[0]
    return None


def make(module, name):
    """The double of a class; for a module's `__getattr__`. Raises AttributeError where Rhino has none."""
    if name.startswith('_'):
        raise AttributeError(name)
    if (module, name) in _made:
        return _made[(module, name)]
    known = stubs.modules().get(module, {}).get(name)
    if known is None:
        raise AttributeError('The fake has no %s.%s%s.' % (
            module, name, '' if stubs.available() else '; set FAKE_RHINO_STUBS for what is not written by hand'))
    if 'Enum' in known['bases']:
        members = {member: part['value'] for member, part in known['members'].items() if 'value' in part}
        made = Enumeration(name, members, module=module)
    else:
        made = _class(module, name, known)
    _made[(module, name)] = made
    return made


def _class(module, name, known):
    places = [stubs.class_of(base, module) for base in known['bases']]
    bases = tuple(attribute(*place) for place in places if place and place[0] != 'Rhino.Runtime') or (Double,)
    members = {'__module__': module, '__init__': _constructor(module, name)}
    for own in SHADOWED.get(name, ()):
        members[own] = _shadow((module, name), own, known['members'][own])
    if name in TYPES:
        members['_type'] = TYPES[name]
    if '__iter__' in known['members']:
        items = known['members']['__iter__']['calls'][0]['result']
        members['__iter__'] = lambda self: iter(value_of(items, module, points_of(self)))
        members['__getitem__'] = lambda self, at: list(self)[at]
    return Kind(name, bases, members)


def _shadow(place, name, member):
    return lambda self, *args: call(place, name, member, self, args)


def module(name):
    """A whole module that nobody wrote by hand."""
    if name not in sys.modules:
        made = types.ModuleType(name)
        made.__getattr__ = lambda member: make(name, member)
        made.__path__ = []
        sys.modules[name] = made
    return sys.modules[name]


def attribute(module_name, name):
    try:
        found = importlib.import_module(module_name)
    except ImportError:
        found = module(module_name)
    return getattr(found, name)


def _constructor(module, name):
    def __init__(self, *args):
        member = stubs.modules()[module][name]['members'].get('__init__', {'calls': [{'args': []}]})
        check('%s.%s' % (module, name), member, args)
        made_up.append('%s()' % name)
        self._args = args
        self._points = points_of(args)

    return __init__


def call(place, name, member, self, args):
    what = '%s.%s' % (place[1], name)
    chosen = check(what, member, args)
    calls.append('%s(%s)' % (what, ', '.join(type(arg).__name__ for arg in args)))
    made_up.append(calls[-1])
    result = chosen['result']
    fails = switches.kernel_fails and result not in ('bool', 'int', 'float', 'str', 'None')
    if fails:
        return None
    found = value_of(result, place[0], points_of((self, args)))
    return found * 2 if what in SEVERAL else found


def check(what, member, args):
    """The first signature that takes these arguments. Raises TypeError as pythonnet does."""
    for one in member['calls']:
        if one.get('any') or (len(one['args']) == len(args) and all(map(_fits, one['args'], args))):
            return one
    given = ', '.join(type(arg).__name__ for arg in args)
    raise TypeError('No method matches given arguments for %s: (%s)' % (what, given))


def _fits(wanted, given):
    wanted = wanted[len('_type_'):] if wanted.startswith('_type_') else wanted
    if given is None:
        return wanted not in ('float', 'int', 'bool')
    if wanted in ('float', 'int'):
        number = isinstance(given, (int, float) if wanted == 'float' else int)
        return number and not isinstance(given, bool)
    if wanted in ('bool', 'str'):
        return isinstance(given, {'bool': bool, 'str': str}[wanted])
    if wanted.startswith(('Iterable[', 'Sequence[', 'MutableSequence[')):
        inner = wanted[wanted.index('[') + 1:-1]
        return hasattr(given, '__iter__') and not isinstance(given, str) and all(_fits(inner, item) for item in given)
    if wanted in ('object', 'Any', 'object | None'):
        return True
    return any(base.__name__ == wanted for base in type(given).__mro__) or (
        # .NET converts these by itself.
        (wanted, type(given).__name__) in (('Point3d', 'Vector3d'), ('Vector3d', 'Point3d'), ('Curve', 'Polyline'))
    )


def points_of(value):
    """Every point in it, and in what was put into it."""
    from Rhino.Geometry import Point3d

    if isinstance(value, Point3d):
        return [value]
    if isinstance(value, (list, tuple)):
        return [point for item in value for point in points_of(item)]
    inside = getattr(value, '_points', None)
    if inside is not None:
        return list(inside)
    origin = getattr(value, '__dict__', {}).get('Origin')
    return [origin] if isinstance(origin, Point3d) else []


def value_of(wanted, near, points):
    """Something of the type that a stub names."""
    simple = {'None': None, 'bool': True, 'float': 1.0, 'int': 1, 'str': '', 'object': None, 'Any': None}
    if wanted in simple:
        return simple[wanted]
    if wanted.startswith('tuple['):
        return tuple(value_of(part, near, points) for part in _parts(wanted[6:-1]))
    if '[' in wanted:
        return [value_of(wanted[wanted.index('[') + 1:-1], near, points)]
    if wanted == 'Guid':
        import System

        return System.Guid.NewGuid()
    place = stubs.class_of(wanted, near)
    return _instance(attribute(*place), points) if place else None


def _instance(made, points):
    import copy

    if issubclass(made, Enumeration):
        return next(iter(made))
    simple = _simple(made.__name__, points)
    if simple is not None:
        return simple
    one = made.__new__(made)
    one._points = [copy.copy(point) for point in points]
    return one


def _simple(name, points):
    from Rhino import Geometry

    at = points[0] if points else Geometry.Point3d(0, 0, 0)
    if name == 'Point3d':
        return Geometry.Point3d(at)
    if name == 'Vector3d':
        return Geometry.Vector3d(0, 0, 1)
    if name == 'Plane':
        return Geometry.Plane(at, Geometry.Vector3d(0, 0, 1))
    if name == 'Interval':
        return Geometry.Interval(0, 1)
    if name == 'Transform':
        return Geometry.Transform(1.0)
    if name == 'BoundingBox':
        return Geometry.BoundingBox(points or [at])
    return None


def _parts(text):
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += {'[': 1, ']': -1}.get(letter, 0)
        if letter == ',' and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return parts + [text[start:].strip()]
