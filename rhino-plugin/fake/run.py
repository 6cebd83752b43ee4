"""A fake Rhino as a process: starts the plugin through startup.py and does what a test says, a line of JSON each.

    python3 run.py [--port N] [--seconds N] [--heavy-seconds N]

Says {"port", "pid", "secretFile"} once the plugin listens; then answers {"id", "do", …} with {"id", "result"}.
"""

import argparse
import json
import os
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.dirname(HERE))

from fakerhino import controls  # noqa: E402
from fakerhino.loop import loop  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--port', type=int, default=0)
    parser.add_argument('--grasshopper-port', type=int)
    parser.add_argument('--seconds', type=float)
    parser.add_argument('--heavy-seconds', type=float)
    options = parser.parse_args()
    loop.control(lambda: _start(options))
    threading.Thread(target=_listen, daemon=True).start()
    loop.run()


def _start(options):
    try:
        controls.start_plugin(options, _say)
    except Exception as error:
        sys.stderr.write('%s\n' % error)
        loop.stop()
        raise


def _listen():
    for line in sys.stdin:
        asked = json.loads(line)
        controls.answer(asked, lambda answer, asked=asked: _say(dict(answer, id=asked['id'])))
    # The test is gone.
    loop.control(controls.quit)


def _say(answer):
    sys.stdout.write(json.dumps(answer) + '\n')
    sys.stdout.flush()


main()
