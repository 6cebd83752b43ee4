// The process of one toolset: toolset.js MAIN MEGABYTES. The toolset's code runs in a thread, so that this one can always
// hear the core, watch the memory, and end. It ends with its stdin.
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import type { FromProcess, ToProcess } from '../protocol.ts'

/** How often the memory is looked at, in ms. */
const LOOK_MS = 200
/** What Node itself takes, thread included, before any code of the toolset runs, in MiB. */
const OWN_MEGABYTES = 120
/** More than this is not passed on of what one call prints, in characters. */
const MOST_PRINTED = 16_384

const [, , main = '', megabytesText = ''] = process.argv
const megabytes = Number(megabytesText)

const say = (message: FromProcess, then?: () => void) => process.stdout.write(`${JSON.stringify(message)}\n`, then)

let ending = false
/** Says why, once, and ends at once, whatever the thread is doing. */
function end(why: 'memory' | 'crash', message: string): void {
  if (ending) return
  ending = true
  say({ type: 'ended', why, message }, () => process.exit(1))
}

const thread = new Worker(new URL('toolset-thread.js', import.meta.url), {
  workerData: { main },
  stdout: true,
  stderr: true,
  resourceLimits: { maxOldGenerationSizeMb: megabytes },
})
let printed = 0
for (const stream of [thread.stdout, thread.stderr]) {
  stream.setEncoding('utf8').on('data', (text: string) => {
    const room = MOST_PRINTED - printed
    printed += text.length
    if (room > 0) say({ type: 'printed', text: text.slice(0, room) })
  })
}
thread.on('message', (message: FromProcess) => say(message))
thread.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') end('memory', `It took more than ${megabytes} MB.`)
  else end('crash', error instanceof Error ? error.message : String(error))
})
thread.on('exit', (code) => end('crash', `It ended itself (exit code ${code}).`))

setInterval(() => {
  // Buffers stand outside the heap, where the thread's own limit does not count them.
  if (process.memoryUsage.rss() > (OWN_MEGABYTES + megabytes) * 1024 * 1024) {
    end('memory', `It took more than ${megabytes} MB.`)
  }
}, LOOK_MS)

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const message = JSON.parse(line) as ToProcess
  if (message.type === 'run') printed = 0
  thread.postMessage(message)
})
lines.on('close', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
