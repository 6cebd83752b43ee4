import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** Echoes what it gets; it prints its port and ends with its stdin. */
const ECHO = `
  const server = require('node:net').createServer((socket) => { socket.setNoDelay(true); socket.pipe(socket) })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
  process.stdin.on('end', () => process.exit(0)).resume()
`

/**
 * A bare TCP echo on loopback, in a process of its own as a host is: what the same bytes cost with nothing of ours in
 * between.
 */
export async function startEcho(): Promise<{ send(payload: Buffer): Promise<void>; close(): void }> {
  const child = spawn(process.execPath, ['-e', ECHO], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string]
  const socket: Socket = connect(Number(port), '127.0.0.1')
  socket.setNoDelay(true)
  await once(socket, 'connect')
  return {
    send: (payload) =>
      new Promise((resolve) => {
        let missing = payload.length
        const take = (chunk: Buffer) => {
          missing -= chunk.length
          if (missing > 0) return
          socket.off('data', take)
          resolve()
        }
        socket.on('data', take)
        socket.write(payload)
      }),
    close() {
      socket.destroy()
      child.stdin.end()
    },
  }
}
