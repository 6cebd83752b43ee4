import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import golem from '../../../src/tools/golem.json' with { type: 'json' }
import { FaultProxy, pass } from '../../fakes/fault-proxy.ts'
import { GOLEM, type GolemAnswer, GolemClient } from '../../real/golem.ts'
import { HOST_KINDS } from '../../real/hosts.ts'
import { WireClient } from '../../real/wire.ts'
import { ID, STEPS, type Step } from './golem-steps.ts'
import { atTheEnd } from './line.ts'

/** What the host says of itself to a client that sends no secret. */
async function abilities(port: number) {
  const client = await WireClient.connect(port)
  try {
    for (let tries = 0; tries < 60; tries++) {
      const { result } = await client.request('rhino.capabilities')
      if (!result) continue
      const methods = (result as { methods: { method: string; support: string }[] }).methods
      return new Map(methods.map(({ method, support }) => [method, support]))
    }
    throw new Error('The host does not start.')
  } finally {
    client.close()
  }
}

type Kept = Map<string, unknown>

function filled(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string') return value.replace(/\$(\w+)/g, (_, name) => String(kept.get(name)))
  if (Array.isArray(value)) return value.map((one) => filled(one, kept))
  // What vitest compares with is no plain object, and stays as it is.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, kept)]))
}

function isRight(
  step: Step,
  method: string,
  support: string | undefined,
  kernel: boolean,
  answer: GolemAnswer,
  kept: Kept,
) {
  const about = `${step.tool} (${method}) answered ${JSON.stringify(answer.result).slice(0, 500)}`
  const told = String(answer.result)
  // Forty of its tools name methods that nobody ever registered.
  if (support === undefined) return expect(told, about).toContain(`Rhino error -32601: There is no method ${method}`)
  if (support === 'none') return expect(told, about).toContain(`Rhino error -32000: The built-in modeller cannot do`)
  if (step.refused) return expect(told, about).toMatch(step.refused)
  expect(answer.failed, about).toBe(false)
  const wanted = { ...(step.keep?.[1] === 'guid' ? { guid: ID } : {}), ...step.gives, ...(kernel ? step.computed : {}) }
  expect(wanted, `nothing is said about ${step.tool}`).not.toEqual({})
  expect(answer.result, about).toMatchObject(filled(wanted, kept) as object)
}

test.skipIf(GOLEM === null).each(HOST_KINDS)(
  'GOLEM’s own client works with $name',
  { timeout: 300_000 },
  async (kind) => {
    if (kind.absent || GOLEM === null) return
    const home = mkdtempSync(join(tmpdir(), 'tickbird-golem-'))
    writeFileSync(join(home, 'settings.json'), '{"allowLegacy": true}')
    const host = await kind.start({ home, legacy: true })
    atTheEnd(() => host.stop())
    const can = await abilities(host.port)
    const proxy = await FaultProxy.before(host.port)
    atTheEnd(() => proxy.close())
    const client = await GolemClient.start(GOLEM, proxy.port)
    atTheEnd(() => client.close())
    expect((await client.tools()).sort()).toEqual([...golem.tools].sort())
    const kept: Kept = new Map([['folder', home]])
    const tried = new Set<string>()
    let right = 0
    for (const step of STEPS) {
      let method = ''
      proxy.up = (passing) => {
        method = String(passing.message.method)
        pass(passing)
      }
      const answer = await client.call(step.tool, filled(step.args ?? {}, kept) as Record<string, unknown>)
      expect(method, `${step.tool}: ${JSON.stringify(answer.result)}`).not.toBe('')
      isRight(step, method, can.get(method), kind.kind === 'embedded', answer, kept)
      if (step.keep) kept.set(step.keep[0], answer.result?.[step.keep[1]])
      tried.add(step.tool)
      if (!answer.failed) right += 1
    }
    expect([...tried].sort()).toEqual([...golem.tools].sort())
    expect(right).toBeGreaterThan(30)
  },
)

test('without the user’s leave, GOLEM’s client is told what is missing', async () => {
  const [embedded] = HOST_KINDS
  const host = await embedded!.start()
  atTheEnd(() => host.stop())
  const client = await WireClient.connect(host.port)
  expect((await client.request('ping')).result).toEqual({ alive: true })
  expect((await client.request('scene.list_layers')).error).toMatchObject({
    code: -32000,
    data: { code: 'UNAUTHORIZED' },
  })
  client.close()
})
