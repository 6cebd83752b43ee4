"""Typed parameters of a method, or INVALID_PARAMS whose sentence names the parameter, what came and what is expected.

The rules are those of Tickbird's own tools, as data: methods.json.
"""

from .coerce import coerce
from .errors import Fault
from .expectation import expectation, shown
from .nearest import nearest
from .spelling import is_number

# Parameters that every method takes and the plugin handles itself.
COMMON = ('doc',)


def parse_params(method, spec, params):
    """`spec`: an entry of the method table. Defaults are filled in; optional ones that did not come are left out."""
    parsed = parse_with(method, spec['params'], _with_aliases(spec.get('aliases', {}), params), params)
    for group in spec.get('one_of', []):
        if not any(parsed.get(name) is not None for name in group):
            raise _none_of(method, spec, group, params)
    return parsed


def parse_with(method, entries, params, sent):
    coerced = coerce(entries, params)
    parsed = {}
    for name, entry in entries.items():
        if name not in coerced:
            if entry.get('required'):
                raise _missing(method, entries, name, sent)
            if 'default' in entry:
                parsed[name] = entry['default']
            continue
        parsed[name] = _checked(method, entry, coerced[name], [name])
    return parsed


def twin_params(twin, parsed):
    """The main method's parameters from those of its second name."""
    used = set()
    for source in twin['from'].values():
        used.update([source] if isinstance(source, str) else source)
    main = {name: value for name, value in parsed.items() if name not in used}
    for name, source in twin['from'].items():
        value = _value_at(parsed, source)
        if value is not None:
            main[name] = value
    main.update(twin['fixed'])
    return main


def _checked(method, entry, value, path):
    """The value with defaults filled in, down to its parts. Raises INVALID_PARAMS."""
    if value is None and entry.get('nullable'):
        return None
    kind = entry['type']
    # A point is one value, as far as a person would point.
    inner = path if 'kind' not in entry or kind == 'object' else None
    if kind == 'array':
        if not isinstance(value, list):
            raise _refused(method, entry, value, path)
        if inner is None:
            if not all(_fits(entry['items'], item) for item in value):
                raise _refused(method, entry, value, path)
        else:
            value = [_checked(method, entry['items'], item, path + [at]) for at, item in enumerate(value)]
        if not entry.get('min_items', 0) <= len(value) <= entry.get('max_items', len(value)):
            raise _refused(method, entry, value, path)
        return value
    if kind == 'object':
        if not isinstance(value, dict):
            raise _refused(method, entry, value, path)
        return _checked_object(method, entry, value, path)
    if not _fits(entry, value):
        raise _refused(method, entry, value, path)
    return value


def _checked_object(method, entry, value, path):
    if 'values' in entry:
        return {key: _checked(method, entry['values'], item, path + [key]) for key, item in value.items()}
    if 'properties' not in entry:
        return value
    whole = {}
    for name, part in entry['properties'].items():
        if name in value:
            whole[name] = _checked(method, part, value[name], path + [name])
        elif part.get('required'):
            raise _refused(method, part, None, path + [name], missing=True)
        elif 'default' in part:
            whole[name] = part['default']
    return whole


def _fits(entry, value):
    """Whether a value that has no parts is of the type and within the limits."""
    kind = entry['type']
    if kind in ('number', 'integer'):
        if not is_number(value) or value - value != 0 or (kind == 'integer' and value != int(value)):
            return False
        if entry.get('kind') == 'signed_length' and value == 0:
            return False
        return not (
            value < entry.get('min', value)
            or value > entry.get('max', value)
            or ('above' in entry and value <= entry['above'])
        )
    if kind == 'boolean':
        return isinstance(value, bool)
    if 'enum' in entry:
        return any(option == value and isinstance(option, type(value)) for option in entry['enum'])
    if kind == 'string':
        if not isinstance(value, str):
            return False
        return entry.get('min_length', 0) <= len(value) <= entry.get('max_length', len(value))
    return True


def _missing(method, entries, name, sent):
    expected = expectation(entries[name])
    unread = [key for key in sent if key not in entries and key not in COMMON]
    meant = nearest(name, unread)
    hint = 'Send %s.' % name if meant is None else 'Did you mean %s where you sent %s?' % (name, meant[:60])
    sentence = '%s: %s is missing; it is %s.' % (method, name, expected)
    return Fault('INVALID_PARAMS', sentence, parameter=name, expected=expected, next=hint)


def _refused(method, entry, value, path, missing=False):
    parameter = ''.join('[%d]' % step if isinstance(step, int) else '.' + step for step in path)[1:]
    expected = expectation(entry)
    return Fault(
        'INVALID_PARAMS',
        '%s: %s must be %s, not %s.' % (method, parameter, expected, shown(value, missing)),
        parameter=parameter,
        expected=expected,
        next='Send %s as %s.' % (parameter, expected),
    )


def _none_of(method, spec, group, sent):
    read = set(COMMON) | set(spec['params'])
    for other in (name for names in spec.get('aliases', {}).values() for name in names):
        read.update([other] if isinstance(other, str) else other)
    meant = nearest(group[0], [name for name in sent if name not in read])
    names = '%s or %s' % (', '.join(group[:-1]), group[-1]) if len(group) > 1 else group[0]
    hint = 'Send %s.' % names if meant is None else 'Did you mean %s where you sent %s?' % (group[0], meant[:60])
    sentence = '%s: %s is missing.' % (method, names)
    return Fault('INVALID_PARAMS', sentence, parameter=group[0], expected=names, next=hint)


def _with_aliases(aliases, params):
    named = dict(params)
    for name, others in aliases.items():
        for other in others:
            if named.get(name) is not None:
                break
            value = _value_at(params, other)
            if value is not None:
                named[name] = value
    return named


def _value_at(params, name):
    """One value, or a point of three, missing ones zero; None where nothing is there."""
    if isinstance(name, str):
        return params.get(name)
    parts = [params.get(part) for part in name]
    return None if all(part is None for part in parts) else [0 if part is None else part for part in parts]
