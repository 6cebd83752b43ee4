import { join } from 'node:path'
import { BrowserWindow, nativeTheme, shell, type WebPreferences } from 'electron'
import { isOwnPage, mayOpenOutside, ORIGIN } from './origin.ts'

/** Paper and graphite, so that no white flashes before the panel draws. */
const GROUND = { light: '#FAF9F7', dark: '#1B1D1F' } as const

/** A page in a sandbox that can reach nothing but its own origin. */
const LOCKED: WebPreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
}

/** The one window: our own panel, which gets a port to the core, or the panel that a core of another process serves. */
export function openWindow(servedAt: string | null): BrowserWindow {
  const window = new BrowserWindow({
    width: 1180,
    height: 820,
    minWidth: 320,
    minHeight: 480,
    show: false,
    title: 'Tickbird',
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    // A panel that is served talks to where it came from, like in a browser, and has no need of ours.
    webPreferences: servedAt ? LOCKED : { ...LOCKED, preload: join(import.meta.dirname, '../preload/preload.cjs') },
  })
  window.once('ready-to-show', () => window.show())
  const { webContents } = window
  webContents.setWindowOpenHandler(({ url }) => {
    if (mayOpenOutside(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
  webContents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url, servedAt ? new URL(servedAt).origin : ORIGIN)) event.preventDefault()
  })
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  // A core that goes while its page loads: whoever opened this window hears of that too, and opens another one.
  window.loadURL(servedAt ?? `${ORIGIN}/`).catch(() => undefined)
  return window
}
