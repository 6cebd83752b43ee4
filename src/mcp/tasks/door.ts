import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { ABILITY_OF } from '../asking.ts'
import { directRequest } from '../direct.ts'
import { MODERN_REVISION } from '../revision.ts'
import { type Seat, whoIs } from '../seat.ts'
import { Task, type Work } from './task.ts'

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** A call that takes longer than this becomes a task, in ms. */
export const SOON_MS = 500
/** More are not kept at once; calls are then answered in the ordinary way. Their results may hold pictures. */
export const MOST_TASKS = 50

const METHODS = ['tasks/get', 'tasks/update', 'tasks/cancel']
const HEADER_MISMATCH = -32_020
const MISSING_CAPABILITY = -32_021

export interface TaskDoorOptions {
  /** What a call of a tool does. */
  workOf(params: JSONRPCRequest['params']): Work
  /** Tools that can be called as a task only. */
  requires(tool: unknown): boolean
}

/**
 * Calls as tasks: of a client that says it knows the extension, every call of a tool that is not done soon becomes one.
 * It goes on when the connection ends, and is asked about, answered and cancelled by its id.
 */
export class TaskDoor {
  readonly #options: TaskDoorOptions
  readonly #tasks = new Map<string, { task: Task; owner: string }>()

  constructor(options: TaskDoorOptions) {
    this.#options = options
  }

  /** Answers a request that is its business; false for every other. */
  async take(
    headers: IncomingMessage['headers'],
    message: unknown,
    seat: Seat,
    response: ServerResponse,
  ): Promise<boolean> {
    if (!isModernRequest(message)) return false
    const { method, params, id } = message
    const reply = new Reply(response, id)
    if (METHODS.includes(method)) {
      this.#about(headers, message, seat, reply)
      return true
    }
    if (method !== 'tools/call') return false
    const meta = (params?._meta ?? {}) as Record<string, unknown>
    if (!declares(meta, 'extensions', TASKS_EXTENSION)) {
      if (!this.#options.requires(params?.name)) return false
      reply.missing({ extensions: { [TASKS_EXTENSION]: {} } }, 'This tool is only called as a task.')
      return true
    }
    const plain = directRequest(headers, message, () => false)?.era === 'modern'
    if (!plain || !this.#hasRoom()) return false
    await this.#call(message, seat, meta, reply)
    return true
  }

  /** Cancels all that run. */
  close(): void {
    for (const { task } of this.#tasks.values()) task.cancel()
  }

  async #call({ params }: JSONRPCRequest, seat: Seat, meta: Record<string, unknown>, reply: Reply): Promise<void> {
    const task = new Task(this.#options.workOf(params), seat, meta)
    // Until it has become a task, it ends with its client.
    reply.onGone(() => task.cancel())
    const { inputResponses, requestState } = (params ?? {}) as {
      inputResponses?: Record<string, unknown>
      requestState?: string
    }
    const work = task.run(inputResponses, requestState).then(() => true)
    const patience = new AbortController()
    const soon = await Promise.race([
      work,
      wait(SOON_MS, false, { signal: patience.signal, ref: false }).catch(() => false),
    ])
    patience.abort()
    if (reply.gone) return
    if (soon) {
      answerAtOnce(task, meta, reply)
      return
    }
    this.#tasks.set(task.id, { task, owner: whoIs(seat.client) })
    reply.result({ resultType: 'task', ...task.head() })
  }

  #about(headers: IncomingMessage['headers'], { method, params }: JSONRPCRequest, seat: Seat, reply: Reply): void {
    const meta = (params?._meta ?? {}) as Record<string, unknown>
    const id: unknown = params?.taskId
    const found = typeof id === 'string' ? this.#tasks.get(id) : undefined
    if (headers['mcp-method'] !== method || headers['mcp-name']?.toString().trim() !== id) {
      reply.error(400, HEADER_MISMATCH, 'The headers Mcp-Method and Mcp-Name must repeat the method and taskId.')
    } else if (!declares(meta, 'extensions', TASKS_EXTENSION)) {
      reply.missing({ extensions: { [TASKS_EXTENSION]: {} } }, 'Say in clientCapabilities that you know tasks.')
    } else if (found?.owner !== whoIs(seat.client)) {
      reply.error(200, ProtocolErrorCode.InvalidParams, 'There is no such task, or it is no longer kept.')
    } else if (method === 'tasks/update' && !isObject(params?.inputResponses)) {
      reply.error(200, ProtocolErrorCode.InvalidParams, 'inputResponses must be an object of answers.')
    } else if (method === 'tasks/get') {
      reply.result(found.task.detail())
    } else {
      if (method === 'tasks/cancel') found.task.cancel()
      else found.task.answer(params?.inputResponses as Record<string, unknown>)
      reply.result({ resultType: 'complete' })
    }
  }

  #hasRoom(): boolean {
    for (const [id, { task }] of this.#tasks) if (task.isOver()) this.#tasks.delete(id)
    return this.#tasks.size < MOST_TASKS
  }
}

/** As every other call is answered. */
function answerAtOnce(task: Task, meta: Record<string, unknown>, reply: Reply): void {
  const { state } = task
  if (state.status === 'completed') reply.result({ resultType: 'complete', ...state.result })
  else if (state.status === 'failed') reply.error(200, state.error.code, state.error.message, state.error.data)
  else if (state.status === 'input_required') ask(state.questions, state.requestState, meta, reply)
  else reply.error(200, ProtocolErrorCode.InternalError, 'The call was cancelled.')
}

function ask(
  questions: Readonly<Record<string, { method: string }>>,
  requestState: string | undefined,
  meta: Record<string, unknown>,
  reply: Reply,
): void {
  for (const { method } of Object.values(questions)) {
    const ability = ABILITY_OF[method]
    if (ability === undefined || declares(meta, ability)) continue
    reply.missing({ [ability]: {} }, `This call has a question (${method}). Nothing was done.`)
    return
  }
  reply.result({ resultType: 'input_required', inputRequests: questions, ...(requestState && { requestState }) })
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the client said in this request that it can do something. */
function declares(meta: Record<string, unknown>, ...path: string[]): boolean {
  let at: unknown = meta[CLIENT_CAPABILITIES_META_KEY]
  for (const step of path) at = isObject(at) ? (at as Record<string, unknown>)[step] : undefined
  return isObject(at)
}

function isModernRequest(message: unknown): message is JSONRPCRequest {
  const { method, id, params } = (message ?? {}) as { method?: unknown; id?: unknown; params?: unknown }
  const meta = (params as { _meta?: Record<string, unknown> } | undefined)?._meta
  const named = typeof method === 'string' && (typeof id === 'string' || typeof id === 'number')
  return named && meta?.[PROTOCOL_VERSION_META_KEY] === MODERN_REVISION
}

/** One answer to one request. */
class Reply {
  readonly #response: ServerResponse
  readonly #id: string | number

  constructor(response: ServerResponse, id: string | number) {
    this.#response = response
    this.#id = id
  }

  get gone(): boolean {
    return this.#response.destroyed
  }

  onGone(listener: () => void): void {
    this.#response.on('close', () => {
      if (!this.#response.writableEnded) listener()
    })
  }

  result(result: object): void {
    this.#send(200, { result })
  }

  error(status: number, code: number, message: string, data?: unknown): void {
    this.#send(status, { error: { code, message, ...(data === undefined ? {} : { data }) } })
  }

  missing(requiredCapabilities: object, message: string): void {
    this.error(400, MISSING_CAPABILITY, message, { requiredCapabilities })
  }

  #send(status: number, rest: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', id: this.#id, ...rest })
    this.#response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
}
