import type { ServerContext } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { ANY_CLIENT } from './profiles/profile.ts'
import { readState, spendState, writeState } from './request-state.ts'
import { authOf } from './seat.ts'

afterEach(() => vi.useRealTimers())

const contextOf = (id: string, state?: unknown): ServerContext => {
  const client = { kind: 'outside', id, name: id } as const
  const seat = { client, set: 'full', profile: ANY_CLIENT, abilities: new Set<never>() } as const
  return { mcpReq: { requestState: () => state }, http: { authInfo: authOf(seat) } } as unknown as ServerContext
}
const PURPOSE = 'delete everything'
const refused = { data: { reason: 'invalid_request_state' } }

test('a state comes back to whom it was given, for what it was given', async () => {
  const state = await writeState(contextOf('a'), PURPOSE, { n: 1 })
  expect(await readState(contextOf('a', state), PURPOSE)).toEqual({ n: 1 })
  expect(await readState(contextOf('a'), PURPOSE)).toBeUndefined()
  await expect(readState(contextOf('b', state), PURPOSE)).rejects.toMatchObject(refused)
  await expect(readState(contextOf('a', state), 'something else')).rejects.toMatchObject(refused)
})

test('one that was bent anywhere is refused', async () => {
  const state = await writeState(contextOf('a'), PURPOSE, { n: 1 })
  const bend = fc.record({ at: fc.nat(state.length - 1), by: fc.constantFrom('A', 'z', '0', '-', '.', 'é', '') })
  await fc.assert(
    fc.asyncProperty(bend, async ({ at, by }) => {
      const bent = state.slice(0, at) + by + state.slice(at + 1)
      // The last letter of base64 holds bits that mean nothing.
      fc.pre(bent !== state && at < state.length - 1)
      await expect(readState(contextOf('a', bent), PURPOSE)).rejects.toMatchObject(refused)
      expect(await spendState(contextOf('a'), PURPOSE, bent)).toBe(false)
    }),
    { numRuns: 300 },
  )
  for (const sent of ['', 'x', null, 7, {}, 'a'.repeat(100_000)]) {
    await expect(readState(contextOf('a', sent), PURPOSE)).rejects.toMatchObject(refused)
  }
})

test('one that is older than ten minutes is refused', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  const state = await writeState(contextOf('a'), PURPOSE, {})
  vi.setSystemTime(1_800_000_000_000 + 9 * 60_000)
  expect(await readState(contextOf('a', state), PURPOSE)).toEqual({})
  vi.setSystemTime(1_800_000_000_000 + 11 * 60_000)
  await expect(readState(contextOf('a', state), PURPOSE)).rejects.toMatchObject(refused)
  expect(await spendState(contextOf('a'), PURPOSE, state)).toBe(false)
})

test('as a permission it is good once, for its own client and purpose', async () => {
  const state = await writeState(contextOf('a'), PURPOSE, {})
  expect(await spendState(contextOf('b'), PURPOSE, state)).toBe(false)
  expect(await spendState(contextOf('a'), 'something else', state)).toBe(false)
  expect(await spendState(contextOf('a'), PURPOSE, state)).toBe(true)
  expect(await spendState(contextOf('a'), PURPOSE, state)).toBe(false)
  const another = await writeState(contextOf('a'), PURPOSE, {})
  const both = await Promise.all([1, 2, 3].map(() => spendState(contextOf('a'), PURPOSE, another)))
  expect(both.filter(Boolean)).toHaveLength(1)
})
