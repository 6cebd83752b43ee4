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
