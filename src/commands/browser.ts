import { spawn } from 'node:child_process'

/** Opens an address in the person's browser. False where there is no screen to open one on; `failed` hears of more. */
export function openInBrowser(url: string, failed: () => void): boolean {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return false
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]]
  const opener = spawn(command as string, args as string[], { stdio: 'ignore', detached: true })
  opener.on('error', failed)
  opener.unref()
  return true
}
