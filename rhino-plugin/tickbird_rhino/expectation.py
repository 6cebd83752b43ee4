"""What a parameter wants, as the end of a sentence: "a number above 0", "one of top, front"."""

import json
import re

from .spelling import UNIT_ABBREVIATION, is_number, number_text

_KINDS = {
    'point': 'a point [x, y, z]',
    'vector': 'a direction [x, y, z]',
    'color': 'a colour [r, g, b] with whole numbers from 0 to 255',
    'factors': 'a number, or three [x, y, z]',
    'guid': 'an object id',
    'grid': 'a list of at least 4 points [x, y, z], row after row',
    'any': 'a value',
    'units': 'one of ' + ', '.join(UNIT_ABBREVIATION),
    'signed_length': 'a number other than 0',
    'plane': 'a plane {"origin": [x, y, z], "normal": [x, y, z]} or a point',
}
# Limits that nobody meets are not worth a word.
_FAR = 1e9
_SHOWN = 60


def expectation(entry):
    kind = entry['type']
    if entry.get('kind') in _KINDS:
        return _KINDS[entry['kind']]
    if 'enum' in entry:
        return 'one of ' + ', '.join(str(option) for option in entry['enum'])
    if kind in ('number', 'integer'):
        return _number(entry)
    if kind == 'boolean':
        return 'true or false'
    if kind == 'string':
        return 'a text that is not empty' if entry.get('min_length') == 1 else 'a text'
    if kind == 'array':
        return _list(entry)
    return 'an object {…}' if kind == 'object' else 'another value'


def _number(entry):
    noun = 'a whole number' if entry['type'] == 'integer' else 'a number'
    low, high = entry.get('min'), entry.get('max')
    low = low if low is not None and low > -_FAR else None
    high = high if high is not None and high < _FAR else None
    if low is not None and high is not None:
        return '%s from %s to %s' % (noun, low, high)
    limits = []
    if low is not None:
        limits.append(' of at least %s' % low)
    if 'above' in entry:
        limits.append(' above %s' % entry['above'])
    if high is not None:
        limits.append(' of at most %s' % high)
    return noun + ' and'.join(limits)


def _list(entry):
    least, most = entry.get('min_items', 0), entry.get('max_items')
    items = _plural(expectation(entry['items']))
    if least == most:
        return 'a list of %d %s' % (least, items)
    return 'a list of %s%s' % (items, ', at least %d' % least if least > 0 else '')


def _plural(phrase):
    bare = re.sub(r'^an? ', '', phrase)
    return re.sub(r'^(object id|point|direction|number|whole number|text|list|colour|plane)', r'\1s', bare)


def shown(value, missing=False):
    """A value as it came, short enough for a sentence."""
    if missing:
        return 'nothing'
    if isinstance(value, list) and len(value) > 8:
        return 'a list of %d' % len(value)
    if isinstance(value, str):
        value = value[:_SHOWN]
    try:
        text = _text(value)
    except RecursionError:
        text = 'a deeply nested value'
    return text if len(text) <= _SHOWN else text[:_SHOWN - 1] + '…'


def _text(value):
    if isinstance(value, list):
        return '[%s]' % ','.join(_text(item) for item in value)
    if isinstance(value, dict):
        parts = ('%s:%s' % (json.dumps(key, ensure_ascii=False), _text(item)) for key, item in value.items())
        return '{%s}' % ','.join(parts)
    return number_text(value) if is_number(value) else json.dumps(value, ensure_ascii=False)
