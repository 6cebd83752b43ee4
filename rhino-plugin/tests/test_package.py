"""The package says the same version everywhere."""

import json
import os
import re
import unittest

from tickbird_rhino.version import VERSION

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Package(unittest.TestCase):
    def test_one_version(self):
        with open(os.path.join(os.path.dirname(ROOT), 'package.json'), encoding='utf-8') as file:
            self.assertEqual(json.load(file)['version'], VERSION)
        with open(os.path.join(ROOT, 'yak', 'manifest.yml'), encoding='utf-8') as file:
            self.assertEqual(re.search(r'^version: (.+)$', file.read(), re.MULTILINE).group(1), VERSION)

    def test_the_start_script_asks_for_python_3(self):
        with open(os.path.join(ROOT, 'startup.py'), encoding='utf-8') as file:
            self.assertEqual(file.readline(), '#! python3\n')


if __name__ == '__main__':
    unittest.main()
