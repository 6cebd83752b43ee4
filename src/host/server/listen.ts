import { once } from 'node:events'
import type { Server } from 'node:net'

/** Where a Rhino with the plugin listens too; the first of the two takes it. */
const FIRST_PORT = 9876
/** GOLEM's second port, which a host is given by name only. */
const GRASSHOPPER_PORT = 9877
const TRIES = 100

export const LOOPBACK = '127.0.0.1'

/**
 * Listens on the named port (0: any), else on the first free one from 9876 on. Throws an Error with one sentence where a
 * named port is taken.
 *
 * @returns the port
 */
export async function listen(server: Server, named: number | null): Promise<number> {
  if (named !== null) return listenOn(server, named)
  for (let port = FIRST_PORT; port < FIRST_PORT + TRIES; port++) {
    if (port === GRASSHOPPER_PORT) continue
    try {
      return await listenOn(server, port)
    } catch (error) {
      if (!(error instanceof PortTaken)) throw error
    }
  }
  return listenOn(server, 0)
}

class PortTaken extends Error {}

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen({ host: LOOPBACK, port, exclusive: true })
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' || code === 'EACCES') {
      throw new PortTaken(`Port ${port} is taken. Name another one with --port, or none to take the next that is free.`)
    }
    throw error
  }
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return address.port
}
