"""Python and Rhino's own commands, for what no other method does."""

import re

from ..host import files, macros, scripts
from ..host.plain import plain
from ..host.results import wrong
from ..registry import handles

SECONDS = 120.0
# A script that is longer is no script.
MAX_BYTES = 10000000
NAME = re.compile(r'^[A-Za-z_]\w*$')


def _variables(given, parameter):
    for name in given:
        if not NAME.match(name):
            raise wrong(parameter, '%s is no name of a variable.' % name[:100], 'Send names of letters, digits and _.')
    return given


@handles('scripting.execute_python')
def execute_python(params, call):
    variables = _variables(params['context'], 'context')
    seconds = params.get('timeout_seconds') or SECONDS
    ran = scripts.run(
        call.document.rhino, params['code'], '<script>', variables, seconds, call.check, params['capture_output']
    )
    return dict(ran, success=True)


@handles('scripting.evaluate_expression')
def evaluate_expression(params, call):
    variables = _variables(params['variables'], 'variables')
    value = scripts.evaluate(call.document.rhino, params['expression'], variables, SECONDS, call.check)
    return {'success': True, 'value': plain(value), 'type': type(value).__name__, 'error': None}


@handles('scripting.run_rhino_script')
def run_rhino_script(params, call):
    path = files.existing(params['file_path'])
    if not path.lower().endswith('.py'):
        raise wrong('file_path', 'That is no Python file.', 'Name a file that ends in .py.')
    with open(path, 'rb') as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise wrong('file_path', 'The file is too large for a script.', 'Name a Python file.')
    # As bytes, so that Python heeds the encoding that the file declares.
    ran = scripts.run(call.document.rhino, content, path, {}, SECONDS, call.check)
    return dict(ran, success=True, file_path=path)


@handles('scripting.execute_rhinocommand')
def execute_rhinocommand(params, call):
    macro = params['command'].strip()
    if not macro:
        raise wrong(
            'command', 'No command is named.', 'Send a command with all its answers, like "_-Line 0,0,0 1,0,0".'
        )
    ran = yield from macros.run(call.document, macro, params['echo'])
    error = None
    if ran['waits'] is not None:
        error = 'It waited for an answer and was cancelled: “%s”. Send all answers in one line.' % ran['waits']
    elif not ran['finished']:
        error = 'Rhino did not finish the command.'
    return {
        'success': error is None,
        'command': params['command'],
        'command_result': '\n'.join(ran['lines']),
        'error': error,
    }
