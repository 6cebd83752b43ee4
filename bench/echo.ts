import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A bare TCP echo on loopback: what the same bytes cost with nothing of ours in between. */
export async function startEcho(): Promise<{ send(payload: Buffer): Promise<void>; close(): void }> {
  const server = createServer((socket) => socket.pipe(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
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
      server.close()
    },
  }
}
