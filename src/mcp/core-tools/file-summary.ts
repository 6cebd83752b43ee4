import { open } from 'node:fs/promises'
import { extname, isAbsolute } from 'node:path'
import { reason } from '../../home/write.ts'
import { Fault } from '../../wire/fault.ts'
import type { CoreTool } from './core-tools.ts'
import { FileWindow } from './file-window.ts'
import { readFileSummaryTool } from './specs.ts'
import { readThreeDm } from './threedm.ts'

/** Beyond this an answer has more layers than anybody reads. */
const MOST_LAYERS = 500

export const fileSummary: CoreTool = {
  spec: readFileSummaryTool,
  run: async (input, { signal }) => {
    const path = String(input.file_path)
    if (!isAbsolute(path)) {
      throw new Fault('INVALID_PARAMS', `${path.slice(0, 200)} is no absolute path.`, {
        parameter: 'file_path',
        next: 'Send the whole path.',
      })
    }
    const file = await open(path, 'r').catch((error: unknown) => {
      throw unreadable(path, error)
    })
    try {
      const stat = await file.stat()
      if (!stat.isFile()) throw unreadable(path, new Error('it is not a file'))
      const format = extname(path).slice(1).toLowerCase()
      const base = { file_path: path, bytes: stat.size, modified: stat.mtime.toISOString(), format }
      const nothing = { rhino_version: null, units: null, absolute_tolerance: null, objects: null, by_type: null }
      if (format !== '3dm' && format !== '3dmbak') return { ...base, ...nothing, layers: null }
      const { format: version, layers, ...rest } = await readThreeDm(new FileWindow(file, stat.size), signal)
      return { ...base, rhino_version: version, ...rest, layers: layers.slice(0, MOST_LAYERS) }
    } finally {
      await file.close()
    }
  },
}

const unreadable = (path: string, error: unknown) =>
  new Fault('OPERATION_FAILED', `${path.slice(0, 200)} cannot be read (${reason(error)}).`, {
    parameter: 'file_path',
    next: 'Check the path, and that the file is on this computer.',
  })
