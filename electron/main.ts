import { app, BrowserWindow, dialog, ipcMain, MessageChannelMain, protocol, session } from 'electron'
import type { createCore } from '../src/app.ts'
import { ENTRY } from '../src/entries.ts'
import { denyPermissions, serveBundle } from './guard.ts'
import { setMenu } from './menu.ts'
import { isOwnPage } from './origin.ts'
import { Seat } from './seat.ts'

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
  const seat = new Seat(startCore, giveUp)
  app.on('second-instance', () => seat.show())
  await app.whenReady()
  denyPermissions(session.defaultSession)
  serveBundle(protocol, ENTRY.panel)
  setMenu(process.platform)

  ipcMain.on('rpc-port', ({ senderFrame }) => {
    // Only our own page's top frame gets a port to the core.
    if (!seat.core || !senderFrame || senderFrame.parent || !isOwnPage(senderFrame.url)) return
    const { port1, port2 } = new MessageChannelMain()
    seat.core.servePort(port1)
    port1.start()
    senderFrame.postMessage('rpc-port', null, [port2])
  })
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) seat.show()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    // Open turns are closed and children ended before the process may go.
    event.preventDefault()
    void seat.leave().finally(() => {
      closed = true
      app.quit()
    })
  })
  await seat.take().catch(giveUp)
}

function giveUp(error: unknown): void {
  dialog.showErrorBox('Tickbird could not start', error instanceof Error ? error.message : String(error))
  app.quit()
}
