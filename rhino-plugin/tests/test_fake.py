"""That the check of the fake finds what is invented, and that the fake's undo stack keeps Rhino's documented rules."""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), 'fake'))

from fakerhino import commands  # noqa: E402
from fakerhino.switches import switches  # noqa: E402
from fakerhino.undo import undo_redo  # noqa: E402
from Rhino import RhinoDoc, document  # noqa: E402
from Rhino.Geometry import Point3d  # noqa: E402
from tests import check_fake  # noqa: E402

STUB = '''
class RhinoDoc:
    @property
    def Name(self) -> str: ...
    @property
    def Modified(self) -> bool: ...
    @overload
    def BeginUndoRecord(self, description: str) -> int: ...
    @overload
    def EndUndoRecord(self, undoRecordSerialNumber: int) -> bool: ...
'''


class CheckFake(unittest.TestCase):
    def test_finds_what_is_invented_and_nothing_else(self):
        import tempfile

        with tempfile.TemporaryDirectory() as stubs:
            os.mkdir(os.path.join(stubs, 'Rhino'))
            with open(os.path.join(stubs, 'Rhino', '__init__.pyi'), 'w') as file:
                file.write(STUB)
            wrong, count = check_fake.compare(stubs, os.path.join(HERE, 'planted'))
        self.assertEqual(count, 5)
        self.assertEqual(
            sorted(wrong),
            [
                'Rhino.RhinoDoc.BeginUndoRecord takes 2 arguments, Rhino [1].',
                'Rhino.RhinoDoc.Modified is a value in Rhino.',
                'Rhino.RhinoDoc.Nonsense: Rhino has no such member.',
                'Rhino.RhinoTeapot: Rhino has no such class.',
            ],
        )


class Undo(unittest.TestCase):
    def setUp(self):
        self.doc = document._new()
        self.addCleanup(lambda: document._close(self.doc))
        self.told = []
        listener = lambda sender, args: self.told.append((args._what, args.UndoSerialNumber))  # noqa: E731
        undo_redo.__iadd__(listener)
        self.addCleanup(lambda: undo_redo.__isub__(listener))
        for name, value in vars(switches).items():
            self.addCleanup(setattr, switches, name, value)

    def add(self):
        return self.doc.Objects.AddPoint(Point3d(1, 2, 3))

    def count(self):
        return len(list(self.doc.Objects))

    def test_a_record_while_one_is_open_is_refused(self):
        serial = self.doc.BeginUndoRecord('one')
        self.assertGreater(serial, 0)
        self.assertEqual(self.doc.BeginUndoRecord('two'), 0)
        self.assertFalse(self.doc.EndUndoRecord(serial + 1))
        self.assertTrue(self.doc.EndUndoRecord(serial))
        self.assertEqual(self.doc.BeginUndoRecord('three'), serial + 1)

    def test_undo_that_is_off_refuses(self):
        self.doc.UndoRecordingEnabled = False
        self.assertEqual(self.doc.BeginUndoRecord('one'), 0)

    def test_goes_back_and_forth_with_every_kind_of_change(self):
        id = self.add()
        serial = self.doc.BeginUndoRecord('all')
        self.add()
        attributes = self.doc.Objects.FindId(id).Attributes.Duplicate()
        attributes.Name = 'named'
        self.doc.Objects.ModifyAttributes(id, attributes, True)
        moved = self.doc.Objects.FindId(id).Geometry.Duplicate()
        moved._points[0].X = 50
        self.doc.Objects.Replace(id, moved, True)
        layer = self.doc.Layers.Add('Walls', self.doc.Layers[0].Color)
        self.doc.Layers.SetCurrentLayerIndex(layer, True)
        self.doc.EndUndoRecord(serial)
        self.assertTrue(commands.run(self.doc, '_Undo'))
        self.assertEqual((self.count(), self.doc.Layers.CurrentLayerIndex), (1, 0))
        found = self.doc.Objects.FindId(id)
        self.assertEqual((found.Name, found.Geometry.Location.X), ('', 1))
        commands.run(self.doc, '_Redo')
        found = self.doc.Objects.FindId(id)
        self.assertEqual((self.count(), found.Name, found.Geometry.Location.X), (2, 'named', 50))
        self.assertEqual(self.doc.Layers.CurrentLayer.FullPath, 'Walls')
        told = [what for what, at in self.told if 'do' in what]
        self.assertEqual(told, ['BeginUndo', 'EndUndo', 'BeginRedo', 'EndRedo'])

    def test_an_edit_outside_any_record_is_not_undone(self):
        self.add()
        commands.run(self.doc, '_Undo')
        self.assertEqual(self.count(), 1)
        switches.unrecorded_edits_undoable = True
        self.add()
        commands.run(self.doc, '_Undo')
        self.assertEqual(self.count(), 1)

    def test_an_empty_record_goes_unless_the_switch_keeps_it(self):
        self.doc.EndUndoRecord(self.doc.BeginUndoRecord('nothing'))
        self.assertEqual(len(self.doc._undo.done), 0)
        switches.keeps_empty_records = True
        self.doc.EndUndoRecord(self.doc.BeginUndoRecord('nothing'))
        self.assertEqual(len(self.doc._undo.done), 1)

    def test_undo_as_a_method_leaves_a_record_open(self):
        serial = self.doc.BeginUndoRecord('one')
        self.add()
        self.doc.EndUndoRecord(serial)
        self.assertTrue(self.doc.Undo())
        self.assertEqual(self.doc.BeginUndoRecord('two'), 0)

    def test_the_oldest_records_are_purged(self):
        switches.max_records = 1
        serials = []
        for _ in range(2):
            serials.append(self.doc.BeginUndoRecord('one'))
            self.add()
            self.doc.EndUndoRecord(serials[-1])
        self.assertIn(('PurgeRecord', serials[0]), self.told)
        self.assertEqual([record.serial for record in self.doc._undo.done], serials[1:])

    def test_events_name_their_document(self):
        seen = []
        listener = lambda sender, args: seen.append(args.TheObject.Document)  # noqa: E731
        RhinoDoc.AddRhinoObject += listener
        try:
            self.add()
        finally:
            RhinoDoc.AddRhinoObject -= listener
        self.assertEqual(seen, [self.doc])


if __name__ == '__main__':
    unittest.main()
