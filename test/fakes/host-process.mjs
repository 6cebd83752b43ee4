// A stand-in for the embedded host's process. TICKBIRD_FAKE says how it behaves; it answers every call with its pid.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const behaviour = process.env.TICKBIRD_FAKE ?? ''
const has = (word) => behaviour.split(' ').includes(word)

if (has('dies')) {
  console.error('the kernel file is missing')
  process.exit(3)
}
if (has('chatty')) console.log('loading…\n{"not": "it"}\n{broken')
if (has('stubborn')) process.on('SIGTERM', () => undefined)
else process.stdin.on('end', () => process.exit(0)).resume()

function answer(socket, { id, method, params }) {
  if (method === 'crash') process.kill(process.pid, 'SIGKILL')
  const secret = readFileSync(join(process.env.TICKBIRD_HOME, 'secret'), 'utf8').trim()
  const ok = method !== 'hello' || params.secret === secret
  const greeting = { host: 'embedded', version: '0', rhino: null, pid: process.pid, capabilities: [] }
  const error = ok ? null : { code: -32000, message: 'no', data: { code: 'UNAUTHORIZED' } }
  const body = Buffer.from(JSON.stringify({ id, result: ok ? greeting : null, error }))
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  socket.write(Buffer.concat([head, body]))
}

const server = createServer((socket) => {
  let bytes = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk])
    while (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32BE(0)) {
      const end = 4 + bytes.readUInt32BE(0)
      answer(socket, JSON.parse(bytes.subarray(4, end)))
      bytes = bytes.subarray(end)
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  if (!has('silent')) console.log(JSON.stringify({ port: server.address().port, pid: process.pid, secretFile: 'x' }))
})
