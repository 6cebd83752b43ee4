"""What happened to which things of a document, netted: each thing's first state before and its last after.

A state is None where the thing was not there, else a dict with at least a name or a guid; for objects a brief
{guid, kind, name, layer, size}, or {guid} alone where nobody looked in time.
"""

# Objects that a summary lists of each sort, and states that are looked at while they pass.
MAX_LISTED = 100

WORDS = {'layer': 'layer', 'group': 'group', 'material': 'material', 'block': 'block', 'view': 'named view'}


class Change(object):
    def __init__(self, table, id, before, after):
        self.table = table
        self.id = id
        self.before = before
        self.after = after


class ChangeSet(object):
    def __init__(self):
        self._changes = {}

    def __len__(self):
        return len(self._changes)

    def __iter__(self):
        return iter(list(self._changes.values()))

    def note(self, table, id, before, after):
        """Adds a change that happened after all that is noted so far. What came and went is no change."""
        known = self._changes.pop((table, id), None)
        change = Change(table, id, known.before if known else before, after)
        if change.before is not None or change.after is not None:
            self._changes[(table, id)] = change

    def say(self, sentence):
        """A change that has no table: "units set to meters"."""
        self._changes[('other', sentence)] = Change('other', sentence, {}, {})


def compose(sets):
    """Several records as one, oldest first."""
    whole = ChangeSet()
    for changes in sets:
        for change in changes:
            if change.table == 'other':
                whole.say(change.id)
            else:
                whole.note(change.table, change.id, change.before, change.after)
    return whole


def reverse(changes):
    """The other way round, for what an undo did."""
    back = ChangeSet()
    for change in changes:
        if change.table == 'other':
            back.say('taken back: ' + change.id)
        else:
            back.note(change.table, change.id, change.after, change.before)
    return back


def no_change():
    return {
        'counts': {'added': 0, 'removed': 0, 'modified': 0},
        'added': [],
        'removed': [],
        'modified': [],
        'other': [],
        'bounding_box_before': None,
        'bounding_box_after': None,
        'volume_before': None,
        'volume_after': None,
        'uncovered': [],
    }


def changed_anything(summary):
    return sum(summary['counts'].values()) + len(summary['other']) > 0


def summarize(changes, brief, bounds_before, bounds_after):
    """`brief(id)` looks an object up as it is now, None where it is not there; it is asked at most 200 times."""
    objects = [change for change in changes if change.table == 'object']
    added = [change for change in objects if change.before is None]
    removed = [change for change in objects if change.after is None]
    modified = [change for change in objects if change.before is not None and change.after is not None]
    summary = no_change()
    summary['counts'] = {'added': len(added), 'removed': len(removed), 'modified': len(modified)}
    summary['added'] = [_shape(change.after, brief) for change in added[:MAX_LISTED]]
    summary['removed'] = [_shape(change.before, brief) for change in removed[:MAX_LISTED]]
    summary['modified'] = [_shape(change.after, brief) for change in modified[:MAX_LISTED]]
    summary['other'] = [_sentence(change) for change in changes if change.table != 'object'][:MAX_LISTED]
    summary['bounding_box_before'] = bounds_before
    summary['bounding_box_after'] = bounds_after
    return summary


def look(changes, brief):
    """Fills in the briefs of what is there now, before it goes."""
    for change in [change for change in changes if change.table == 'object' and change.after][:3 * MAX_LISTED]:
        found = brief(change.id)
        if found:
            change.after.update(found)


def _shape(state, brief):
    if 'kind' not in state:
        state = brief(state['guid']) or state
    return {
        'guid': state['guid'],
        'kind': state.get('kind', 'unsupported'),
        'name': state.get('name', ''),
        'layer': state.get('layer', ''),
        'size': state.get('size'),
    }


def _sentence(change):
    if change.table == 'other':
        return change.id
    name = (change.after or change.before).get('name', '')
    what = 'added' if change.before is None else 'removed' if change.after is None else 'changed'
    return '%s %s %s' % (WORDS.get(change.table, change.table), name, what)
