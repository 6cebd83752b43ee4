"""The spellings that each kind of value is taken in, beside its own: what GOLEM's clients and hurried agents send.

Each function gives the value in its own spelling, or as it came where it cannot be read; saying what is wrong with it
is the validation's part. None of them raises or changes what it was given. Cases: test/contract/spelling.json.
"""

import json
import re

_NUMBER = re.compile(r'^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$', re.IGNORECASE | re.ASCII)
_GUID = re.compile(r'^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$', re.IGNORECASE)
_HEX_COLOR = re.compile(r'^#?([0-9a-f]{6})([0-9a-f]{2})?$', re.IGNORECASE)
_SHORT_HEX_COLOR = re.compile(r'^#([0-9a-f])([0-9a-f])([0-9a-f])$', re.IGNORECASE)

UNIT_ABBREVIATION = {
    'none': '',
    'microns': 'µm',
    'millimeters': 'mm',
    'centimeters': 'cm',
    'decimeters': 'dm',
    'meters': 'm',
    'kilometers': 'km',
    'inches': 'in',
    'feet': 'ft',
    'yards': 'yd',
    'miles': 'mi',
    'other': '',
}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def read_json(value):
    """The value that JSON text stands for, where the text looks like a list or an object; other text as it came."""
    if not isinstance(value, str):
        return value
    text = value.strip()
    if not text.startswith(('[', '{')):
        return value
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return value  # Not JSON after all: the validation says what was expected.


def _refuse(name):
    raise ValueError(name)


def read_number(value):
    """"12.5", also with a typographic minus."""
    if not isinstance(value, str):
        return value
    text = value.strip().replace('\u2212', '-')
    # No number of a model has more digits, and very long ones cost time or are refused by Python.
    if len(text) > 400 or not _NUMBER.match(text):
        return value
    number = float(text)
    return int(text) if re.match(r'^[+-]?\d{1,15}$', text) else number


def read_boolean(value):
    if not isinstance(value, str):
        return value
    return {'true': True, 'false': False}.get(value.strip().lower(), value)


def read_guid(raw):
    """Braces off, lower case, dashes in; what is no GUID is only trimmed. A list of one is taken as its item."""
    # Ids in braces look like JSON and are none: 100 000 failed readings would take seconds.
    listed = raw if isinstance(raw, str) and not raw.lstrip().startswith('[') else read_json(raw)
    value = listed[0] if isinstance(listed, list) and len(listed) == 1 else raw
    if not isinstance(value, str):
        return value
    text = value.strip()
    bare = text[1:-1].strip() if text.startswith('{') and text.endswith('}') else text
    if not _GUID.match(bare):
        return bare
    digits = bare.replace('-', '').lower()
    return '-'.join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _numbers_in(value):
    """A list of numbers from a list, "1,2,3" or JSON text; None where it is none."""
    parts = [part for part in re.split(r'[,;\s]+', value) if part] if isinstance(value, str) else value
    if not isinstance(parts, list):
        return None
    numbers = [read_number(part) for part in parts]
    return numbers if all(is_number(part) for part in numbers) else None


def _parts_of(value, names):
    """The values under `names` in either case, as RhinoCommon's JSON writes X, Y, Z and R, G, B."""
    return [value.get(name) if value.get(name) is not None else value.get(name.upper()) for name in names]


def read_vector(raw):
    """[x, y, z] from {x, y, z} or "1,2,3"."""
    value = read_json(raw)
    numbers = _numbers_in(_parts_of(value, 'xyz') if isinstance(value, dict) else value)
    return value if numbers is None else numbers


def read_point(raw):
    """As read_vector; two numbers lie on the world's XY plane, as in Rhino's command line."""
    value = read_json(raw)
    parts = value
    if isinstance(value, dict):
        named = _parts_of(value, 'xyz')
        parts = named[:2] if named[2] is None else named
    numbers = _numbers_in(parts)
    if numbers is None:
        return value
    return numbers + [0] if len(numbers) == 2 else numbers


