import { z } from 'zod'
import { defineTool, type ToolSpec } from '../../tools/define.ts'
import { filePath } from '../../tools/schema.ts'

export const listRhinosTool = defineTool({
  name: 'list_rhinos',
  method: 'core.list_rhinos',
  title: 'List Rhinos',
  description: 'Which Rhinos are installed on this computer, and which run, with Tickbird’s plugin or without.',
  keywords: ['installed', 'versions', 'running', 'instances', 'programs'],
  input: z.object({}),
  output: z.object({
    installed: z.array(z.object({ label: z.string(), version: z.number().int().nullable(), path: z.string() })),
    running: z.array(z.object({ process_id: z.number().int(), with_plugin: z.boolean() })),
  }),
  effect: 'read',
  sets: ['full'],
  summarize: (_input, { installed, running }) => `${installed.length} installed, ${running.length} running`,
})

export const launchRhinoTool = defineTool({
  name: 'launch_rhino',
  method: 'core.launch_rhino',
  title: 'Launch Rhino',
  description:
    'Starts Rhino with Tickbird’s plugin and waits until it can be used, up to two minutes. For when the user wants Rhino and none is connected.',
  keywords: ['start', 'open', 'run', 'program', 'starten', 'lancer', 'iniciar', 'avviare'],
  input: z.object({
    version: z.number().int().min(7).max(20).describe('7, 8, …; the newest when left out.').optional(),
    path: filePath('Rhino.exe or the Rhino app, where it is in an unusual place.').optional(),
  }),
  output: z.object({ label: z.string(), process_id: z.number().int(), port: z.number().int() }),
  effect: 'create',
  pace: 'heavy',
  sets: ['full'],
  summarize: (_input, { label }) => `${label} is running`,
})

export const readFileSummaryTool = defineTool({
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

/** The tools that Tickbird carries out itself. */
export const CORE_TOOLS: readonly ToolSpec[] = [listRhinosTool, launchRhinoTool, readFileSummaryTool]
