"""Invented API: check_fake.py must find each of these, and nothing else here."""


class RhinoDoc(object):
    Name = property(lambda self: '')
    Nonsense = property(lambda self: '')

    def BeginUndoRecord(self, description, colour):
        pass

    def Modified(self):
        pass

    def EndUndoRecord(self, undoRecordSerialNumber):
        pass


class RhinoTeapot(object):
    pass
