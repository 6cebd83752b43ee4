"""Changes of the document's tables that are no objects: layers, groups, materials, blocks."""

from __future__ import annotations

from typing import Any, Callable

import Rhino

from .. import serialize


def watch(watcher: Any) -> Callable[[], None]:
    """Starts listening; the result stops it."""
    doc = Rhino.RhinoDoc

    def layer(sender: object, args: Rhino.DocObjects.Tables.LayerTableEventArgs) -> None:
        _safely(watcher, lambda: _layer(watcher, args))

    def group(sender: object, args: Rhino.DocObjects.Tables.GroupTableEventArgs) -> None:
        _safely(watcher, lambda: _group(watcher, args))

    def material(sender: object, args: Rhino.DocObjects.Tables.MaterialTableEventArgs) -> None:
        _safely(watcher, lambda: _material(watcher, args))

    def block(sender: object, args: Rhino.DocObjects.Tables.InstanceDefinitionTableEventArgs) -> None:
        _safely(watcher, lambda: _block(watcher, args))

    doc.LayerTableEvent += layer
    doc.GroupTableEvent += group
    doc.MaterialTableEvent += material
    doc.InstanceDefinitionTableEvent += block

    def off() -> None:
        doc.LayerTableEvent -= layer
        doc.GroupTableEvent -= group
        doc.MaterialTableEvent -= material
        doc.InstanceDefinitionTableEvent -= block

    return off


def _safely(watcher: Any, work: Callable[[], None]) -> None:
    try:
        work()
    except BaseException as error:
        watcher.app.log('A table event: %s: %s' % (type(error).__name__, error))


def _layer(watcher: Any, args: Rhino.DocObjects.Tables.LayerTableEventArgs) -> None:
    book = watcher.book(args.Document)
    event = str(args.EventType)
    if book is None or event == 'Sorted':
        return
    table, index = args.Document.Layers, int(args.LayerIndex)
    layer = table.FindIndex(index)
    if layer is None:
        return
    after = {'name': str(layer.FullPath)}
    if event == 'Current':
        book.ledger.say('current layer set to %s' % after['name'])
        return
    id = serialize.guid(layer.Id)
    old = args.OldState
    if event == 'Added':
        book.ledger.note('layer', id, None, after)
        book.on_failure(lambda: table.Delete(index, True))
    elif event == 'Deleted':
        book.ledger.note('layer', id, after, None)
        book.on_failure(lambda: table.Undelete(index))
    elif event == 'Undeleted':
        book.ledger.note('layer', id, None, after)
    else:
        book.ledger.note('layer', id, {'name': str(old.FullPath) if old is not None else after['name']}, after)
        if old is not None:
            book.on_failure(lambda: table.Modify(old, index, True))


def _group(watcher: Any, args: Rhino.DocObjects.Tables.GroupTableEventArgs) -> None:
    book = watcher.book(args.Document)
    if book is None:
        return
    table, index = args.Document.Groups, int(args.GroupIndex)
    state = {'name': str(table.GroupName(index) or index)}
    _noted(book, 'group', str(index), str(args.EventType), state)
    if str(args.EventType) == 'Added':
        book.on_failure(lambda: table.Delete(index))


def _material(watcher: Any, args: Rhino.DocObjects.Tables.MaterialTableEventArgs) -> None:
    book = watcher.book(args.Document)
    if book is None:
        return
    table, index = args.Document.Materials, int(args.Index)
    found = table.FindIndex(index)
    state = {'name': str(found.Name) if found is not None else str(index)}
    _noted(book, 'material', str(index), str(args.EventType), state)
    if str(args.EventType) == 'Added':
        book.on_failure(lambda: table.DeleteAt(index))


def _block(watcher: Any, args: Rhino.DocObjects.Tables.InstanceDefinitionTableEventArgs) -> None:
    book = watcher.book(args.Document)
    if book is None:
        return
    table, index = args.Document.InstanceDefinitions, int(args.InstanceDefinitionIndex)
    state = args.NewState
    named = {'name': str(state.Name) if state is not None else str(index)}
    _noted(book, 'block', str(index), str(args.EventType), named)
    if str(args.EventType) == 'Added':
        book.on_failure(lambda: table.Delete(index, True, True))


def _noted(book: Any, table: str, id: str, event: str, state: Any) -> None:
    if event in ('Added', 'Undeleted'):
        book.ledger.note(table, id, None, state)
    elif event == 'Deleted':
        book.ledger.note(table, id, state, None)
    elif event == 'Modified':
        book.ledger.note(table, id, state, state)
