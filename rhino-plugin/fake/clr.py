"""pythonnet's module. Assemblies of the fake are modules of Python already."""


def AddReference(name):
    pass
