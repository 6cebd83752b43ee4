class MemoryStream(object):
    def __init__(self):
        self._bytes = b''

    def ToArray(self):
        return self._bytes

    def Dispose(self):
        pass
