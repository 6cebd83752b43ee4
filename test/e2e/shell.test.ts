// The desktop shell without Electron's own program: our main process on stand-ins, the built preload and the built panel
// in a real Chromium, the real core with its children started as in the packed app.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { spawnInElectron } from '../../electron/children.ts'
import { start } from '../../electron/main.ts'
import { type Core, createCore } from '../../src/app.ts'
import { ROOT } from '../../src/entries.ts'
import * as fake from '../fakes/electron.ts'
import { launchBrowser, newHome } from './core.ts'

/** Chromium knows no app: pages. What is asked of this address goes to the shell's own handler of app://bundle/. */
const PAGE = 'https://bundle.test'

type FromPage = { channel: string } | { id: number; data: string | number[] }

let browser: Browser
let context: BrowserContext
let page: Page
let core: Core
const faults: string[] = []

/** What Electron does between the preload and the main process. Null where the shell gives no port. */
function bridge(context: BrowserContext, frame: { url: string; parent: unknown }): Promise<unknown> {
  const ports: fake.FakePort[] = []
  return context.exposeBinding('toMain', ({ page }, message: FromPage) => {
    if ('id' in message) {
      const { data } = message
      ports[message.id]?.postMessage(typeof data === 'string' ? data : new Uint8Array(data))
      return null
    }
    const before = ports.length
    const postMessage = (_channel: string, _message: unknown, [port]: [fake.FakePort]) => {
      const id = ports.push(port) - 1
      port.on('message', ({ data }: { data: string | Uint8Array }) => {
        const packed = typeof data === 'string' ? data : [...new Uint8Array(data)]
        const give = ([id, packed]: [number, string | number[]]) => Reflect.get(window, 'fromMain')(id, packed)
        // A page that is being left takes nothing more.
        page.evaluate(give, [id, packed] as [number, string | number[]]).catch(() => port.close())
      })
      port.start()
    }
    fake.ipcMain.emit(message.channel, { senderFrame: { ...frame, postMessage } })
    return ports.length > before ? before : null
  })
}

async function openShell(frame: { url: string; parent: unknown }): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1180, height: 820 }, reducedMotion: 'reduce' })
  await bridge(context, frame)
  const preload = readFileSync(join(ROOT, 'dist/preload/preload.cjs'), 'utf8')
  const shim = readFileSync(join(ROOT, 'test/fakes/preload-page.js'), 'utf8')
  await context.addInitScript(
    `(() => { const TICKBIRD_TEST = ${JSON.stringify({ preload, platform: 'linux' })}; ${shim} })()`,
  )
  await context.route('**/*', async (route) => {
    const { origin, pathname } = new URL(route.request().url())
    if (origin !== PAGE) {
      faults.push(`request: ${route.request().url()}`)
      return route.abort()
    }
    const answer = await fake.protocol.handlers.get('app')!(new Request(`app://bundle${pathname}`))
    await route.fulfill({
      status: answer.status,
      headers: { 'content-type': typeOf(pathname), ...Object.fromEntries(answer.headers) },
      body: Buffer.from(await answer.arrayBuffer()),
    })
  })
  return context
}

/** Electron's own fetch of a file says these. */
const typeOf = (path: string) =>
  ({ js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', woff2: 'font/woff2' })[
    path.split('.').at(-1) ?? ''
  ] ?? 'text/html'

beforeAll(async () => {
  fake.app.isPackaged = true
  await start(async (options) => {
    core = await createCore({ ...options, home: newHome(), spawnNode: spawnInElectron })
    return core
  })
  browser = await launchBrowser()
  context = await openShell({ url: 'app://bundle/', parent: null })
  page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await page.goto(`${PAGE}/`)
})
afterAll(async () => {
  await browser?.close()
  await core?.close()
})

const conversation = () => page.getByRole('region', { name: 'Conversation', exact: true })

describe('the panel in the desktop shell', () => {
  it('reaches the core through its port: document, units and agent are there', async () => {
    expect(await page.evaluate(() => window.shell?.platform)).toBe('linux')
    await page.getByRole('button', { name: /Practice agent/ }).waitFor()
    await expect.poll(() => page.getByRole('banner').innerText(), { timeout: 30_000 }).toContain('mm')
    expect(await page.evaluate(() => typeof Reflect.get(window, 'require'))).toBe('undefined')
  })

  it('starts our programs as utility processes', () => {
    const started = fake.utilityProcess.forked.map(({ args }) => args[0])
    expect(started).toContain(join(ROOT, 'dist/host.js'))
  })

  it('makes a box in a new conversation and shows what the turn changed', async () => {
    await page.getByRole('textbox', { name: 'Prompt' }).fill('A box 40 x 25 x 10 mm')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'What turn 1 changed' }).waitFor({ timeout: 60_000 })
    expect(await conversation().innerText()).toContain('Box 40 × 25 × 10 mm')
    expect(fake.utilityProcess.forked.map(({ args }) => args[0])).toContain(join(ROOT, 'dist/practice.js'))
  })

  it('finds everything again after a reload, through a port of its own', async () => {
    await page.reload()
    await page.getByRole('region', { name: 'What turn 1 changed' }).waitFor({ timeout: 30_000 })
    expect(await conversation().innerText()).toContain('A box 40 x 25 x 10 mm')
  })

  it('stays within its policy, its files and loopback', () => {
    expect(faults).toEqual([])
  })

  it('gives a stranger’s page no port', async () => {
    const stranger = await openShell({ url: 'https://elsewhere.example/', parent: null })
    const theirs = await stranger.newPage()
    await theirs.goto(`${PAGE}/`)
    expect(await theirs.evaluate(() => Reflect.get(window, 'toMain')({ channel: 'rpc-port' }))).toBeNull()
    await stranger.close()
  })

  it('closes the core and its children before it quits', async () => {
    const children = fake.utilityProcess.forked.map(({ child }) => child)
    expect(children.map(({ pid }) => pid)).not.toContain(undefined)
    fake.app.emit('will-quit', { preventDefault: vi.fn() })
    await vi.waitFor(() => expect(fake.app.quits).toBe(1), { timeout: 20_000 })
    expect(children.map(({ pid }) => pid)).toEqual(children.map(() => undefined))
  })
})
