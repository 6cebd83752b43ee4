import { expect, test, vi } from 'vitest'
import { Gate } from '../turns/gate.ts'
import { HostChoices } from './host-choices.ts'
import type { HostKeeper } from './host-keeper.ts'

function choices() {
  const choose = vi.fn(async (_process: number | 'embedded') => {})
  const gate = new Gate()
  return { choose, gate, choices: new HostChoices({ choose } as unknown as HostKeeper, gate) }
}

test('another Rhino is not chosen while a turn is running, and is after it', async () => {
  const { choose, gate, choices: hosts } = choices()
  const release = await gate.enter('Claude')
  await expect(hosts.choose(4711)).rejects.toMatchObject({
    trouble: {
      title: 'The document was not changed for another one',
      cause: 'Claude is changing the document.',
      next: 'Wait for it or stop it, then choose again.',
    },
  })
  expect(choose).not.toHaveBeenCalled()
  release()
  await hosts.choose(4711)
  await hosts.choose(null)
  expect(choose.mock.calls).toEqual([[4711], ['embedded']])
  expect(gate.holder).toBeNull()
})

test('a choice that fails keeps no turn waiting', async () => {
  const { choose, gate, choices: hosts } = choices()
  choose.mockRejectedValueOnce(new Error('No Rhino with process 1 listens.'))
  await expect(hosts.choose(1)).rejects.toMatchObject({ trouble: { title: expect.stringContaining('not changed') } })
  expect(gate.holder).toBeNull()
})
