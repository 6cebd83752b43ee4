"""What holds for every file of the plugin: Python 3.9, and Rhino in one room only."""

import ast
import os
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLUGIN = os.path.join(ROOT, 'tickbird_rhino')
DOT_NET = (
    'Rhino', 'System', 'Grasshopper', 'Grasshopper2', 'GH_IO', 'Eto', 'scriptcontext', 'rhinoscriptsyntax', 'clr',
)
# The script engine's own memory, where the plugin's single life is kept.
MAY = {'start.py': ('scriptcontext',)}


def sources(folder):
    for path, _, names in os.walk(folder):
        for name in names:
            if name.endswith('.py') and name != 'planted.py':
                full = os.path.join(path, name)
                with open(full, encoding='utf-8') as file:
                    yield os.path.relpath(full, PLUGIN), file.read()


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name.split('.')[0]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.split('.')[0]


class Rules(unittest.TestCase):
    def test_python_3_9_reads_every_file(self):
        count = 0
        for path, source in sources(ROOT):
            with self.subTest(path):
                ast.parse(source, feature_version=(3, 9))
            count += 1
        self.assertGreater(count, 40)

    def test_newer_syntax_would_be_noticed(self):
        with self.assertRaises(SyntaxError):
            ast.parse('match x:\n    case 1: pass\n', feature_version=(3, 9))

    def test_only_the_host_touches_rhino(self):
        for path, source in sources(PLUGIN):
            allowed = DOT_NET if path.startswith('host') else MAY.get(path, ())
            for name in imported(ast.parse(source)):
                self.assertFalse(name in DOT_NET and name not in allowed, '%s imports %s' % (path, name))

    def test_every_parameter_in_the_host_is_typed(self):
        """Where a type is missing, the type check checks nothing. Ours, that know no Rhino, need none."""
        free = ('self', 'app', 'books', 'book', 'clock', 'watcher')
        for path, source in sources(os.path.join(PLUGIN, 'host')):
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.FunctionDef):
                    bare = [arg.arg for arg in node.args.args if arg.annotation is None and arg.arg not in free]
                    self.assertEqual(bare, [], '%s: %s' % (path, node.name))

    def test_lines_are_short_and_files_are_small(self):
        long = []
        for path, source in sources(ROOT):
            lines = source.splitlines()
            self.assertLess(len(lines), 400, path)
            long.extend((path, number) for number, line in enumerate(lines, 1) if len(line) > 130)
        self.assertEqual(long, [])


if __name__ == '__main__':
    unittest.main()
