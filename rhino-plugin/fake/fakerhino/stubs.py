"""RhinoCommon's published signatures, for what the fake has not written by hand.

`npm run check:plugin` fetches them; FAKE_RHINO_STUBS names the folder. Without them only hand-written API is there.
"""

import ast
import json
import os

FOLDER = os.environ.get('FAKE_RHINO_STUBS', '')
_modules = None


def available():
    return os.path.isdir(os.path.join(FOLDER, 'Rhino')) if FOLDER else False


def modules():
    """module → class name → {bases, members}; members: name → {value: type} or {calls: [{args, result, static}]}."""
    global _modules
    if _modules is None:
        _modules = _load() if available() else {}
    return _modules


def _load():
    """Parsing takes seconds, so what was found is kept beside the stubs."""
    kept = os.path.join(FOLDER, 'fake-rhino.json')
    try:
        if os.path.getmtime(kept) >= os.path.getmtime(os.path.join(FOLDER, 'stamp')):
            with open(kept, encoding='utf-8') as file:
                return json.load(file)
    except (OSError, ValueError):
        pass  # Not kept yet, or half written by somebody: parsed once more.
    found = {}
    for path, _, names in os.walk(os.path.join(FOLDER, 'Rhino')):
        if '__init__.pyi' in names:
            module = os.path.relpath(path, FOLDER).replace(os.sep, '.')
            with open(os.path.join(path, '__init__.pyi'), encoding='utf-8') as file:
                found[module] = _classes(file.read().replace('def None(', 'def None_('))
    draft = '%s.%d' % (kept, os.getpid())
    with open(draft, 'w', encoding='utf-8') as file:
        json.dump(found, file)
    os.replace(draft, kept)
    return found


def _classes(source):
    lines = source.splitlines()
    classes = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
            classes[node.name] = {'bases': bases, 'members': _members(node, lines)}
    return classes


def _members(node, lines):
    members = {}
    for item in node.body:
        if isinstance(item, ast.FunctionDef):
            _function(members, item)
        elif isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name):
            members[item.targets[0].id] = {'value': ast.literal_eval(item.value)}
        elif isinstance(item, ast.AnnAssign):
            members[item.target.id] = {'type': ast.unparse(item.annotation), 'static': True}
    for line in lines[node.lineno - 1:node.end_lineno]:
        if line.strip().startswith('# None ='):
            members['None'] = {'value': int(line.split('=')[1])}
    return members


def _function(members, item):
    decorators = ' '.join(ast.unparse(decorator) for decorator in item.decorator_list)
    result = ast.unparse(item.returns) if item.returns else 'None'
    if 'setter' in decorators:
        return
    if 'property' in decorators:
        members[item.name] = {'type': result, 'static': 'classmethod' in decorators}
        return
    static = 'staticmethod' in decorators
    args = [ast.unparse(arg.annotation) if arg.annotation else 'Any' for arg in item.args.args[0 if static else 1:]]
    member = members.setdefault(item.name, {'calls': []})
    if 'calls' in member:
        member['calls'].append({'args': args, 'result': result, 'static': static, 'any': item.args.vararg is not None})


def class_of(name, near):
    """(module, class) of a type's name, the nearest first; None where Rhino has none."""
    name = name[len('_type_'):] if name.startswith('_type_') else name
    for module in [near] + sorted(modules()):
        if name in modules().get(module, {}):
            return module, name
    return None


def member_of(module, name, member):
    """Of a class or its bases; None where Rhino has none."""
    known = modules().get(module, {}).get(name)
    if known is None:
        return None
    if member in known['members']:
        return known['members'][member]
    for base in known['bases']:
        place = class_of(base, module)
        found = member_of(place[0], place[1], member) if place and place != (module, name) else None
        if found is not None:
            return found
    return None
