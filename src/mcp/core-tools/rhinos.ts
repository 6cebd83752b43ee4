import { listListeners } from '../../home/listeners.ts'
import { findInstalls } from '../../rhino/desktop/installs.ts'
import { type LaunchOptions, launchRhino } from '../../rhino/desktop/launch.ts'
import { runningRhinos } from '../../rhino/desktop/running.ts'
import { type System, thisSystem } from '../../rhino/desktop/system.ts'
import type { CoreTool } from './core-tools.ts'
import { launchRhinoTool, listRhinosTool } from './specs.ts'

export interface RhinosSetup extends Pick<LaunchOptions, 'plugin' | 'start' | 'timeoutMs' | 'pollMs'> {
  home: string
  /** Another machine, for tests. */
  system?: System
}

/** The tools for Rhino as a program on this computer. */
export function rhinoTools({ home, ...launching }: RhinosSetup): CoreTool[] {
  const system = launching.system ?? thisSystem()
  return [
    {
      spec: listRhinosTool,
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
      spec: launchRhinoTool,
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
