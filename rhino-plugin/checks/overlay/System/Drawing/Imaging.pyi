class ImageFormat:
    Png: ImageFormat
    Jpeg: ImageFormat
