import { homeFolder } from '../home/folder.ts'
import { listListeners } from '../home/listeners.ts'
import { connectTo } from '../rhino/connect.ts'
import { Fault } from '../wire/fault.ts'
import { say } from './output.ts'

/** `tickbird call METHOD [JSON]`: the result on stdout, or the error object on stderr with exit 1. */
export async function call(method: string, text: string | undefined, options: { port?: number }): Promise<void> {
  try {
    const params = readParams(text)
    const port = options.port ?? newestPort()
    const session = await connectTo(port)
    try {
      say.json(await session.callRaw(method, params))
    } finally {
      await session.close()
    }
  } catch (error) {
    const fault =
      error instanceof Fault
        ? error
        : new Fault('INTERNAL_ERROR', error instanceof Error ? error.message : String(error))
    say.fail(JSON.stringify(fault.toWire()))
    process.exitCode = 1
  }
}

function readParams(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Fault('PARSE_ERROR', `The parameters are not JSON: ${(error as Error).message}`, {
      next: 'Give one JSON object in quotes: \'{"width": 10}\'.',
    })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Fault('INVALID_PARAMS', 'The parameters are not a JSON object.', {
      next: 'Give one JSON object in quotes: \'{"width": 10}\'.',
    })
  }
  return value as Record<string, unknown>
}

function newestPort(): number {
  const newest = listListeners(homeFolder()).at(-1)
  if (newest) return newest.port
  throw new Fault('RHINO_BUSY', 'No host is running.', {
    next: 'Start Tickbird, or `tickbird host`, or name a port with --port.',
  })
}
