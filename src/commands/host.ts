import { spawn } from 'node:child_process'
import { ENTRY } from '../entries.ts'
import { homeFolder } from '../home/folder.ts'
import { SettingsService } from '../settings/service.ts'

/** `tickbird host`: the built-in modeller's own process; its line on stdout is the command's. */
export async function host(options: { port?: number; allowLegacy?: boolean }): Promise<void> {
  const args = [
    ...['--parent-pid', String(process.pid)],
    ...(options.port === undefined ? [] : ['--port', String(options.port)]),
    ...(options.allowLegacy || settingsAllowLegacy() ? ['--allow-legacy'] : []),
  ]
  const child = spawn(process.execPath, [ENTRY.host, ...args], { stdio: ['pipe', 'inherit', 'inherit'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'))
  process.exitCode = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

/** What the user has set for every host of theirs; the plugin in Rhino reads the same. */
function settingsAllowLegacy(): boolean {
  const settings = new SettingsService(homeFolder(), null)
  try {
    return settings.current.allowLegacy
  } finally {
    settings.close()
  }
}
