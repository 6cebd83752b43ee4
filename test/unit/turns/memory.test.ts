import { afterEach, expect, it } from 'vitest'
import { turnBench } from './bench.ts'

let bench: Awaited<ReturnType<typeof turnBench>>
afterEach(() => bench?.close())

it('a failed agent is opened again with its own session, and with what was said before its turn', async () => {
  const usage = { input: 10, cached: 0, output: 5, cost: { amount: 0.5, currency: 'USD' }, context: null }
  const trouble = { title: 'It went', cause: 'Gone.', next: 'Again.' }
  bench = await turnBench(async ({ prompt, emit }) => {
    emit({ type: 'text', text: `I heard ${prompt}.` })
    return prompt === 'fail' ? { outcome: 'failed', trouble } : { outcome: 'done', trouble: null, usage }
  })
  const { end } = await bench.run('a box')
  expect(end.usage).toEqual(usage)
  await bench.run('fail')
  await bench.run('again')
  expect(bench.opened.map(({ resume }) => resume?.session)).toEqual([undefined, 'scripted'])
  expect(bench.opened[1]?.resume?.openedAt).toBeGreaterThan(Date.now() - 600_000)
  // Asked for while no turn runs: then all turns are in the past.
  expect(bench.opened[1]?.recall?.()).toContain('Designer: a box\nYou: I heard a box.\nDesigner: fail')
  expect(bench.store.get(bench.conversation)?.usage).toEqual({ tokens: 30, cost: 1, currency: 'USD' })
  expect(bench.store.agentSession(bench.conversation, 'scripted')?.session).toBe('scripted')
})
