class Color(object):
    Empty = None

    def __init__(self, a=0, r=0, g=0, b=0):
        self.A, self.R, self.G, self.B = a, r, g, b

    @staticmethod
    def FromArgb(*parts):
        return Color(255, *parts) if len(parts) == 3 else Color(*parts)

    def ToArgb(self):
        return (self.A << 24) | (self.R << 16) | (self.G << 8) | self.B

    def __eq__(self, other):
        return isinstance(other, Color) and self.ToArgb() == other.ToArgb()

    def __hash__(self):
        return hash(self.ToArgb())


Color.Empty = Color()
Color.Black = Color(255, 0, 0, 0)


class Size(object):
    def __init__(self, width, height):
        self.Width, self.Height = width, height


class Bitmap(object):
    def __init__(self, width, height):
        self.Width, self.Height = width, height

    def Save(self, stream, format):
        stream._bytes += _png(self.Width, self.Height)

    def Dispose(self):
        pass


def _png(width, height):
    """A grey picture."""
    import struct
    import zlib

    def chunk(kind, data):
        whole = kind + data
        return struct.pack('>I', len(data)) + whole + struct.pack('>I', zlib.crc32(whole))

    rows = (b'\0' + b'\x9d' * width) * height
    header = struct.pack('>IIBBBBB', width, height, 8, 0, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')
