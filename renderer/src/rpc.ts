import { createORPCClient } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../src/shared/rpc.ts'

/** Everything the panel may ask of the core. Only the contract's type is here; the core validates both ways. */
export type Api = ContractRouterClient<typeof contract>

/** One live way to the core. `closed` resolves once, when it is gone for whatever reason. */
export interface Link {
  readonly api: Api
  readonly closed: Promise<void>
  /** False from the moment it is gone, before any call on it fails. */
  alive(): boolean
  close(): void
}

/** The core answers, but not to this tab: its key is missing, or from an earlier start. */
export class Refused extends Error {
  override name = 'Refused'
}

interface Shell {
  readonly platform: string
  requestPort(): void
}

declare global {
  interface Window {
    /** Put there by the desktop shell's preload; absent in a browser tab. */
    readonly shell?: Shell
  }
}

const TOKEN_KEY = 'tickbird.token'

/** In the desktop shell a port from the preload, in a browser tab a socket to where the page came from. */
export function openLink(): Promise<Link> {
  return window.shell ? openPort(window.shell) : openSocket()
}

/** Moves the key from the address bar into this tab's storage, so that it is in no history and no shared link. */
export function keepToken(): string {
  const fresh = new URLSearchParams(location.hash.slice(1)).get('t')
  if (!fresh) return sessionStorage.getItem(TOKEN_KEY) ?? ''
  sessionStorage.setItem(TOKEN_KEY, fresh)
  history.replaceState(null, '', location.pathname + location.search)
  return fresh
}

function openPort(shell: Shell): Promise<Link> {
  return new Promise((resolve) => {
    const receive = (event: MessageEvent) => {
      const port = event.ports[0]
      if (event.source !== window || event.data !== 'rpc-port' || !port) return
      window.removeEventListener('message', receive)
      const life = watchClose(port)
      const api: Api = createORPCClient(new PortLink({ port }))
      port.start()
      resolve({ api, ...life, close: () => port.close() })
    }
    window.addEventListener('message', receive)
    shell.requestPort()
  })
}

/** Must be called before the client is made: then it hears of the end first, and knows why a call fails. */
function watchClose(end: EventTarget): Pick<Link, 'closed' | 'alive'> {
  let alive = true
  const closed = new Promise<void>((done) => {
    const over = () => {
      alive = false
      done()
    }
    end.addEventListener('close', over, { once: true })
  })
  return { closed, alive: () => alive }
}

async function openSocket(): Promise<Link> {
  const token = keepToken()
  if (!token) throw new Refused('no key')
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/rpc`, ['tickbird', token])
  const life = watchClose(socket)
  const api: Api = createORPCClient(new SocketLink({ websocket: socket }))
  const opened = new Promise<boolean>((done) => {
    socket.addEventListener('open', () => done(true), { once: true })
    socket.addEventListener('close', () => done(false), { once: true })
  })
  if (await opened) return { api, ...life, close: () => socket.close() }
  // A browser does not say why a socket was refused; whether the page's own server answers tells the two cases apart.
  const served = await fetch('./', { method: 'HEAD', cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )
  throw served ? new Refused('wrong key') : new Error('The core does not answer.')
}
