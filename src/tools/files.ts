import { z } from 'zod'
import { defineTool } from './define.ts'
import { fileName, quoted } from './phrases.ts'
import { success } from './results.ts'
import { filePath, overwrite, unitSystem } from './schema.ts'

export const getDocumentPath = defineTool({
  name: 'get_document_path',
  method: 'files.get_document_path',
  title: 'Document path',
  description: 'Where the document is saved, and whether it has unsaved changes.',
  keywords: ['file name', 'location', 'unsaved', 'speicherort'],
  input: z.object({}),
  output: z.object({
    file_path: z.string().nullable(),
    file_name: z.string().nullable(),
    is_modified: z.boolean(),
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, output) => output.file_name ?? 'Not saved yet',
})

export const saveDocument = defineTool({
  name: 'save_document',
  method: 'files.save_document',
  title: 'Save document',
  description: 'Saves the document where it was last saved; undo does not cover files.',
  keywords: ['store', 'write', 'speichern'],
  input: z.object({}),
  output: z.object({ ...success, file_path: z.string() }),
  effect: 'file',
  pace: 'heavy',
  sets: ['full'],
  summarize: (_input, output) => `Saved ${quoted(fileName(output.file_path))}`,
})

export const saveDocumentAs = defineTool({
  name: 'save_document_as',
  method: 'files.save_document_as',
  title: 'Save document as',
  description: 'Saves the document as a .3dm file under a new path.',
  keywords: ['store', 'write', 'save copy', 'speichern unter'],
  input: z.object({ file_path: filePath('Absolute, ends in .3dm.'), overwrite }),
  output: z.object({ ...success, file_path: z.string() }),
  effect: 'file',
  pace: 'heavy',
  sets: ['full'],
  summarize: (_input, output) => `Saved ${quoted(fileName(output.file_path))}`,
})

export const newDocument = defineTool({
  name: 'new_document',
  method: 'files.new_document',
  title: 'New document',
  description: 'Replaces the document with an empty one. Unsaved changes are lost: save first.',
  keywords: ['blank', 'start over', 'empty file', 'neu'],
  input: z.object({
    template_path: filePath('A .3dm file to start from.').optional(),
    units: unitSystem().optional(),
  }),
  output: z.object({ ...success, template: z.string() }),
  effect: 'file',
  sets: ['full'],
  aliases: { template_path: ['template'] },
  summarize: () => 'Started a new document',
})

export const openDocument = defineTool({
  name: 'open_document',
  method: 'files.open_document',
  title: 'Open document',
  description: 'Replaces the document with a .3dm file. Unsaved changes are lost: save first.',
  keywords: ['load', 'read file', 'öffnen'],
  input: z.object({
    file_path: filePath('Absolute.'),
    recover_as: z
      .string()
      .max(4096)
      .describe('For autosaves: the path the document belongs to, "" for none. It then counts as modified.')
      .optional(),
  }),
  output: z.object({
    ...success,
    file_path: z.string(),
    object_count: z.number().int().optional(),
    /** What this host keeps but cannot edit: "3 SubDs are kept as they are". */
    notes: z.array(z.string()).optional(),
  }),
  effect: 'file',
  pace: 'heavy',
  sets: ['full'],
  summarize: (_input, output) => `Opened ${quoted(fileName(output.file_path))}`,
})
