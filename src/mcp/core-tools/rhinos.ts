import { z } from 'zod'
import { listListeners } from '../../home/listeners.ts'
import { findInstalls } from '../../rhino/desktop/installs.ts'
import { type LaunchOptions, launchRhino } from '../../rhino/desktop/launch.ts'
import { runningRhinos } from '../../rhino/desktop/running.ts'
import { type System, thisSystem } from '../../rhino/desktop/system.ts'
import { defineTool } from '../../tools/define.ts'
import { filePath } from '../../tools/schema.ts'
import type { CoreTool } from './core-tools.ts'

export interface RhinosSetup extends Pick<LaunchOptions, 'plugin' | 'start' | 'timeoutMs' | 'pollMs'> {
  home: string
  /** Another machine, for tests. */
  system?: System
}

const listSpec = defineTool({
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

const launchSpec = defineTool({
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

/** The tools for Rhino as a program on this computer. */
export function rhinoTools({ home, ...launching }: RhinosSetup): CoreTool[] {
  const system = launching.system ?? thisSystem()
  return [
    {
      spec: listSpec,
      run: async () => {
        const listening = listListeners(home)
          .filter(({ kind }) => kind === 'rhino')
          .map(({ pid }) => pid)
        const pids = new Set([...listening, ...runningRhinos(system).map(({ pid }) => pid)])
        return {
          installed: findInstalls(system).map(({ label, major, path }) => ({ label, version: major, path })),
          running: [...pids].map((pid) => ({ process_id: pid, with_plugin: listening.includes(pid) })),
        }
      },
    },
    {
      spec: launchSpec,
      run: async (input, { signal, onProgress }) => {
        const { version, path } = input as { version?: number; path?: string }
        const { label, processId, port } = await launchRhino({
          ...launching,
          home,
          version,
          path,
          signal,
          onProgress: ({ seconds, sentence }) => onProgress?.({ done: seconds, text: sentence }),
        })
        return { label, process_id: processId, port }
      },
    },
  ]
}
