import { spawn } from 'node:child_process'
import type { CommandLine } from './command-line.ts'

/** A program that outlives us. */
export interface StartedProgram {
  readonly pid: number | undefined
  /** How it ended; null while it runs. `ok`: with exit code 0. */
  readonly ended: { ok: boolean; how: string } | null
}

/** Starts a program that stays when we end. What it prints is nobody's. */
export function startProgram({ file, args, env, verbatim }: CommandLine): StartedProgram {
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    stdio: 'ignore',
    detached: true,
    windowsVerbatimArguments: verbatim,
  })
  const started: { pid: number | undefined; ended: StartedProgram['ended'] } = { pid: child.pid, ended: null }
  child.on('error', ({ message }) => {
    started.ended ??= { ok: false, how: message }
  })
  child.on('exit', (code, signal) => {
    started.ended ??= { ok: code === 0, how: signal ? `signal ${signal}` : `exit code ${code}` }
  })
  child.unref()
  return started
}
