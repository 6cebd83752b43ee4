import { Fault } from '../wire/fault.ts'
import { Channel, openSocket } from './channel.ts'
import { greet } from './hello.ts'

/**
 * Who listens on a port. `ours`: a host that takes our secret. `locked`: one that does not. `golem`: GOLEM's own plugin.
 * `silent`: something that takes the connection and says nothing, such as a GOLEM plugin that has a client already.
 * `stranger`: another program.
 */
export type PortOwner =
  | { who: 'ours'; kind: 'embedded' | 'rhino'; processId: number; version: string }
  | { who: 'nobody' | 'locked' | 'golem' | 'silent' | 'stranger' }

/** Asks as politely as a client may: one ping, one hello. Never rejects. */
export async function portOwner(
  port: number,
  secret: string,
  { host = '127.0.0.1', timeoutMs = 1500 }: { host?: string; timeoutMs?: number } = {},
): Promise<PortOwner> {
  const socket = await openSocket(host, port, timeoutMs).catch(() => null)
  if (!socket) return { who: 'nobody' }
  const channel = new Channel(socket, () => undefined)
  try {
    await channel.request('ping', {}, { timeoutMs })
    const greeting = await greet(channel, secret, timeoutMs)
    if (greeting === null) return { who: 'golem' }
    return { who: 'ours', kind: greeting.host, processId: greeting.pid, version: greeting.version }
  } catch (error) {
    return { who: whoFailsLike(error) }
  } finally {
    channel.close()
  }
}

function whoFailsLike(error: unknown): 'locked' | 'silent' | 'stranger' {
  if (!(error instanceof Fault)) return 'stranger'
  if (error.code === 'UNAUTHORIZED') return 'locked'
  return error.code === 'TIMEOUT' || error.code === 'RHINO_BUSY' ? 'silent' : 'stranger'
}
