import { basename } from 'node:path'
import type { UnitSystem } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import { modelOf } from '../document/export.ts'
import { emptyModel } from '../document/start.ts'
import { readFile, writeFile } from '../files/files.ts'
import { formatOfPath } from '../files/format.ts'
import type { FileModel, FileNote } from '../files/model.ts'
import type { Call, Handlers } from './call.ts'

export const files = {
  'files.get_document_path'(_params, { doc }) {
    const file_name = doc.path === null ? null : basename(doc.path)
    return { file_path: doc.path, file_name, is_modified: doc.modified }
  },

  async 'files.save_document'(_params, call) {
    const { path } = call.doc
    if (path === null) {
      throw new Fault('OPERATION_FAILED', 'The document has no file yet.', {
        next: 'Save it with files.save_document_as and a path.',
      })
    }
    await save(call, path, true)
    return { success: true, file_path: path }
  },

  async 'files.save_document_as'({ file_path, overwrite }, call) {
    if (formatOfPath(file_path) !== '3dm') {
      throw new Fault('INVALID_PARAMS', 'A document is saved as a .3dm file.', {
        parameter: 'file_path',
        next: 'End the path in .3dm, or use files.export_document for other formats.',
      })
    }
    await save(call, file_path, overwrite || file_path === call.doc.path)
    return { success: true, file_path }
  },

  async 'files.new_document'({ template_path, units }, call) {
    const model = template_path === undefined ? emptyModel(units) : await template(call, template_path, units)
    call.replaceDocument({ model, path: null })
    return { success: true, template: template_path ?? '' }
  },

  async 'files.open_document'({ file_path, recover_as }, call) {
    const { model, notes } = await readFile(file_path, null, call.internals)
    const own = formatOfPath(file_path) === '3dm' ? file_path : null
    const path = recover_as === undefined ? own : recover_as === '' ? null : recover_as
    const doc = call.replaceDocument({ model, path })
    if (recover_as !== undefined) doc.markModified()
    return { success: true, file_path, object_count: model.objects.length, ...told(notes) }
  },
} satisfies Handlers

async function save({ doc, internals, uncovered }: Call, path: string, overwrite: boolean): Promise<void> {
  await writeFile(path, modelOf(doc), { format: '3dm', overwrite }, internals)
  doc.markSaved(path)
  uncovered(`saved ${basename(path)}`)
}

async function template(call: Call, path: string, units: UnitSystem | undefined): Promise<FileModel> {
  try {
    const { model } = await readFile(path, null, call.internals)
    return units === undefined ? model : { ...model, units }
  } catch (error) {
    if (!(error instanceof Fault) || error.details.parameter !== 'file_path') throw error
    throw new Fault(error.code, error.message, { ...error.details, parameter: 'template_path' })
  }
}

export function told(notes: readonly FileNote[]): { notes?: string[] } {
  return notes.length > 0 ? { notes: notes.map(({ message }) => message) } : {}
}
