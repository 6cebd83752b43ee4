import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallableHost, CallOptions, Client, ToolAnswer, ToolCaller } from '../../../src/mcp/caller.ts'
import { createMcpEndpoint, type EndpointOptions } from '../../../src/mcp/endpoint.ts'
import { TokenTable } from '../../../src/mcp/tokens.ts'
import type { ToolSpec } from '../../../src/tools/define.ts'
import { Fault } from '../../../src/wire/fault.ts'

export const OUTSIDE_TOKEN = 'outside-token-for-tests'
export const PANEL_TOKEN = 'conversation-token-for-tests'

export interface Recorded {
  client: Client
  tool: string
  input: Record<string, unknown>
  options: CallOptions
}

type Answerer = (
  tool: ToolSpec,
  input: Record<string, unknown>,
  options: CallOptions,
) => Promise<ToolAnswer> | ToolAnswer

/** A box of the asked size: enough of a host for a test that looks at the protocol. */
export const boxAnswer: Answerer = (_tool, input) => {
  const size = [input.width, input.depth, input.height].map((n) => (typeof n === 'number' ? n : 1))
  return {
    output: { guid: '0a1b2c3d-0000-4000-8000-000000000001', type: 'brep', bounding_box: { min: [0, 0, 0], max: size } },
    sentence: `Box ${size.join(' × ')} mm`,
  }
}

/** Answers by tool name, records every call; a name without an answer is NOT_IMPLEMENTED. */
export class FakeCaller implements ToolCaller {
  readonly calls: Recorded[] = []
  readonly refusals: { client: Client; tool: string; fault: Error }[] = []
  readonly answers: Record<string, Answerer> = { create_box: boxAnswer }
  ask?: NonNullable<ToolCaller['ask']>
  connected: CallableHost[] = [{ processId: 4711, label: 'Built-in modeller', supports: () => true }]

  hosts(): readonly CallableHost[] {
    return this.connected
  }

  async call(
    client: Client,
    tool: ToolSpec,
    input: Record<string, unknown>,
    options: CallOptions,
  ): Promise<ToolAnswer> {
    this.calls.push({ client, tool: tool.name, input, options })
    const answer = this.answers[tool.name]
    if (!answer) throw new Fault('NOT_IMPLEMENTED', `${tool.title} is not there in this host`)
    return answer(tool, input, options)
  }

  refused(client: Client, tool: ToolSpec, _input: unknown, fault: Error): void {
    this.refusals.push({ client, tool: tool.name, fault })
  }
}

/** The endpoint on a real port with a fake caller behind it. */
export async function serveFake(extra: Partial<EndpointOptions> = {}) {
  const caller = new FakeCaller()
  const tokens = new TokenTable()
  tokens.add(OUTSIDE_TOKEN, { kind: 'outside', id: 'shared', name: '' })
  tokens.add(PANEL_TOKEN, { kind: 'conversation', conversation: 'c1' })
  const errors: Error[] = []
  const endpoint = createMcpEndpoint({
    caller,
    tokens,
    version: '1.2.3',
    onError: (error) => errors.push(error),
    ...extra,
  })
  const server = createServer((request, response) => void endpoint.handle(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    caller,
    tokens,
    errors,
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      await endpoint.close()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Resolves when `check` is true; fails by the test's own timeout. */
export async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((soon) => setTimeout(soon, 2))
}
