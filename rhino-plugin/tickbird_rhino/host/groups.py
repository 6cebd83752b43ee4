"""Groups of objects."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import Rhino

from .. import serialize
from .document import Document
from .results import failed, many, wrong


def listed(document: Document) -> List[Dict[str, Any]]:
    return [_described(document, group) for group in _groups(document)]


def _groups(document: Document) -> List[Rhino.DocObjects.Group]:
    return [group for group in document.rhino.Groups if not document.rhino.Groups.IsDeleted(int(group.Index))]


def _described(document: Document, group: Rhino.DocObjects.Group) -> Dict[str, Any]:
    members = many(document.rhino.Groups.GroupMembers(int(group.Index)))
    return {
        'name': str(group.Name),
        'index': int(group.Index),
        'member_count': len(members),
        'member_guids': [serialize.guid(member.Id) for member in members],
    }


def _find(document: Document, name: str) -> Optional[Rhino.DocObjects.Group]:
    return next((group for group in _groups(document) if str(group.Name).lower() == name.lower()), None)


def put_into(document: Document, found: List[Rhino.DocObjects.RhinoObject], name: Optional[str]) -> str:
    """The name of the group: the one of that name, else a new one."""
    groups = document.rhino.Groups
    known = _find(document, name) if name else None
    if known is not None:
        index = int(known.Index)
    else:
        index = int(groups.Add(name) if name else groups.Add())
    if index < 0:
        raise failed('Rhino made no group.', 'Choose another name for it.')
    for one in found:
        if not groups.AddToGroup(index, one.Id):
            raise failed('Rhino did not put %s into the group.' % serialize.guid(one.Id), 'Unlock it first.')
    return str(groups.GroupName(index))


def dissolve(document: Document, name: str) -> List[str]:
    """The ids of what was in it. Raises INVALID_PARAMS."""
    group = _find(document, name)
    if group is None:
        names = [str(one.Name) for one in _groups(document)][:20]
        raise wrong(
            'group_name',
            'There is no group “%s”.' % name[:100],
            'Take one of: %s.' % ', '.join(names) if names else 'The document has no groups.',
        )
    members = many(document.rhino.Groups.GroupMembers(int(group.Index)))
    for member in members:
        attributes = member.Attributes.Duplicate()
        attributes.RemoveFromGroup(int(group.Index))
        document.rhino.Objects.ModifyAttributes(member, attributes, True)
    if not document.rhino.Groups.Delete(int(group.Index)):
        raise failed('Rhino did not dissolve the group.', 'Ungroup it in Rhino.')
    return [serialize.guid(member.Id) for member in members]
