/**
 * The real endpoint with the fixtures that the protocol's own tests expect, as a process of its own. Those tests send no
 * token, so this server lets anyone in: it is for them alone and no part of what is shipped. Prints its address.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpEndpoint } from '../../src/mcp/endpoint.ts'
import { FakeCaller } from '../unit/mcp/fake-caller.ts'
import { fixtures } from './fixtures.ts'

const everyone = { kind: 'outside', id: 'conformance', name: '' } as const
const caller = new FakeCaller()
caller.answers.get_context = () => ({ output: { document: { name: 'fixture.3dm' } }, sentence: '' })

const endpoint = createMcpEndpoint({
  caller,
  tokens: { clientForToken: () => everyone },
  version: '0.0.0',
  extras: fixtures(),
  onError: (error) => console.error(error.message),
})
const server = createServer((request, response) => {
  request.headers.authorization ??= 'Bearer anyone'
  void endpoint.handle(request, response)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp?tools=envelope`)
})
// Ends with the one that started it.
process.stdin.on('end', () => process.exit(0)).resume()
