import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { encodeFrame, FrameDecoder } from '../../src/wire/frame.ts'

type Params = Record<string, unknown>
/** A failure as GOLEM's wrapped handlers give it: within the result. */
const within = (code: string, message: string) => ({ code, message, details: {} })

interface Kept {
  guid: string
  name: string
}

/**
 * A stock GOLEM plugin in small: one client at a time, no hello, answers in order, `-32000` for whatever goes wrong in
 * the dispatcher, failures of operations within the result, and three names in list_methods.
 */
export class GolemServer {
  readonly objects: Kept[] = []
  /** Methods as they came. */
  readonly asked: string[] = []
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #line: Socket[] = []

  constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => this.#leave(socket))
      this.#line.push(socket)
      if (this.#line.length === 1) this.#serve(socket)
    })
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #leave(socket: Socket): void {
    this.#sockets.delete(socket)
    const first = this.#line[0] === socket
    this.#line.splice(this.#line.indexOf(socket), 1)
    if (first && this.#line[0]) this.#serve(this.#line[0])
  }

  #serve(socket: Socket): void {
    const decoder = new FrameDecoder()
    socket.on('data', (chunk) => {
      for (const found of decoder.push(chunk)) {
        // It closes on the first frame that it cannot read.
        if (found.kind !== 'message') {
          socket.destroy()
          return
        }
        const { id, method, params } = found.value as { id: string; method: string; params: Params }
        this.asked.push(method)
        socket.write(encodeFrame({ id, ...this.#answer(method, params) }))
      }
    })
  }

  #answer(method: string, params: Params): { result: unknown; error: unknown } {
    const handler = this.#handlers[method]
    const failed = (message: string) => ({ result: null, error: { code: -32000, message } })
    if (!handler) return failed(`Method not found: ${method}`)
    try {
      return { result: handler(params), error: null }
    } catch (error) {
      return failed((error as Error).message)
    }
  }

  readonly #handlers: Record<string, (params: Params) => unknown> = {
    ping: () => ({ alive: true }),
    list_methods: () => ({ methods: ['list_methods', 'ping', 'shutdown'] }),
    'scene.get_document_info': () => ({
      file_path: 'C:\\Entwürfe\\Haus 1.3dm',
      units: 'Millimeters',
      absolute_tolerance: 0.001,
      angle_tolerance: 1,
      object_count: this.objects.length,
      layer_count: 1,
    }),
    'scene.list_objects': () => ({ objects: this.objects, total: this.objects.length, offset: 0, limit: 100 }),
    'geometry.create_box': ({ width, name }) => {
      if (typeof width !== 'number') throw new Error("create_box: missing required parameter 'width'.")
      const made = { guid: randomUUID(), name: typeof name === 'string' ? name : '' }
      this.objects.push(made)
      return { guid: made.guid, type: 'brep', bounding_box: { min: [0, 0, 0], max: [width, 1, 1] } }
    },
    'operations.boolean_union': ({ guids }) => {
      const known = this.objects.map(({ guid }) => guid)
      const missing = (guids as string[]).find((guid) => !known.includes(guid))
      if (missing) return within('OBJECT_NOT_FOUND', `Object not found: ${missing}`)
      return within('OPERATION_FAILED', 'Boolean union returned no results.')
    },
    'viewport.zoom_object': () => ({
      success: false,
      error: 'Could not compute a valid bounding box.',
      code: 'OPERATION_FAILED',
      missing_ids: [],
    }),
  }
}
