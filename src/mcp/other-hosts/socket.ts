import { connect, type Socket } from 'node:net'
import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client'

const CONNECT_MS = 5000

/** MCP as lines of JSON over a Unix socket or a Windows named pipe. */
export class SocketTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #path: string
  readonly #buffer = new ReadBuffer()
  #socket: Socket | null = null

  constructor(path: string) {
    this.#path = path
  }

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.#path)
      this.#socket = socket
      const late = setTimeout(() => socket.destroy(new Error('it does not answer')), CONNECT_MS)
      socket.once('connect', () => {
        clearTimeout(late)
        resolve()
      })
      socket.on('data', (chunk) => this.#read(chunk))
      socket.on('error', (error) => {
        reject(error)
        this.onerror?.(error)
      })
      socket.on('close', () => {
        clearTimeout(late)
        this.onclose?.()
      })
    })
  }

  send(message: JSONRPCMessage): Promise<void> {
    const text = serializeMessage(message)
    return new Promise((sent, failed) => {
      if (!this.#socket?.writable) return failed(new Error('The connection is closed.'))
      this.#socket.write(text, (error) => (error ? failed(error) : sent()))
    })
  }

  async close(): Promise<void> {
    this.#socket?.destroy()
  }

  #read(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk)
      for (let message = this.#buffer.readMessage(); message; message = this.#buffer.readMessage())
        this.onmessage?.(message)
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
