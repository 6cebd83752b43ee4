# https://learn.microsoft.com/dotnet/api/system.drawing
from . import Imaging as Imaging
from System.Drawing.Imaging import ImageFormat
from System.IO import MemoryStream

class Color:
    A: int
    R: int
    G: int
    B: int
    Empty: Color
    @staticmethod
    def FromArgb(red: int, green: int, blue: int) -> Color: ...

class Size:
    Width: int
    Height: int
    def __init__(self, width: int, height: int) -> None: ...

class Point:
    X: int
    Y: int
    def __init__(self, x: int, y: int) -> None: ...

class PointF:
    X: float
    Y: float
    def __init__(self, x: float, y: float) -> None: ...

class SizeF:
    Width: float
    Height: float

class Rectangle:
    X: int
    Y: int
    Width: int
    Height: int

class RectangleF:
    X: float
    Y: float
    Width: float
    Height: float

class Image:
    Width: int
    Height: int
    def Save(self, stream: MemoryStream, format: ImageFormat) -> None: ...
    def Dispose(self) -> None: ...

class Bitmap(Image): ...
