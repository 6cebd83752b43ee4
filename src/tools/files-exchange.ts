import { z } from 'zod'
import { defineTool } from './define.ts'
import { fileName, quoted } from './phrases.ts'
import { success } from './results.ts'
import { filePath, guids, overwrite } from './schema.ts'

const target = filePath('Absolute; its ending gives the format: .3dm, .step, .stl, .obj, …')

const exported = z.object({
  ...success,
  file_path: z.string(),
  object_count: z.number().int(),
  file_size_bytes: z.number().int(),
  /** What the format could not take: "2 lights were left out". */
  notes: z.array(z.string()).optional(),
})

export const importFile = defineTool({
  name: 'import_file',
  method: 'files.import_file',
  title: 'Import file',
  description: 'Adds the objects of a file to the document.',
  keywords: ['insert file', 'load', 'bring in', 'step', 'obj', 'stl', 'importieren'],
  input: z.object({ file_path: filePath('Absolute.') }),
  output: z.object({
    ...success,
    file_path: z.string(),
    object_count: z.number().int(),
    guids: z.array(z.string()).optional(),
    notes: z.array(z.string()).optional(),
  }),
  effect: 'create',
  pace: 'heavy',
  sets: ['full'],
  summarize: (_input, output, words) =>
    `Imported ${words.count(output.object_count, 'object')} from ${quoted(fileName(output.file_path))}`,
  objects: (_input, output) => output.guids ?? [],
})

export const exportObjects = defineTool({
  name: 'export_objects',
  method: 'files.export_objects',
  title: 'Export objects',
  description: 'Writes objects to a file. Returns its size.',
  keywords: ['send', 'step', 'stl', 'obj', '3d print', 'exportieren'],
  input: z.object({ guids: guids(), file_path: target, overwrite }),
  output: exported,
  effect: 'file',
  pace: 'heavy',
  sets: ['full'],
  aliases: { guids: ['object_ids', 'ids'] },
  summarize: (_input, output, words) =>
    `Exported ${words.count(output.object_count, 'object')} to ${quoted(fileName(output.file_path))}`,
  objects: (input) => input.guids,
})

export const exportDocument = defineTool({
  name: 'export_document',
  method: 'files.export_document',
  title: 'Export document',
  description: 'Writes the whole document to a file. Returns its size.',
  keywords: ['send', 'step', 'stl', 'obj', '3d print', 'hand over', 'exportieren'],
  input: z.object({ file_path: target, overwrite, selected_only: z.boolean().default(false) }),
  output: exported,
  effect: 'file',
  pace: 'heavy',
  sets: ['full'],
  summarize: (_input, output, words) =>
    `Exported ${words.count(output.object_count, 'object')} to ${quoted(fileName(output.file_path))}`,
})

export const exportSelected = defineTool({
  name: 'export_selected',
  method: 'files.export_selected',
  title: 'Export selection',
  description: 'Writes the selected objects to a file. Returns its size.',
  keywords: ['send', 'step', 'stl', 'obj', 'auswahl exportieren'],
  input: z.object({ file_path: target, overwrite }),
  output: exported,
  effect: 'file',
  pace: 'heavy',
  sets: ['full'],
  summarize: (_input, output, words) =>
    `Exported ${words.count(output.object_count, 'object')} to ${quoted(fileName(output.file_path))}`,
})
