from typing import Any, Dict

import Rhino

sticky: Dict[str, Any]
doc: Rhino.RhinoDoc

def escape_test(throw_exception: bool = ..., reset: bool = ...) -> bool: ...
