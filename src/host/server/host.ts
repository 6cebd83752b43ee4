import { createServer, type Server, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { removeListener, writeListener } from '../../home/listeners.ts'
import { readOrCreateSecret, secretFile } from '../../home/secret.ts'
import { methodNamed, twinNamed } from '../../tools/registry.ts'
import { VERSION } from '../../version.ts'
import { Fault } from '../../wire/fault.ts'
import { Connection } from './connection.ts'
import { instantMethods } from './instant.ts'
import { Jobs } from './jobs.ts'
import { listen } from './listen.ts'
import type { FromModeller, ToModeller } from './messages.ts'
import type { HostOptions } from './options.ts'
import { watchParent } from './parent.ts'
import { Welcome } from './welcome.ts'

/** "Internal software error" of the BSD exit codes: the parent starts another host. */
const EXIT_BROKEN = 70
/** More clients than one user's programs ever are. */
const MAX_CONNECTIONS = 256

/**
 * The main thread of a host process: serves the sockets, so that ping, hello and the job methods are answered while the
 * kernel works in its own thread. Prints one line `{port, pid, secretFile}` when it listens; the kernel may still load.
 * Throws an Error with one sentence where it cannot start.
 *
 * @param entry the bundle, which is the modeller thread's program too
 */
export async function runHost(options: HostOptions, entry: URL): Promise<void> {
  const secret = readOrCreateSecret()
  const worker = new Worker(entry, { name: 'modeller' })
  const tell = (message: ToModeller) => worker.postMessage(message)
  const jobs = new Jobs(({ id, connection, method, params }) =>
    tell({ kind: 'call', job: id, connection, method, params }),
  )
  worker.on('message', (message: FromModeller) => take(jobs, message))
  worker.on('error', (error) => {
    console.error('The modeller broke down:', error)
    jobs.failAll(brokenDown())
    end(EXIT_BROKEN)
  })
  worker.on('exit', () => end(EXIT_BROKEN))

  let lastConnection = 0
  const accept = (socket: Socket) => {
    lastConnection += 1
    const connection = lastConnection
    // A reset is a way to leave like any other; `close` follows.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      jobs.connectionLost(connection)
      tell({ kind: 'gone', connection })
    })
    const instant = instantMethods(jobs, connection, VERSION, () => setImmediate(end, 0))
    new Connection(socket, new Welcome(secret, options.allowLegacy), instant, ({ id, method, params }, reply) => {
      const wantedId = typeof id === 'string' ? id : null
      jobs.submit({ wantedId, connection, method, params, timeoutMs: timeoutOf(method, options), reply })
    })
  }

  const port = await listen(server(accept), options.port)
  if (options.grasshopperPort !== null) await listen(server(accept), options.grasshopperPort)
  writeListener({ pid: process.pid, port, kind: 'embedded', version: VERSION, startedAt: new Date().toISOString() })
  process.on('exit', () => removeListener(process.pid))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0))
  if (options.parentPid !== null) watchParent(options.parentPid, () => end(0))
  process.stdout.write(`${JSON.stringify({ port, pid: process.pid, secretFile: secretFile() })}\n`)
}

function server(accept: (socket: Socket) => void): Server {
  const made = createServer(accept)
  made.maxConnections = MAX_CONNECTIONS
  return made
}

function take(jobs: Jobs, message: FromModeller): void {
  if (message.kind === 'ready') jobs.open()
  else if (message.kind === 'result') jobs.finish(message.job, { ok: true, json: message.json })
  else {
    const fault = new Fault(message.code, message.message, message.details)
    jobs.finish(message.job, { ok: false, fault })
  }
}

function timeoutOf(method: string, { timeoutMs, heavyTimeoutMs }: HostOptions): number {
  const spec = methodNamed(method) ?? twinNamed(method)?.spec
  return spec?.pace === 'heavy' ? heavyTimeoutMs : timeoutMs
}

function brokenDown(): Fault {
  return new Fault('INTERNAL_ERROR', 'The modeller broke down; the document in memory is lost.', {
    restart: true,
    next: 'Start it again and open the last saved file.',
  })
}

/** The kernel may be in the middle of a call that nothing can interrupt, so the process does not wait for it. */
function end(code: number): void {
  process.exit(code)
}
