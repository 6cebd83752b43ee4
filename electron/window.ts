import { join } from 'node:path'
import { BrowserWindow, nativeTheme, shell } from 'electron'
import { isOwnPage, mayOpenOutside, ORIGIN } from './origin.ts'

/** Paper and graphite, so that no white flashes before the panel draws. */
const GROUND = { light: '#FAF9F7', dark: '#1B1D1F' } as const

/** The one window: the panel in a sandbox that can reach nothing but its own files and the core's port. */
export function openWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1180,
    height: 820,
    minWidth: 320,
    minHeight: 480,
    show: false,
    title: 'Tickbird',
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
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
    },
  })
  window.once('ready-to-show', () => window.show())
  const { webContents } = window
  webContents.setWindowOpenHandler(({ url }) => {
    if (mayOpenOutside(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
  webContents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  void window.loadURL(`${ORIGIN}/`)
  return window
}
