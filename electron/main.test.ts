import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CoreRuns } from '../src/app.ts'
import * as fake from '../test/fakes/electron.ts'
import { serveBundle } from './guard.ts'
import { start } from './main.ts'
import { fileFor, mayOpenOutside } from './origin.ts'

/** A core as the shell sees it. */
function fakeCore() {
  return { servePort: vi.fn(), close: vi.fn(async () => {}) }
}

const startWith = (core: ReturnType<typeof fakeCore>) => start((async () => core) as never)

const frame = (url: string, parent: unknown = null) => ({ url, parent, postMessage: vi.fn() })

beforeEach(() => {
  fake.BrowserWindow.all.length = 0
  fake.app.quits = 0
  fake.app.lock = true
  fake.dialog.errors.length = 0
})
afterEach(() => {
  fake.app.removeAllListeners()
  fake.ipcMain.removeAllListeners()
})

describe('the shell', () => {
  it('opens one locked-down window on our own page', async () => {
    await startWith(fakeCore())
    const [window] = fake.BrowserWindow.all
    expect(fake.app.sandboxed).toBe(true)
    expect(window!.loaded).toBe('app://bundle/')
    expect(window!.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
    })
    expect(fake.protocol.schemes).toMatchObject([{ scheme: 'app', privileges: { standard: true, secure: true } }])
  })

  it('goes nowhere else, and hands only web and mail addresses to the system', async () => {
    await startWith(fakeCore())
    const { webContents } = fake.BrowserWindow.all[0]!
    const leave = { url: 'https://elsewhere.example/', preventDefault: vi.fn() }
    webContents.emit('will-navigate', leave)
    expect(leave.preventDefault).toHaveBeenCalledOnce()
    const lookalike = { url: 'app://bundle.evil/', preventDefault: vi.fn() }
    webContents.emit('will-navigate', lookalike)
    expect(lookalike.preventDefault).toHaveBeenCalledOnce()
    const stay = { url: 'app://bundle/index.html', preventDefault: vi.fn() }
    webContents.emit('will-navigate', stay)
    expect(stay.preventDefault).not.toHaveBeenCalled()
    fake.shell.opened.length = 0
    expect(webContents.openHandler!({ url: 'file:///etc/passwd' })).toEqual({ action: 'deny' })
    expect(webContents.openHandler!({ url: 'https://www.rhino3d.com/' })).toEqual({ action: 'deny' })
    expect(fake.shell.opened).toEqual(['https://www.rhino3d.com/'])
    const webview = { preventDefault: vi.fn() }
    webContents.emit('will-attach-webview', webview)
    expect(webview.preventDefault).toHaveBeenCalledOnce()
  })

  it('denies every permission but copying text', async () => {
    await startWith(fakeCore())
    const asked: Record<string, boolean> = {}
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'clipboard-sanitized-write']) {
      fake.session.defaultSession.request!(null, permission, (granted) => {
        asked[permission] = granted
      })
    }
    expect(asked).toEqual({
      media: false,
      geolocation: false,
      notifications: false,
      'clipboard-read': false,
      'clipboard-sanitized-write': true,
    })
    expect(fake.session.defaultSession.check!(null, 'media')).toBe(false)
    expect(fake.session.defaultSession.device!()).toBe(false)
  })

  it('gives a port to the top frame of our page and to nobody else', async () => {
    const core = fakeCore()
    await startWith(core)
    const strangers = [frame('https://evil.example/'), frame('app://bundle.evil/'), frame('app://bundle/', {}), null]
    for (const senderFrame of strangers) fake.ipcMain.emit('rpc-port', { senderFrame })
    expect(core.servePort).not.toHaveBeenCalled()
    const own = frame('app://bundle/')
    fake.ipcMain.emit('rpc-port', { senderFrame: own })
    expect(core.servePort).toHaveBeenCalledOnce()
    expect(own.postMessage).toHaveBeenCalledWith('rpc-port', null, [expect.any(fake.FakePort)])
    const [port] = own.postMessage.mock.calls[0]![2] as fake.FakePort[]
    port!.close()
  })

  it('closes the core before it quits, once', async () => {
    const core = fakeCore()
    await startWith(core)
    const first = { preventDefault: vi.fn() }
    fake.app.emit('will-quit', first)
    expect(first.preventDefault).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(fake.app.quits).toBe(1))
    const second = { preventDefault: vi.fn() }
    fake.app.emit('will-quit', second)
    expect(second.preventDefault).not.toHaveBeenCalled()
    expect(core.close).toHaveBeenCalledOnce()
  })

  it('leaves when another one runs, and the first comes to the front', async () => {
    fake.app.lock = false
    await startWith(fakeCore())
    expect(fake.app.quits).toBe(1)
    expect(fake.BrowserWindow.all).toEqual([])
    fake.app.lock = true
    await startWith(fakeCore())
    fake.app.emit('second-instance')
    expect(fake.BrowserWindow.all[0]!.focused).toBe(1)
  })

  it('comes to the front, or back, whenever it is started again', async () => {
    let begin: (core: object) => void = () => undefined
    const started = start((() => new Promise((resolve) => (begin = resolve))) as never)
    fake.app.emit('second-instance')
    expect(fake.BrowserWindow.all).toEqual([])
    await vi.waitFor(() => fake.app.emit('activate'))
    begin(fakeCore())
    await started
    expect(fake.BrowserWindow.all).toHaveLength(1)
    // As on macOS, where the program stays when its window is closed.
    fake.app.removeAllListeners('window-all-closed')
    fake.BrowserWindow.all[0]!.close()
    fake.app.emit('second-instance')
    expect(fake.BrowserWindow.all.map(({ loaded }) => loaded)).toEqual(['app://bundle/'])
  })

  describe('where a core runs already', () => {
    /** As much of a core of another process as one that joins it sees. */
    async function otherCore() {
      const here: ServerResponse[] = []
      const server = createServer((request, response) => {
        if (request.url !== '/presence' || request.headers.authorization !== 'Bearer key') return response.end()
        response.writeHead(200).flushHeaders()
        return here.push(response)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const line = { pid: 4711, url: `${origin}/#t=panel`, mcp: { url: `${origin}/mcp`, token: 'key' } }
      const close = () => {
        server.close()
        server.closeAllConnections()
      }
      return { origin, line, here, close }
    }

    it('shows its panel, in a window without our preload that goes nowhere else', async () => {
      const other = await otherCore()
      await start((() => Promise.reject(new CoreRuns(other.line))) as never)
      const [window] = fake.BrowserWindow.all
      expect(window!.loaded).toBe(other.line.url)
      expect(window!.options.webPreferences).toMatchObject({
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
      })
      expect(window!.options.webPreferences).not.toHaveProperty('preload')
      for (const [url, stays] of [
        [`${other.origin}/`, true],
        [`${other.origin}0/`, false],
        ['https://elsewhere.example/', false],
        ['app://bundle/', false],
      ] as const) {
        const navigation = { url, preventDefault: vi.fn() }
        window!.webContents.emit('will-navigate', navigation)
        expect([url, navigation.preventDefault.mock.calls.length]).toEqual([url, stays ? 0 : 1])
      }
      const stranger = frame('app://bundle/')
      fake.ipcMain.emit('rpc-port', { senderFrame: stranger })
      expect(stranger.postMessage).not.toHaveBeenCalled()
      // It counts as one who is there, and is gone when the program is.
      await vi.waitFor(() => expect(other.here).toHaveLength(1))
      const gone = new Promise((resolve) => other.here[0]!.once('close', resolve))
      fake.app.emit('will-quit', { preventDefault: vi.fn() })
      await gone
      await vi.waitFor(() => expect(fake.app.quits).toBe(1))
      expect(fake.BrowserWindow.all).toHaveLength(1)
      expect(fake.dialog.errors).toEqual([])
      other.close()
    })

    it('takes its place when it ends, and the program goes on', async () => {
      const other = await otherCore()
      const core = fakeCore()
      const startCore = vi.fn().mockRejectedValueOnce(new CoreRuns(other.line)).mockResolvedValueOnce(core)
      await start(startCore as never)
      await vi.waitFor(() => expect(other.here).toHaveLength(1))
      other.close()
      await vi.waitFor(() => expect(fake.BrowserWindow.all.map(({ loaded }) => loaded)).toEqual(['app://bundle/']))
      expect(fake.app.quits).toBe(0)
      const own = frame('app://bundle/')
      fake.ipcMain.emit('rpc-port', { senderFrame: own })
      expect(core.servePort).toHaveBeenCalledOnce()
      ;(own.postMessage.mock.calls[0]![2] as fake.FakePort[])[0]!.close()
    })

    it('says why where it cannot', async () => {
      const other = await otherCore()
      const startCore = vi
        .fn()
        .mockRejectedValueOnce(new CoreRuns(other.line))
        .mockRejectedValueOnce(new Error('The disk is full.'))
      await start(startCore as never)
      await vi.waitFor(() => expect(other.here).toHaveLength(1))
      other.close()
      await vi.waitFor(() => expect(fake.app.quits).toBe(1))
      expect(fake.dialog.errors.at(-1)?.content).toBe('The disk is full.')
    })
  })

  it('says why when the core cannot start', async () => {
    await start((async () => {
      throw new Error('The port is taken.')
    }) as never)
    expect(fake.dialog.errors.at(-1)).toEqual({ title: 'Tickbird could not start', content: 'The port is taken.' })
    expect(fake.BrowserWindow.all).toEqual([])
  })
})

