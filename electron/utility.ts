// The first file of every utility process of ours: gives the program what a Node child has and a utility process lacks,
// stdin and a polite way to be ended, both over the port to the parent, and then runs it.
//   utility.js PROGRAM [ARGUMENT...]
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { MessageEvent } from 'electron'

/** What the parent says. `stdin: null` is its end. */
export type ToUtility = { stdin: Uint8Array | null } | { ask: 'end' }

const [self, , program, ...args] = process.argv
if (self === undefined || program === undefined) throw new Error('utility.js needs the program that it is to run.')
process.argv = [self, program, ...args]

const input = new Readable({ read() {} })
Object.defineProperty(process, 'stdin', { value: input, configurable: true })

process.parentPort.on('message', ({ data }: MessageEvent) => {
  const message = data as ToUtility
  if ('stdin' in message) input.push(message.stdin)
  // As the signal does where there are signals: to whoever listens, else it is the end.
  else if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(0)
})

await import(pathToFileURL(program).href)
