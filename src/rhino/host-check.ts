import type { Listener } from '../home/listeners.ts'
import { Fault } from '../wire/fault.ts'
import { Channel, openSocket } from './channel.ts'
import { type Greeting, greet } from './hello.ts'

/**
 * How a host is that says it listens. `working`: on a call of a client. `blocked`: its window does not answer, because of
 * a dialog or a long command. `asking`: a command of the user's waits for input. `locked`: it does not take our secret.
 * `stranger`: another program has its port. `gone`: nobody listens there any more.
 */
export type HostState =
  | { state: 'ready' | 'working' | 'blocked' | 'locked' | 'stranger' | 'gone' }
  | { state: 'asking'; prompt: string }

export interface CheckedHost {
  listener: Listener
  state: HostState
  /** Of the program that answered; null where none did. */
  greeting: Greeting
}

/** Asks one host how it is, changing nothing. Never rejects. */
export async function checkHost(listener: Listener, secret: string, timeoutMs = 1500): Promise<CheckedHost> {
  const checked = (state: HostState, greeting: Greeting = null): CheckedHost => ({ listener, state, greeting })
  const socket = await openSocket('127.0.0.1', listener.port, timeoutMs).catch(() => null)
  if (!socket) return checked({ state: 'gone' })
  const channel = new Channel(socket, () => undefined)
  try {
    const greeting = await greet(channel, secret, timeoutMs)
    if (greeting?.pid !== listener.pid) return checked({ state: 'stranger' }, greeting)
    return checked(await ask(channel, timeoutMs), greeting)
  } catch (error) {
    return checked({ state: error instanceof Fault && error.code === 'UNAUTHORIZED' ? 'locked' : 'stranger' })
  } finally {
    channel.close()
  }
}

async function ask(channel: Channel, timeoutMs: number): Promise<HostState> {
  try {
    const { busy } = (await channel.request('context.get', {}, { timeoutMs })) as { busy?: string | null }
    return typeof busy === 'string' ? { state: 'asking', prompt: busy } : { state: 'ready' }
  } catch (error) {
    // No document is open, which is no obstacle.
    if (error instanceof Fault && error.code !== 'TIMEOUT' && error.code !== 'RHINO_BUSY') return { state: 'ready' }
    // Of our own connection nothing is left to cancel; the answer says whether a call is running.
    const { running } = (await channel.request('rhino.cancel', {}, { timeoutMs }).catch(() => ({ running: null }))) as {
      running: string | null
    }
    return { state: running === null ? 'blocked' : 'working' }
  }
}
