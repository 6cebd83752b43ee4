import { open } from 'node:fs/promises'
import { extname, isAbsolute } from 'node:path'
import { z } from 'zod'
import { reason } from '../../home/write.ts'
import { defineTool } from '../../tools/define.ts'
import { filePath } from '../../tools/schema.ts'
import { Fault } from '../../wire/fault.ts'
import type { CoreTool } from './core-tools.ts'
import { FileWindow } from './file-window.ts'
import { readThreeDm } from './threedm.ts'

const spec = defineTool({
  name: 'read_file_summary',
  method: 'core.read_file_summary',
  title: 'Read file summary',
  description:
    'What is in a .3dm file without opening it: Rhino version, units, objects by type, layers. Of other files the size and date.',
  keywords: ['inspect', 'preview', 'peek', 'info', 'contents', 'file properties', 'dateiinfo'],
  input: z.object({ file_path: filePath('Absolute.') }),
  output: z.object({
    file_path: z.string(),
    bytes: z.number().int(),
    modified: z.string(),
    format: z.string(),
    rhino_version: z.number().int().nullable(),
    units: z.string().nullable(),
    absolute_tolerance: z.number().nullable(),
    objects: z.number().int().nullable(),
    by_type: z.record(z.string(), z.number()).nullable(),
    layers: z.array(z.string()).nullable(),
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, { format, objects, units }) =>
    objects === null ? `A ${format} file` : `${objects} objects in ${units ?? 'no units'}`,
})

/** Beyond this an answer has more layers than anybody reads. */
const MOST_LAYERS = 500

export const fileSummary: CoreTool = {
  spec,
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
