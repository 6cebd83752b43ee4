import { afterAll, beforeAll, expect, test } from 'vitest'
import { LiveCore, serviceFor, whenWanted } from './live.ts'
import { CODEX_VERSION, codexMachine } from './machines.ts'
import { type ModelApi, serveModelApi } from './model-api.ts'
import { descendants } from './processes.ts'

const BOX = 'CALL create_box {"width": 40, "depth": 25, "height": 10, "name": "Block"} END'

whenWanted('codex', () => {
  let models: ModelApi
  let live: LiveCore

  beforeAll(async () => {
    models = await serveModelApi()
    live = await LiveCore.start(codexMachine(models.url, 'dummy-key-for-tests'))
  }, 600_000)
  afterAll(async () => {
    await live?.close()
    await models?.close()
  })

  test('it is found, with its version; a key of the user’s own provider is enough', async () => {
    const status = live.agents.statuses().find(({ id }) => id === 'codex')
    expect(status).toMatchObject({ state: 'ready', version: CODEX_VERSION })
  })

  test('it makes a real box in the real modeller through our endpoint, with no tools that could leave it', async () => {
    const { end, events, said } = await live.turn('codex', BOX)
    expect(end).toMatchObject({ outcome: 'done', trouble: null, changes: { counts: { added: 1 } } })
    expect(end.changes.added[0]).toMatchObject({ name: 'Block', size: [40, 25, 10] })
    const cards = events.filter((event) => event.type === 'tool.begin' || event.type === 'tool.end')
    expect(cards.map(({ type }) => type)).toEqual(['tool.begin', 'tool.end'])
    expect(events.some(({ type }) => type === 'permission.ask')).toBe(false)
    expect(said).toContain('Done:')
    const offered = models.asked.find(({ results }) => results.length > 0)
    expect(offered?.results.join()).toContain('[40,25,10]')
    expect(offered?.key).toBe('dummy-key-for-tests')
    expect(offered?.tools).toContain('create_box')
    const able = /shell|exec|apply_patch|web_search|image|agent|browser|computer/
    expect(offered?.tools.filter((name) => able.test(name))).toEqual([])
  })

  test('stop ends the turn as stopped; the same thread takes the next, and remembers', async () => {
    const { conversation } = await live.turn('codex', 'Remember me')
    const { end } = await live.turn('codex', 'SLOW', {
      conversation,
      on: (event, stop) => event.type === 'text' && stop(),
    })
    expect(end).toMatchObject({ outcome: 'stopped', trouble: null })
    expect((await live.turn('codex', 'Hello', { conversation })).end.outcome).toBe('done')
    expect(models.asked.findLast(({ text }) => text.includes('Hello'))?.earlier).toBeGreaterThan(0)
  })

  test('two conversations at once keep apart', async () => {
    const [one, two] = await Promise.all([live.turn('codex', BOX), live.turn('codex', 'Hello')])
    expect(one.end.outcome).toBe('done')
    expect(one.said).toContain('Done:')
    expect(two.said).toBe('Nothing to do.')
  })

  test('killed in the middle: the turn fails and says so, the next one goes on where it was', async () => {
    const { conversation } = await live.turn('codex', 'Remember me')
    let killed = 0
    const { end } = await live.turn('codex', 'SLOW', {
      conversation,
      on: (event) => {
        if (event.type !== 'text' || killed > 0) return
        for (const pid of descendants('app-server')) {
          killed++
          process.kill(pid, 'SIGKILL')
        }
      },
    })
    expect(killed).toBeGreaterThan(0)
    expect(end).toMatchObject({ outcome: 'failed', trouble: { title: 'Codex stopped unexpectedly' } })
    expect((await live.turn('codex', 'Still there?', { conversation })).end.outcome).toBe('done')
    expect(models.asked.findLast(({ text }) => text.includes('Still there?'))?.earlier).toBeGreaterThan(0)
  })

  test('a key that is refused is a sign-in trouble, a limit is a limit', async () => {
    const refused = await live.turn('codex', 'FAIL 401')
    expect(refused.end).toMatchObject({ outcome: 'failed', trouble: { title: 'Codex is not signed in' } })
    expect(JSON.stringify(refused.end.trouble)).not.toContain('dummy-key-for-tests')
    const limited = await live.turn('codex', 'FAIL 429')
    expect(limited.end).toMatchObject({ outcome: 'failed', trouble: { title: 'Codex is at its limit' } })
  })

  test('without an account it says how to sign in', async () => {
    const signedOut = serviceFor(codexMachine(models.url, null))
    await signedOut.refresh()
    expect(await signedOut.probe('codex')).toMatchObject({
      state: 'not_signed_in',
      version: CODEX_VERSION,
      trouble: { title: 'Codex is not signed in', next: expect.stringContaining('codex login') },
    })
    await signedOut.close()
  })
})
