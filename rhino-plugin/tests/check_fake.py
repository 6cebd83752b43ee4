"""Whether the fake Rhino invents API: every public name of it must stand in the typed stubs, as the same sort of thing,
and every number of arguments that it takes must be one that RhinoCommon takes.

    python3 check_fake.py <folder of the stubs> [<folder of the fake>]

Prints what is wrong, or how much was compared; exits 1 where something is wrong. System is not in the stubs.
"""

import ast
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# Python cannot name a member None; pythonnet shows it by getattr alone.
SPELT = {'None_': 'None'}


class Member(object):
    def __init__(self, sort):
        self.sort = sort
        # Numbers of arguments, without self; None for any.
        self.counts = set()


def _walk(folder):
    for root in ('Rhino', 'Grasshopper'):
        for path, _, names in os.walk(os.path.join(folder, root)):
            yield path, names


def stub_classes(folder):
    """'Rhino.Geometry' → class name → (members, base names)."""
    modules = {}
    for path, names in _walk(folder):
        if '__init__.pyi' not in names:
            continue
        with open(os.path.join(path, '__init__.pyi'), encoding='utf-8') as file:
            # A member that is called None, which pythonnet shows all the same.
            source = re.sub(r'^(\s+)(def )?(None|True|False)(?=[(:])', r'\1\2\3_', file.read(), flags=re.MULTILINE)
        module = os.path.relpath(path, folder).replace(os.sep, '.')
        lines = source.splitlines()
        modules[module] = {
            node.name: (_stub_members(node, lines), [base.id for base in node.bases if isinstance(base, ast.Name)])
            for node in ast.parse(source).body
            if isinstance(node, ast.ClassDef)
        }
    return modules


def _stub_members(node, lines):
    members = {}
    for item in node.body:
        if isinstance(item, ast.FunctionDef):
            decorators = [ast.dump(decorator) for decorator in item.decorator_list]
            is_value = any("'property'" in text or "'setter'" in text for text in decorators)
            if item.name.startswith(('add_', 'remove_')):
                members.setdefault(item.name.split('_', 1)[1], Member('value'))
                continue
            member = members.setdefault(item.name, Member('value' if is_value else 'method'))
            count = len(item.args.args) - (0 if any("'staticmethod'" in text for text in decorators) else 1)
            member.counts.add(count)
        elif isinstance(item, (ast.Assign, ast.AnnAssign)):
            for target in item.targets if isinstance(item, ast.Assign) else [item.target]:
                members[target.id] = Member('value')
    for line in lines[node.lineno - 1:node.end_lineno]:
        if line.strip().startswith('# None ='):
            members['None'] = Member('value')
    return members


def find(modules, module, name, member):
    """The stub's member, its bases' included; None where there is none."""
    members, bases = modules[module][name]
    if member in members:
        return members[member]
    for base in bases:
        for other in modules:
            if base in modules[other] and base != name:
                found = find(modules, other, base, member)
                if found is not None:
                    return found
    return None


def fake_classes(folder):
    """(module, class node, static properties' metaclass node or None)."""
    for path, names in _walk(folder):
        module = os.path.relpath(path, folder).replace(os.sep, '.')
        for name in sorted(names):
            if not name.endswith('.py'):
                continue
            with open(os.path.join(path, name), encoding='utf-8') as file:
                body = ast.parse(file.read()).body
            classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
            for node in classes.values():
                if node.name.startswith('_'):
                    continue
                meta = [word.value.id for word in node.keywords if word.arg == 'metaclass']
                yield module, node, classes.get(meta[0]) if meta else None


def fake_members(node):
    """name → (sort, (least, most arguments) or None)."""
    found = {}
    for item in node.body:
        if isinstance(item, ast.FunctionDef):
            decorators = [ast.dump(decorator) for decorator in item.decorator_list]
            # exact_value: a property of curves that is worked out where their form is known.
            if any("'property'" in text or "'setter'" in text or "'exact_value'" in text for text in decorators):
                found[item.name] = ('value', None)
            else:
                skip = 0 if any("'staticmethod'" in text for text in decorators) else 1
                most = len(item.args.args) - skip
                least = most - len(item.args.defaults)
                found[item.name] = ('method', (least, None if item.args.vararg else most))
            for part in ast.walk(item):
                if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
                    if isinstance(part.value, ast.Name) and part.value.id == 'self':
                        found.setdefault(part.attr, ('value', None))
        elif isinstance(item, ast.Assign):
            for target in item.targets:
                if isinstance(target, ast.Name):
                    found[target.id] = ('value', None)
    return found


def compare(stubs, fake):
    modules = stub_classes(stubs)
    wrong, count = [], 0
    for module, node, meta in fake_classes(fake):
        where = '%s.%s' % (module, node.name)
        if node.name not in modules.get(module, {}):
            wrong.append('%s: Rhino has no such class.' % where)
            continue
        members = dict(fake_members(node))
        members.update(fake_members(meta) if meta else {})
        for name, (sort, counts) in members.items():
            if name.startswith('_') and name != '__init__':
                continue
            known = find(modules, module, node.name, SPELT.get(name, name))
            if name == '__init__':
                # What Rhino makes by itself has no constructor, and the fake may make it as it likes.
                wrong.extend(_counts(where, known, counts) if known is not None else [])
            elif known is None:
                wrong.append('%s.%s: Rhino has no such member.' % (where, name))
            elif known.sort != sort and not (sort == 'value' and _is_alias(node, name)):
                wrong.append('%s.%s is a %s in Rhino.' % (where, name, known.sort))
            elif sort == 'method':
                wrong.extend(_counts('%s.%s' % (where, name), known, counts))
            count += 1
    return wrong, count


def _counts(where, known, counts):
    least, most = counts
    if most is None:
        return [] if any(count >= least for count in known.counts) else ['%s takes too many arguments.' % where]
    bad = [count for count in range(least, most + 1) if count not in known.counts]
    return ['%s takes %d arguments, Rhino %s.' % (where, count, sorted(known.counts)) for count in bad]


def _is_alias(node, name):
    """`Other = Some`: the same method under a second name."""
    return any(
        isinstance(item, ast.Assign) and isinstance(item.value, ast.Name) and item.targets[0].id == name
        for item in node.body
        if isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name)
    )


def main():
    fake = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(HERE), 'fake')
    wrong, count = compare(sys.argv[1], fake)
    for line in wrong:
        print(line)
    print('%d public names of the fake Rhino compared, %d wrong.' % (count, len(wrong)))
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
