"""Files: open, save, import, export."""

import os

from ..host import files, inputs, settings
from ..host.results import failed, wrong
from ..registry import handles


@handles('files.get_document_path')
def get_document_path(params, call):
    return files.details(call.document.rhino)


@handles('files.save_document')
def save_document(params, call):
    path = files.details(call.document.rhino)['file_path']
    if path is None:
        raise failed('The document has no file yet.', 'Save it with files.save_document_as and a path.')
    return _saved(call, path)


@handles('files.save_document_as')
def save_document_as(params, call):
    path = params['file_path']
    if os.path.splitext(path)[1].lower() != '.3dm':
        raise wrong(
            'file_path',
            'A document is saved as a .3dm file.',
            'End the path in .3dm, or use files.export_document for other formats.',
        )
    own = files.details(call.document.rhino)['file_path'] == os.path.normpath(path)
    return _saved(call, files.writable(path, params['overwrite'] or own))


def _saved(call, path):
    files.save(call.document, path)
    call.uncovered('saved %s' % os.path.basename(path))
    return {'success': True, 'file_path': path}


@handles('files.new_document')
def new_document(params, call):
    template = params.get('template_path')
    whole = None if template is None else files.existing(template, 'template_path')
    _moved_to(call, files.new(call.document, whole))
    if params.get('units') is not None:
        settings.set_units(call.document.rhino, params['units'], False)
        call.document.rhino.Modified = False
    return {'success': True, 'template': template or ''}


@handles('files.open_document')
def open_document(params, call):
    path, recover_as = files.existing(params['file_path']), params.get('recover_as')
    if os.path.splitext(path)[1].lower() != '.3dm':
        raise wrong('file_path', 'Only a .3dm file is a document.', 'Use files.import_file for other formats.')
    _moved_to(call, files.open_other(call.document, path))
    answer = {'success': True, 'file_path': path, 'object_count': len(call.document.objects())}
    if recover_as is not None:
        call.document.rhino.Modified = True
        where = 'Save it as %s.' % recover_as if recover_as else 'Save it under a path of its own.'
        answer['notes'] = ['Rhino keeps the path of the file that was opened. ' + where]
    return answer


def _moved_to(call, doc):
    """The rest of the call is about the document that was opened."""
    found = call.plugin.app.find(int(doc.RuntimeSerialNumber))
    if found is None:
        raise failed('Rhino opened the document, but does not list it.', 'Look at rhino.list_documents.')
    call.document = found


@handles('files.import_file')
def import_file(params, call):
    path = files.existing(params['file_path'])
    guids = files.import_into(call.document, path)
    return {'success': True, 'file_path': path, 'object_count': len(guids), 'guids': guids}


@handles('files.export_document')
def export_document(params, call):
    if params['selected_only']:
        return export_selected(params, call)
    path = files.writable(params['file_path'], params['overwrite'])
    return _exported(call, path, len(call.document.objects()), files.write(call.document, path, False))


@handles('files.export_selected')
def export_selected(params, call):
    found = call.document.selected()
    if not found:
        raise failed('Nothing is selected.', 'Select objects first, or name them with files.export_objects.')
    path = files.writable(params['file_path'], params['overwrite'])
    return _exported(call, path, len(found), files.write(call.document, path, True))


@handles('files.export_objects')
def export_objects(params, call):
    found = inputs.objects(call.document, params['guids'])
    path = files.writable(params['file_path'], params['overwrite'])
    with files.Selected(call.document, found):
        size = files.write(call.document, path, True)
    return _exported(call, path, len(found), size)


def _exported(call, path, count, size):
    call.uncovered('exported %s' % os.path.basename(path))
    return {'success': True, 'file_path': path, 'object_count': count, 'file_size_bytes': size}
