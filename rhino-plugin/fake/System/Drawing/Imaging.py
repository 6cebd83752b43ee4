class ImageFormat(object):
    Png = 'png'
    Jpeg = 'jpeg'
