import { Readable, Writable } from 'node:stream'
import { ndJsonStream } from '@agentclientprotocol/sdk'
import { VERSION } from '../../version.ts'
import { practiceAgent } from './agent.ts'

// The practice agent's process: ACP on stdio, and nothing else on stdout. It ends with its stdin.
console.log = console.error
const stream = ndJsonStream(
  Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
  Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
)
const connection = practiceAgent(VERSION).connect(stream)
await connection.closed
process.exit(0)