def read_grid(raw):
    """Points in one list; rows of points are laid one after the other."""
    listed = read_list(raw)
    if not isinstance(listed, list):
        return listed
    rows = [read_json(row) for row in listed]
    # A list of numbers is a point; any other list is a row of them.
    if all(isinstance(row, list) and _numbers_in(row) is None for row in rows):
        rows = [item for row in rows for item in row]
    return [read_point(row) for row in rows]


def read_color(raw):
    """[r, g, b] from {r, g, b}, "#rrggbb", "#rgb", "255,0,0" or four numbers, whose alpha is dropped."""
    value = read_json(raw)
    if isinstance(value, str):
        text = value.strip()
        full, short = _HEX_COLOR.match(text), _SHORT_HEX_COLOR.match(text)
        digits = full.group(1) if full else ''.join(digit * 2 for digit in short.groups()) if short else None
        if digits:
            return [int(digits[at:at + 2], 16) for at in (0, 2, 4)]
    numbers = _numbers_in(_parts_of(value, 'rgb') if isinstance(value, dict) else value)
    if numbers is None:
        return value
    return numbers[:3] if len(numbers) == 4 else numbers


def read_factors(raw):
    """[x, y, z] factors; one number counts for all three."""
    value = read_number(raw)
    return [value] * 3 if is_number(value) else read_vector(value)


def read_plane(raw):
    """{origin, …}; a bare point is the world's XY plane at that point."""
    value = read_json(raw)
    origin = read_point(value)
    return {'origin': origin} if isinstance(origin, list) else value


def _bare_word(word):
    return re.sub(r'[-_ ]', '', word.lower())


def read_option(value, options):
    """The option that is meant, whatever its case, dashes and blanks: "X-Ray" is XRay."""
    if not isinstance(value, str) or value in options:
        return value
    meant = _bare_word(value)
    for option in options:
        if isinstance(option, str) and _bare_word(option) == meant:
            return option
    return value


def read_units(value):
    """"mm", "Millimetres" and "millimeter" are millimeters."""
    if not isinstance(value, str):
        return value
    word = value.strip().lower()
    plain = re.sub(r'metre(s?)$', r'meter\1', word)
    for units, short in UNIT_ABBREVIATION.items():
        for name in (units, re.sub(r's$', '', units), short):
            if name and name in (plain, word):
                return units
    return {'inch': 'inches', 'foot': 'feet'}.get(plain, value)


def read_list(raw):
    """A list from JSON text, "a, b" or a single value."""
    value = read_json(raw)
    if is_number(value):
        return [value]
    if not isinstance(value, str) or value.strip().startswith('['):
        return value
    return [item.strip() for item in re.split(r'[,;\n]+', value) if item.strip()]


def read_text(value):
    """A number or a truth value where a text is wanted, written as JSON writes it."""
    if isinstance(value, bool):
        return 'true' if value else 'false'
    return number_text(value) if is_number(value) else value


def number_text(number):
    """As JavaScript writes it, so that every host says the same: 5 for 5.0, 0.000001 for 1e-06."""
    if isinstance(number, int) and abs(number) < 2 ** 53:
        return str(number)
    digits, _, exponent = repr(float(number)).partition('e')
    if not exponent:
        return digits[:-2] if digits.endswith('.0') else digits
    sign = '-' if digits.startswith('-') else ''
    whole, _, part = digits.lstrip('-').partition('.')
    part = '' if part == '0' else part
    shift = int(exponent)
    if -6 <= shift < 0:
        return '%s0.%s%s%s' % (sign, '0' * (-shift - 1), whole, part)
    if 0 <= shift < 21:
        return sign + whole + part.ljust(shift, '0')
    return '%s%s%se%s%d' % (sign, whole, '.' + part if part else '', '+' if shift > 0 else '', shift)
