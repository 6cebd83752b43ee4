import type { File3dm } from 'rhino3dm'
import { Fault } from '../../../wire/fault.ts'
import type { FileModel } from '../model.ts'
import { type Keep, type Rhino, withHandles } from '../rhino/load.ts'
import { addLayer, editSettings } from './edit.ts'

/** Rhino 8's archive version, for new files. */
export const NEWEST_ARCHIVE = 80

/** Opens the bytes with rhino3dm; a Fault where it cannot. */
export function openDocument(rhino: Rhino, bytes: Uint8Array, keep: Keep): File3dm {
  const doc = rhino.File3dm.fromByteArray(bytes)
  if (doc) return keep(doc)
  throw new Fault(
    'OPERATION_FAILED',
    'The .3dm file cannot be read: it is damaged, encrypted or made by a newer Rhino.',
    {
      next: 'Open it in Rhino and save it again, or use an earlier save (Rhino keeps one as .3dmbak).',
    },
  )
}

/** `version`: 50, 60, 70 or 80. */
export function writeDocument(rhino: Rhino, doc: File3dm, version: number, keep: Keep): Uint8Array {
  const options = keep(new rhino.File3dmWriteOptions())
  options.version = version / 10
  return doc.toByteArrayOptions(options)
}

/**
 * A document with nothing in it but its units, tolerances, first layer and the program's name, as a base for new files. (Into
 * a file without a layer rhino3dm puts one of its own.)
 */
export function blankDocument(rhino: Rhino, model: FileModel, version: number): Uint8Array {
  return withHandles(rhino, (keep) => {
    const doc = keep(new rhino.File3dm())
    doc.applicationName = 'Tickbird'
    editSettings(rhino, doc, model, keep)
    const [first] = model.layers
    if (first) addLayer(rhino, doc, first, keep)
    return writeDocument(rhino, doc, version, keep)
  })
}
