import { app, BrowserWindow, dialog, ipcMain, MessageChannelMain, protocol, session } from 'electron'
import type { createCore } from '../src/app.ts'
import { ENTRY } from '../src/entries.ts'
import { denyPermissions, serveBundle } from './guard.ts'
import { setMenu } from './menu.ts'
import { isOwnPage } from './origin.ts'
import { openWindow } from './window.ts'

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
])

/** Starts the shell around a core: one window, one lock, one way out. */
export async function start(startCore: typeof createCore): Promise<void> {
  app.enableSandbox()
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  await app.whenReady()
  denyPermissions(session.defaultSession)
  serveBundle(protocol, ENTRY.panel)
  setMenu(process.platform)
  const core = await startCore({ mode: 'electron' }).catch((error: unknown) => {
    dialog.showErrorBox('Tickbird could not start', error instanceof Error ? error.message : String(error))
    app.quit()
    return null
  })
  if (!core) return

  ipcMain.on('rpc-port', ({ senderFrame }) => {
    // Only our own page's top frame gets a port to the core.
    if (!senderFrame || senderFrame.parent || !isOwnPage(senderFrame.url)) return
    const { port1, port2 } = new MessageChannelMain()
    core.servePort(port1)
    port1.start()
    senderFrame.postMessage('rpc-port', null, [port2])
  })

  let window: BrowserWindow | null = openWindow()
  window.on('closed', () => {
    window = null
  })
  app.on('second-instance', () => {
    if (!window) return
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) window = openWindow()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    // Open turns are closed and children ended before the process may go.
    event.preventDefault()
    void core.close().finally(() => {
      closed = true
      app.quit()
    })
  })
}
