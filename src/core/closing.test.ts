import { expect, it, vi } from 'vitest'
import { closingOnce, settleTurns, within } from './closing.ts'

const never = () => new Promise<void>(() => undefined)

it('waits for work no longer than it is told to, and a failure is an end too', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue()
  expect(await within(Promise.resolve(), 10_000)).toBe(true)
  expect(await within(never(), 10)).toBe(false)
  expect(await within(Promise.reject(new Error('The disk is full.')), 10_000)).toBe(true)
  expect(told).toHaveBeenCalledOnce()
  told.mockRestore()
})

it('takes each step once, in order, also after one that failed', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue()
  const steps: string[] = []
  const fails = () => {
    steps.push('fails')
    throw new Error('It is gone.')
  }
  const close = closingOnce([fails, () => steps.push('last')])
  await Promise.all([close(), close()])
  await close()
  expect(steps).toEqual(['fails', 'last'])
  expect(told).toHaveBeenCalledOnce()
  told.mockRestore()
})

it('keeps the document after the turns, and ends a host that does not let them end', async () => {
  const keep = vi.fn(async () => undefined)
  const endHost = vi.fn(async () => undefined)
  const quick = { close: async () => undefined }
  await settleTurns({ turns: [quick, quick], keep, endHost })
  expect([keep.mock.calls.length, endHost.mock.calls.length]).toEqual([1, 0])
  // A turn that waits for its host ends when that has ended.
  let hear = (): void => {}
  const waits = { close: () => new Promise<void>((resolve) => (hear = resolve)) }
  endHost.mockImplementation(async () => {
    hear()
    return undefined
  })
  await settleTurns({ turns: [quick, waits], keep, endHost, turnsMs: 20 })
  expect([keep.mock.calls.length, endHost.mock.calls.length]).toEqual([1, 1])
})
