"""Parameters in the spelling that the method table wants, from whatever spelling they came in (see spelling.py).

Follows the table only, so hostile nesting costs nothing; never raises, never changes what it was given. Null for an
optional parameter is as if it were absent. Parameters that the table does not name are left out.
"""

from . import spelling

_READERS = {
    'point': spelling.read_point,
    'vector': spelling.read_vector,
    'color': spelling.read_color,
    'factors': spelling.read_factors,
    'guid': spelling.read_guid,
    'signed_length': spelling.read_number,
    'units': spelling.read_units,
    'plane': spelling.read_plane,
    'grid': spelling.read_grid,
    'any': spelling.read_json,
}


def coerce(entries, params):
    """`entries`: name → entry of the method table."""
    read = {}
    for name, entry in entries.items():
        if name not in params or (params[name] is None and not entry.get('required')):
            continue
        read[name] = read_value(entry, params[name])
    return read


def read_value(entry, value):
    of_kind = _READERS.get(entry.get('kind'))
    kind = entry['type']
    if kind == 'object' and 'properties' in entry:
        opened = (of_kind or spelling.read_json)(value)
        return coerce(entry['properties'], opened) if isinstance(opened, dict) else opened
    if of_kind:
        return of_kind(value)
    if kind == 'array':
        items = spelling.read_list(value)
        return [read_value(entry['items'], item) for item in items] if isinstance(items, list) else items
    if kind == 'object':
        record = spelling.read_json(value)
        if not isinstance(record, dict) or 'values' not in entry:
            return record
        return {key: read_value(entry['values'], item) for key, item in record.items()}
    if 'enum' in entry:
        return spelling.read_option(value, entry['enum'])
    if kind in ('number', 'integer'):
        number = spelling.read_number(value)
        return int(number) if kind == 'integer' and isinstance(number, float) and number.is_integer() else number
    if kind == 'boolean':
        return spelling.read_boolean(value)
    return spelling.read_text(value) if kind == 'string' else value
