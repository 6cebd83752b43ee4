from . import Generic as Generic
