"""Validates calls for a test in another language: a JSON list [method, params] on each line of stdin, and for each a
line {"method", "params"} or {"fault"} out."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tickbird_rhino.errors import Fault  # noqa: E402
from tickbird_rhino.registry import Handler, Registry, load_table  # noqa: E402


def main():
    table = load_table()
    anything = Handler(None, None, None, None)
    registry = Registry(table, {name: anything for name in table['methods']})
    for line in sys.stdin:
        name, params = json.loads(line)
        try:
            method, parsed = registry.resolve(name, params)
            answer = {'method': method.name, 'params': parsed}
        except Fault as fault:
            answer = {'fault': fault.to_wire()}
        print(json.dumps(answer))


main()
