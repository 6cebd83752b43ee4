"""Grasshopper 1: definitions, their values, and what they make."""

from ..host import canvas, canvas_values, files, layers, objects
from ..host.results import failed, wrong
from ..registry import handles

MAX_VALUES = 100


def _component(params):
    definition = canvas.definition()
    return definition, canvas.find(definition, params.get('component_nickname'), params.get('component_guid'))


@handles('grasshopper.open_definition')
def open_definition(params, call):
    path = files.existing(params['file_path'])
    if not path.lower().endswith(('.gh', '.ghx')):
        raise wrong('file_path', 'That is no definition.', 'Name a file that ends in .gh or .ghx.')
    definition = yield from canvas.open_file(call.document, path)
    return {'status': 'opened', 'file_path': path, 'component_count': len(canvas.components(definition))}


@handles('grasshopper.close_definition')
def close_definition(params, call):
    canvas.close()
    return {'status': 'closed'}


@handles('grasshopper.list_components')
def list_components(params, call):
    wanted = (params.get('component_type') or '').lower()
    listed = [canvas_values.listed(one) for one in canvas.components(canvas.definition())]
    return {'components': [one for one in listed if not wanted or wanted in (one['name'].lower(), one['type'].lower())]}


@handles('grasshopper.get_param')
def get_param(params, call):
    return canvas_values.described(_component(params)[1])


@handles('grasshopper.set_param', records=False)
def set_param(params, call):
    definition, found = _component(params)
    value = canvas_values.put(found, params['value'])
    call.uncovered('Grasshopper: %s' % found.NickName)
    if params['run_after']:
        canvas.solve(definition, False)
    return {'status': 'set', 'component': str(found.NickName), 'value': value}


@handles('grasshopper.bake')
def bake(params, call):
    definition, found = _component(params)
    baked = canvas.bake(call.document, found, _layer(params, call))
    if not baked:
        raise failed('The component holds nothing that can be baked.', 'Solve it first, or name another component.')
    return {'baked_guids': baked, 'count': len(baked)}


def _layer(params, call):
    path = params.get('layer')
    return objects.layer_index(call.document, None) if path is None else layers.find_or_create(call.document, path)


@handles('grasshopper.run_definition')
def run_definition(params, call):
    path = params.get('file_path')
    if path is None:
        definition = canvas.definition()
    else:
        definition = yield from canvas.open_file(call.document, files.existing(path))
    for nickname, value in params['inputs'].items():
        canvas_values.put(canvas.find(definition, nickname, None), value)
        call.uncovered('Grasshopper: %s' % nickname)
    canvas.solve(definition, True)
    errors = [one for one in canvas_values.messages(definition) if one['level'] == 'error']
    outputs, baked = {}, []
    for one in canvas_values.ends(definition):
        for port in canvas.outputs_of(one):
            outputs['%s.%s' % (one.NickName, port.NickName)] = canvas_values.data(port, MAX_VALUES)
        if params['bake']:
            baked.extend(canvas.bake(call.document, one, _layer(params, call)))
    return {'status': 'solved with errors' if errors else 'solved', 'outputs': outputs, 'baked_guids': baked}


@handles('grasshopper.solve')
def solve(params, call):
    canvas.version_one(params.get('version'))
    definition = canvas.definition()
    canvas.solve(definition, True)
    messages = canvas_values.messages(definition)
    solved = not any(one['level'] == 'error' for one in messages)
    state = str(definition.SolutionState)
    return {'status': 'solved', 'solution_state': state, 'solved': solved, 'messages': messages}


@handles('grasshopper.read_graph')
def read_graph(params, call):
    canvas.version_one(params.get('version'))
    definition = canvas.definition()
    only = params.get('guids')
    listed = []
    for one in canvas.components(definition):
        about = canvas_values.listed(one)
        if only is not None and about['guid'] not in only:
            continue
        described = canvas_values.described(one)
        listed.append(
            {
                'guid': about['guid'],
                'name': about['name'],
                'nickname': about['nickname'],
                'position': about['position'],
                'value': None if described['type'] == 'component' else described['value'],
                'inputs': [_port(port, params) for port in canvas.inputs_of(one)],
                'outputs': [_port(port, params) for port in canvas.outputs_of(one)],
            }
        )
    shown = set(one['guid'] for one in listed)
    return {
        'components': listed,
        'connections': [
            wire
            for wire in canvas_values.wires(definition)
            if wire['source_component'] in shown or wire['target_component'] in shown
        ],
        'messages': [one for one in canvas_values.messages(definition) if one['guid'] in shown],
    }


def _port(port, params):
    about = {'name': str(port.Name), 'nickname': str(port.NickName), 'type': str(port.TypeName)}
    if not params['data']:
        return about
    return dict(about, count=int(port.VolatileDataCount), data=canvas_values.data(port, params['sample']))
