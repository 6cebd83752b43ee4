import { expect, it, vi } from 'vitest'
import { DocumentWatch } from './document.ts'

it('knows after a look what was so when it was asked for, though another look was under way', async () => {
  let objects = 0
  let revision = 0
  const held: (() => void)[] = []
  const answers: Record<string, () => object> = {
    'rhino.list_documents': () => ({ documents: [{ active: true, serial: 1, revision }] }),
    'context.get': () => ({
      document: {
        serial: 1,
        name: 'a\u202Eb',
        path: null,
        modified: false,
        units: 'millimeters',
        absolute_tolerance: 0.001,
        object_count: objects,
        revision,
      },
      selection: { count: 0 },
    }),
    'undo.list': () => ({ turns: [] }),
  }
  const session = {
    state: 'ready',
    call: async (method: string) => {
      const answer = answers[method]!()
      await new Promise<void>((resolve) => held.push(resolve))
      return answer
    },
  }
  const watch = new DocumentWatch({ current: () => session, ready: vi.fn(), onChange: () => () => undefined } as never)
  const answering = setInterval(() => held.shift()?.(), 1)
  const early = watch.look()
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(0))
  // The look under way has read the empty document; now it changes, and whoever asks now must hear of it.
  objects = 1
  revision = 1
  await Promise.all([watch.look(), watch.look()])
  expect(watch.status).toMatchObject({ objects: 1, name: 'ab' })
  await early
  watch.close()
  clearInterval(answering)
})
