import type { RhinoInstall } from './installs.ts'
import { type System, thisSystem } from './system.ts'

export interface RunningRhino {
  pid: number
  /** Null where the system does not say. */
  path: string | null
}

/** Every Rhino that runs, with the plugin or without, as the system lists it. */
export function runningRhinos(system: System = thisSystem()): RunningRhino[] {
  if (system.platform === 'win32') {
    return readTasks(system.ask('tasklist', ['/FI', 'IMAGENAME eq Rhino.exe', '/FO', 'CSV', '/NH']))
  }
  if (system.platform === 'darwin') return readProcesses(system.ask('/bin/ps', ['-axo', 'pid=,comm=']))
  return []
}

/** Whether it is this installation's; taken for it where the system does not say. */
export const runsFrom = ({ path }: RunningRhino, install: RhinoInstall): boolean =>
  path === null || path.startsWith(`${install.path}/`)

const TASK = /^"Rhino\.exe","(\d+)"/i

function readTasks(text: string): RunningRhino[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const pid = Number(TASK.exec(line)?.[1])
    return pid > 0 ? [{ pid, path: null }] : []
  })
}

const PROCESS = /^\s*(\d+)\s+(\/.*\.app\/Contents\/MacOS\/Rhinoceros)\s*$/

function readProcesses(text: string): RunningRhino[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, path] = PROCESS.exec(line) ?? []
    return pid && path ? [{ pid: Number(pid), path }] : []
  })
}
