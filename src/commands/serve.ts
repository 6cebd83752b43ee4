import { spawn } from 'node:child_process'
import { createCore } from '../app.ts'
import { CoreRuns } from '../core/presence.ts'
import { say } from './output.ts'
import { Alone, untilAsked } from './shutdown.ts'

/** `tickbird serve`: one core per data folder; a second one says where the first is. */
export async function serve(options: { port?: number; open: boolean; untilAlone?: boolean }): Promise<void> {
  const alone = new Alone()
  const core = await createCore({
    mode: 'web',
    onClients: alone.count,
    ...(options.port === undefined ? {} : { port: options.port }),
  }).catch((error: unknown) => {
    if (!(error instanceof CoreRuns)) throw error
    say.note(error.message)
    say.json(error.line)
    return null
  })
  if (!core) return
  const line = { url: core.url, mcp: core.mcp }
  say.json(line)
  say.note(`Tickbird is open at ${core.url}`)
  if (options.open) openInBrowser(core.url)
  await Promise.race([untilAsked(), ...(options.untilAlone ? [alone.forLong] : [])])
  await core.close()
  process.exit(0)
}

/** A page that does not open by itself is no failure: its address was printed. */
function openInBrowser(url: string): void {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]]
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return
  const opener = spawn(command as string, args as string[], { stdio: 'ignore', detached: true })
  opener.on('error', () => say.note('Open that address in your browser.'))
  opener.unref()
}
