/** The stdio way in as a process of its own, for the tests: the core's address stands in the environment. */
import { claimStdout, serveStdio } from '../../../src/mcp/stdio.ts'

const output = claimStdout()
console.log('a stray line that must not reach the client')
await serveStdio({
  input: process.stdin,
  output,
  connect: async () => ({ url: process.env.CORE_URL ?? '', token: process.env.CORE_TOKEN ?? '' }),
  note: (line) => console.error(line),
})
