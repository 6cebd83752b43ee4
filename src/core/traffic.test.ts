import { expect, test } from 'vitest'
import { logLine } from '../mcp/call-log.ts'
import { Traffic } from './traffic.ts'

const line = (target: string, kind: 'outside' | 'conversation' = 'outside') =>
  logLine(
    {
      client: kind === 'outside' ? { kind, id: 'x', name: 'Cursor' } : { kind, conversation: 'c1' },
      target,
      arguments: { radius: 2, name: 'secret words', guids: ['a', 'b', 'c', 'd', 'e'] },
      ms: 12.34,
      outcome: 'error',
      code: 'INVALID_PARAMS',
      sent: ['text 80'],
    },
    new Date('2026-05-04T12:00:00Z'),
  )

test('what the log writes is heard as it was, and still written', () => {
  const traffic = new Traffic()
  const written: string[] = []
  const log = traffic.hearing((text) => written.push(text))
  let rung = 0
  const stop = traffic.onCall(() => {
    rung += 1
  })
  log(line('create_box'))
  log(line('fillet_edges', 'conversation'))
  stop()
  log(line('undo_turn'))
  expect(written).toHaveLength(3)
  expect(rung).toBe(2)
  expect(traffic.after(0)).toMatchObject([
    {
      seq: 1,
      at: Date.UTC(2026, 4, 4, 12),
      client: 'Cursor',
      conversation: null,
      target: 'create_box',
      outcome: 'error',
      code: 'INVALID_PARAMS',
      ms: 12.3,
      arguments: { radius: 2, name: 'text 12', guids: 'list 5' },
      sent: ['text 80'],
    },
    { seq: 2, client: '', conversation: 'c1' },
    { seq: 3 },
  ])
  expect(traffic.after(2)).toMatchObject([{ seq: 3 }])
  expect(traffic.after(3)).toBeNull()
  // A panel that was open before a restart asks with a number that is not reached yet: it gets all there is.
  expect(traffic.after(99)).toHaveLength(3)
})

test('only the last ones are remembered', () => {
  const traffic = new Traffic()
  const log = traffic.hearing(() => undefined)
  for (let i = 0; i < 600; i++) log(line(`tool_${i}`))
  const kept = traffic.after(0) ?? []
  expect(kept).toHaveLength(500)
  expect(kept.at(-1)).toMatchObject({ seq: 600, target: 'tool_599' })
})
