import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Asked, greets, ScriptedHost, SECRET } from '../../test/fakes/scripted-host.ts'
import { encodeFrame } from '../wire/frame.ts'
import { Connection } from './connection.ts'
import { DEFAULTS } from './settings.ts'

const connect = (port: number) =>
  new Connection({
    kind: 'rhino',
    port,
    processId: null,
    secret: () => SECRET,
    settings: { ...DEFAULTS, backoffMs: [0], graceMs: 0 },
  })

test('any interleaving of answers, cut anywhere, with strangers in between, finds its calls', async () => {
  const host = await new ScriptedHost(greets()).listen()
  const connection = connect(host.port)
  const plan = fc.record({
    /** One number a call: its place in the order of answers. */
    order: fc.array(fc.integer(), { minLength: 1, maxLength: 20 }),
    doubled: fc.array(fc.boolean(), { maxLength: 20 }),
    failed: fc.array(fc.boolean(), { maxLength: 20 }),
    cuts: fc.array(fc.nat(3000), { maxLength: 30 }),
  })
  let total = 0
  await fc.assert(
    fc.asyncProperty(plan, async ({ order, doubled, failed, cuts }) => {
      const before = host.count('x')
      const dropped = connection.dropped
      const calls = order.map((_, n) => connection.callRaw('x', { n }))
      const settled = Promise.allSettled(calls)
      await host.request('x', before + order.length)
      const asked = host.asked.filter(({ method }) => method === 'x').slice(before)
      const frames = asked
        .map((one, n) => ({ one, n, place: order[n]! }))
        .sort((a, b) => a.place - b.place)
        .flatMap(({ one, n }) => {
          const error = { code: -32000, message: `no ${n}`, data: { code: 'OBJECT_NOT_FOUND' } }
          const answer = failed[n] ? { result: null, error } : { result: { n }, error: null }
          const frame = encodeFrame({ id: one.id, ...answer })
          return doubled[n] ? [frame, frame] : [frame]
        })
      const bytes = Buffer.concat(frames)
      const places = [0, ...cuts.filter((at) => at < bytes.length).sort((a, b) => a - b), bytes.length]
      for (const [n, at] of places.entries()) asked[0]?.socket.write(bytes.subarray(at, places[n + 1] ?? at))
      expect((await settled).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual(
        order.map((_, n) => (failed[n] ? `no ${n}` : { n })),
      )
      // The last answer may still be on its way when the calls are settled; a round trip later nothing is.
      const last = connection.callRaw('last', {})
      total += 1
      ;(await host.request('last', total)).answer({})
      await last
      expect(connection.dropped - dropped).toBe(order.filter((_, n) => doubled[n]).length)
    }),
    { numRuns: 100 },
  )
  await connection.close()
  await host.close()
})

test('whenever the connection breaks, a change is never sent twice, and every call ends', async () => {
  const decision = fc.constantFrom('answer', 'later', 'cut', 'end', 'answer and cut')
  const plan = fc.record({
    methods: fc.array(fc.constantFrom('undo.list', 'undo.redo_turn', 'made.up'), { minLength: 1, maxLength: 12 }),
    decisions: fc.array(decision, { maxLength: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ methods, decisions }) => {
      const left = [...decisions]
      const answer = (asked: Asked) => asked.answer({ n: asked.params.n })
      const host = await new ScriptedHost(
        greets((asked) => {
          const what = left.shift() ?? 'answer'
          if (what.startsWith('answer')) answer(asked)
          if (what === 'later') setImmediate(answer, asked)
          if (what.endsWith('cut')) asked.socket.resetAndDestroy()
          if (what === 'end') asked.socket.end()
        }),
      ).listen()
      const connection = connect(host.port)
      const ended = await Promise.allSettled(methods.map((method, n) => connection.callRaw(method, { n })))
      for (const [n, one] of ended.entries()) {
        if (one.status === 'fulfilled') expect(one.value).toEqual({ n })
        else expect(['OPERATION_FAILED', 'RHINO_BUSY']).toContain(one.reason.code)
        const times = host.asked.filter(({ method, params }) => method !== 'hello' && params.n === n).length
        expect(times).toBeLessThanOrEqual(methods[n] === 'undo.list' ? 3 : 1)
      }
      await connection.close()
      await host.close()
    }),
    { numRuns: 150 },
  )
})
