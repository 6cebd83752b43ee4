// Stands in for `electron` in tests (vitest aliases the module to this file): Electron itself cannot be had on every
// machine. Only what the shell uses; the names are tied to Electron's published types at the end, so that a renamed API
// fails type-checking. What it cannot show: that Electron behaves like this.
import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type * as Electron from 'electron'

export { utilityProcess } from './utility-process.ts'

/** MessagePortMain: an EventEmitter whose messages wait until `start`. */
export class FakePort extends EventEmitter {
  readonly #port: MessagePort
  #waiting: unknown[] | null = []

  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('message', (data) => {
      if (this.#waiting) this.#waiting.push(data)
      else this.emit('message', { data, ports: [] })
    })
    port.on('close', () => this.emit('close'))
  }

  start(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const data of waiting) this.emit('message', { data, ports: [] })
  }

  postMessage(data: unknown): void {
    this.#port.postMessage(data)
  }

  close(): void {
    this.#port.close()
  }

  /** The plain port below, as a page would hold it. */
  get plain(): MessagePort {
    return this.#port
  }
}

export class MessageChannelMain {
  readonly port1: FakePort
  readonly port2: FakePort
  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new FakePort(port1)
    this.port2 = new FakePort(port2)
  }
}

class FakeApp extends EventEmitter {
  sandboxed = false
  quits = 0
  lock = true
  isPackaged = false
  enableSandbox(): void {
    this.sandboxed = true
  }
  requestSingleInstanceLock(): boolean {
    return this.lock
  }
  async whenReady(): Promise<void> {}
  quit(): void {
    this.quits++
  }
}
export const app = new FakeApp()

class FakeContents extends EventEmitter {
  openHandler: ((details: { url: string }) => { action: string }) | null = null
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = []
  static getAllWindows(): BrowserWindow[] {
    return BrowserWindow.all
  }
  readonly options: Electron.BrowserWindowConstructorOptions
  readonly webContents = new FakeContents()
  loaded = ''
  focused = 0
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    this.options = options
    BrowserWindow.all.push(this)
  }
  show(): void {}
  focus(): void {
    this.focused++
  }
  isMinimized(): boolean {
    return false
  }
  restore(): void {}
  close(): void {
    BrowserWindow.all.splice(BrowserWindow.all.indexOf(this), 1)
    this.emit('closed')
    if (BrowserWindow.all.length === 0) app.emit('window-all-closed')
  }
  async loadURL(url: string): Promise<void> {
    this.loaded = url
  }
}

export const ipcMain = new EventEmitter()

export const protocol = {
  schemes: [] as Electron.CustomScheme[],
  handlers: new Map<string, (request: Request) => Promise<Response>>(),
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]) {
    this.schemes.push(...schemes)
  },
  handle(scheme: string, handler: (request: Request) => Promise<Response>) {
    this.handlers.set(scheme, handler)
  },
}

type Decide = (contents: unknown, permission: string, decide: (granted: boolean) => void) => void

export const session = {
  defaultSession: {
    request: null as Decide | null,
    check: null as ((contents: unknown, permission: string) => boolean) | null,
    device: null as (() => boolean) | null,
    setPermissionRequestHandler(handler: Decide) {
      this.request = handler
    },
    setPermissionCheckHandler(handler: (contents: unknown, permission: string) => boolean) {
      this.check = handler
    },
    setDevicePermissionHandler(handler: () => boolean) {
      this.device = handler
    },
  },
}

export const shell = {
  opened: [] as string[],
  async openExternal(url: string) {
    this.opened.push(url)
  },
}

export const net = {
  async fetch(url: string): Promise<Response> {
    try {
      return new Response(await readFile(fileURLToPath(url)))
    } catch {
      return new Response('', { status: 404 })
    }
  },
}

export const nativeTheme = { shouldUseDarkColors: false }

export const dialog = {
  errors: [] as { title: string; content: string }[],
  showErrorBox(title: string, content: string) {
    this.errors.push({ title, content })
  },
}

export const Menu = {
  template: null as Electron.MenuItemConstructorOptions[] | null,
  buildFromTemplate(template: Electron.MenuItemConstructorOptions[]) {
    return template
  },
  setApplicationMenu(template: Electron.MenuItemConstructorOptions[]) {
    this.template = template
  },
}

/** Turns words round: enough to see that what is kept is not what was given. */
export const safeStorage = {
  available: true,
  backend: 'gnome_libsecret',
  async isAsyncEncryptionAvailable() {
    return this.available
  },
  getSelectedStorageBackend() {
    return this.backend
  },
  async encryptStringAsync(text: string) {
    return Buffer.from([...text].toReversed().join(''))
  },
  async decryptStringAsync(sealed: Buffer) {
    return { shouldReEncrypt: false, result: [...sealed.toString()].toReversed().join('') }
  },
}

/** Every name above must be one of Electron's. */
export const NAMES = [
  'app',
  'BrowserWindow',
  'dialog',
  'ipcMain',
  'Menu',
  'MessageChannelMain',
  'nativeTheme',
  'net',
  'protocol',
  'safeStorage',
  'session',
  'shell',
  'utilityProcess',
] as const satisfies readonly (keyof typeof Electron)[]