describe('app:// pages', () => {
  it.each([
    ['app://bundle/', '/r/index.html'],
    ['app://bundle/assets/a.js', '/r/assets/a.js'],
    ['app://other/', undefined],
    ['https://bundle/', undefined],
    ['app://bundle/..%2f..%2fetc/passwd', undefined],
    ['app://bundle/%00', undefined],
    ['app://bundle/%E0%A4%A', undefined],
    ['not a url', undefined],
  ])('%s is the file %s', (url, file) => {
    expect(fileFor(url, '/r')).toBe(file)
  })

  it('carry the policy, and nothing outside the panel is served', async () => {
    const root = mkdtempSync(join(tmpdir(), 'tickbird-panel-'))
    writeFileSync(join(root, 'index.html'), '<!doctype html>')
    serveBundle(fake.protocol as never, root)
    const page = await fake.protocol.handlers.get('app')!(new Request('app://bundle/'))
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const outside = await fake.protocol.handlers.get('app')!(new Request('app://bundle/..%2fsecret'))
    expect(outside.status).toBe(404)
  })
})

describe('what may be opened outside', () => {
  it.each([
    ['https://a.example', true],
    ['mailto:a@b.example', true],
    ['http://a.example', false],
    ['file:///x', false],
    ['javascript:1', false],
    ['ms-msdt:x', false],
    ['nope', false],
  ])('%s: %s', (url, allowed) => {
    expect(mayOpenOutside(url)).toBe(allowed)
  })
})
