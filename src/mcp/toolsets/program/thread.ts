// The thread that a toolset's code runs in. It has nothing of ours: what it wants of Rhino it asks for by messages.
import { register } from 'node:module'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { ALL_NAMES, type CallError, type FromProcess, type ToProcess } from '../protocol.ts'

type Tool = (input: Record<string, unknown>, rhino: Rhino) => unknown

/** What each function of a toolset is given beside its arguments. */
interface Rhino {
  call(tool: string, input?: Record<string, unknown>): Promise<Record<string, unknown>>
  progress(done: number, total?: number, text?: string): void
  signal: AbortSignal
}

interface Waiting {
  resolve(output: Record<string, unknown>): void
  reject(error: Error): void
}

/** Stands beside this file in the build. */
const HOOKS = new URL('toolset-typescript.js', import.meta.url)

const { main } = workerData as { main: string }
const port = parentPort
if (!port) throw new Error('This is the thread of a toolset; it does not run alone.')
const say = (message: FromProcess) => port.postMessage(message)

const waiting = new Map<number, Waiting>()
let lastCall = 0
let current: { run: number; stop: AbortController } | null = null
let loaded: Promise<Record<string, unknown>> | undefined

function load(): Promise<Record<string, unknown>> {
  if (/\.[cm]?ts$/.test(main)) register(HOOKS)
  return import(pathToFileURL(main).href)
}

port.on('message', (message: ToProcess) => {
  if (message.type === 'run') void run(message)
  else if (message.run !== current?.run) return
  else if (message.type === 'cancel') cancel()
  else settle(message)
})

async function run({ run, tool, input, kilobytes }: Extract<ToProcess, { type: 'run' }>): Promise<void> {
  const stop = new AbortController()
  current = { run, stop }
  try {
    loaded ??= load()
    const tools = await loaded
    const found = tool === ALL_NAMES ? () => namesOf(tools) : functionIn(tools, tool)
    if (typeof found !== 'function') throw new Error(`${basename(main)} exports no function ${tool}.`)
    say({ type: 'begun', run })
    const output = (await (found as Tool)(input, rhinoFor(run, stop.signal))) ?? {}
    const text = JSON.stringify(output)
    if (text === undefined) throw new Error(`${tool} gave something that is no JSON: a ${typeof output}.`)
    if (text.length > kilobytes * 1024) {
      const size = `${Math.ceil(text.length / 1024)} KB`
      throw Object.assign(new Error(`${tool} gave ${size}; at most ${kilobytes} KB are taken.`), { code: 'TOO_LARGE' })
    }
    say({ type: 'done', run, output: JSON.parse(text) })
  } catch (error) {
    say({ type: 'failed', run, error: told(error) })
  } finally {
    current = null
    waiting.clear()
  }
}

type Module = Record<string, unknown>

/** CommonJS files put all they export under `default`. */
const functionIn = (tools: Module, name: string) => tools[name] ?? (tools.default as Module | undefined)?.[name]

const namesOf = (tools: Module): string[] =>
  [tools, (tools.default ?? {}) as Module].flatMap((module) =>
    Object.keys(module).filter((name) => typeof module[name] === 'function'),
  )

const rhinoFor = (run: number, signal: AbortSignal): Rhino => ({
  signal,
  call: (tool, input = {}) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      if (current?.run !== run) throw new Error('This call is over; nothing more can be asked of Rhino for it.')
      lastCall += 1
      waiting.set(lastCall, { resolve, reject })
      say({ type: 'call', run, call: lastCall, tool: String(tool), input: JSON.parse(JSON.stringify(input)) })
    }),
  progress(done, total, text) {
    if (current?.run !== run) return
    say({ type: 'progress', run, done, ...(total === undefined ? {} : { total }), ...(text && { text: String(text) }) })
  },
})

function settle({ call, output, error }: Extract<ToProcess, { type: 'answer' }>): void {
  const one = waiting.get(call)
  waiting.delete(call)
  if (error) one?.reject(Object.assign(new Error(error.message), { code: error.code, next: error.next }))
  else one?.resolve(output ?? {})
}

function cancel(): void {
  const reason = new Error('The call was cancelled.')
  current?.stop.abort(reason)
  for (const one of waiting.values()) one.reject(reason)
  waiting.clear()
}

/** An error with where it happened in the toolset's own file. */
function told(error: unknown): CallError {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 2000) }
  const { code, next } = error as { code?: unknown; next?: unknown }
  const place = new RegExp(`${escaped(basename(main))}(?:\\?[^:]*)?:(\\d+)`).exec(error.stack ?? '')
  return {
    message: error.message.slice(0, 2000),
    ...(typeof code === 'string' && { code }),
    ...(typeof next === 'string' && { next: next.slice(0, 500) }),
    ...(place && { at: `${basename(main)}:${place[1]}` }),
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
