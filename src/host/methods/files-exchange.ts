import { basename, isAbsolute, relative } from 'node:path'
import { homeFolder } from '../../home/folder.ts'
import { Fault } from '../../wire/fault.ts'
import type { DocumentObject } from '../document/entry.ts'
import { modelOf } from '../document/export.ts'
import { readFile, writeFile } from '../files/files.ts'
import type { Call, Handlers, Limits } from './call.ts'
import { told } from './files.ts'
import { mergeModel } from './merge.ts'

export const exchange = {
  async 'files.import_file'({ file_path }, call) {
    const { model, notes } = await readFile(file_path, null, call.internals)
    for (const { geometry } of model.objects) call.own(geometry)
    const { guids, notes: merged } = mergeModel(call, model)
    return { success: true, file_path, object_count: guids.length, guids, ...told([...notes, ...merged]) }
  },

  'files.export_objects': ({ guids, file_path, overwrite }, call) =>
    exportTo(call, file_path, call.doc.objects(guids), overwrite),

  'files.export_document'({ file_path, overwrite, selected_only }, call) {
    const objects = selected_only ? selected(call) : call.doc.tables.sorted('object')
    return exportTo(call, file_path, objects, overwrite)
  },

  'files.export_selected': ({ file_path, overwrite }, call) => exportTo(call, file_path, selected(call), overwrite),
} satisfies Handlers

const FORMATS = 'Reads and writes .3dm, .step, .stl and .obj only.'
export const exchangeLimits = {
  'files.import_file': FORMATS,
  'files.export_objects': FORMATS,
  'files.export_document': FORMATS,
  'files.export_selected': FORMATS,
} satisfies Limits

async function exportTo(call: Call, path: string, objects: readonly DocumentObject[], overwrite: boolean) {
  const { doc, internals, uncovered } = call
  const { bytes, notes } = await writeFile(path, modelOf(doc, objects), { overwrite }, internals)
  // What the core keeps in its own folder is no doing of the turn.
  if (!isInside(homeFolder(), path)) uncovered(`exported ${basename(path)}`)
  return {
    success: true,
    file_path: path,
    object_count: objects.length,
    file_size_bytes: bytes.byteLength,
    ...told(notes),
  }
}

function selected({ doc }: Call): DocumentObject[] {
  if (doc.selection.size > 0) return [...doc.selection].map((id) => doc.object(id))
  throw new Fault('OPERATION_FAILED', 'Nothing is selected.', {
    next: 'Select objects first, or name them with files.export_objects.',
  })
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}
