import { describe, expect, it } from 'vitest'
import { Gate } from './gate.ts'

describe('the gate of a document', () => {
  it('admits one after the other, in order', async () => {
    const gate = new Gate()
    const order: string[] = []
    const first = await gate.enter('first')
    const second = gate.enter('second').then((release) => {
      order.push('second')
      release()
    })
    const third = gate.enter('third').then((release) => {
      order.push('third')
      release()
    })
    expect(gate.holder).toBe('first')
    order.push('first')
    first()
    first()
    await Promise.all([second, third])
    expect(order).toEqual(['first', 'second', 'third'])
    expect(gate.holder).toBeNull()
  })

  it('says who has it when patience ends, and forgets who left', async () => {
    const gate = new Gate()
    const release = await gate.enter('“Round the edges”')
    await expect(gate.enter('late', { patienceMs: 1 })).rejects.toMatchObject({
      code: 'RHINO_BUSY',
      message: expect.stringContaining('“Round the edges”'),
    })
    const leaver = new AbortController()
    const left = gate.enter('leaver', { signal: leaver.signal })
    leaver.abort()
    await expect(left).rejects.toMatchObject({ code: 'RHINO_BUSY' })
    release()
    expect(gate.holder).toBeNull()
  })
})
