import { afterAll, beforeAll, expect, test } from 'vitest'
import { LiveCore, serviceFor, whenWanted } from './live.ts'
import { CLAUDE_VERSION, claudeMachine } from './machines.ts'
import { type ModelApi, serveModelApi } from './model-api.ts'
import { descendants } from './processes.ts'

const BOX = 'CALL create_box {"width": 40, "depth": 25, "height": 10, "name": "Block"} END'

whenWanted('claude', () => {
  let models: ModelApi
  let live: LiveCore

  beforeAll(async () => {
    models = await serveModelApi()
    live = await LiveCore.start(claudeMachine(models.url, 'dummy-key-for-tests'))
  }, 600_000)
  afterAll(async () => {
    await live?.close()
    await models?.close()
  })

  /** Claude also asks for a title and the like, without tools. */
  const asked = (words: string) => models.asked.findLast(({ text, tools }) => text.includes(words) && tools.length > 0)

  test('it is found, with its version, and somebody is signed in', async () => {
    const status = live.agents.statuses().find(({ id }) => id === 'claude')
    expect(status).toMatchObject({ state: 'ready', version: CLAUDE_VERSION })
    expect((await live.agents.probe('claude'))?.state).toBe('ready')
  })

  test('it makes a real box in the real modeller through our endpoint, with our tools and no others', async () => {
    const { end, events, said } = await live.turn('claude', BOX)
    expect(end).toMatchObject({ outcome: 'done', trouble: null, changes: { counts: { added: 1 } } })
    expect(end.changes.added[0]).toMatchObject({ name: 'Block', size: [40, 25, 10] })
    const cards = events.filter((event) => event.type === 'tool.begin' || event.type === 'tool.end')
    expect(cards.map(({ type }) => type)).toEqual(['tool.begin', 'tool.end'])
    expect(events.some(({ type }) => type === 'permission.ask')).toBe(false)
    expect(said).toMatch(/^Working on it\. .*Done:/s)
    const offered = models.asked.filter(({ results }) => results.length > 0)
    expect(offered[0]?.results.join()).toContain('[40,25,10]')
    expect(offered[0]?.key).toBe('dummy-key-for-tests')
    expect(offered[0]?.tools.filter((name) => !name.startsWith('mcp__rhino__'))).toEqual([])
    expect(offered[0]?.tools).toContain('mcp__rhino__create_box')
  })

  test('stop ends the turn as stopped; the same process takes the next, and remembers', async () => {
    const { end, conversation } = await live.turn('claude', 'SLOW', {
      on: (event, stop) => event.type === 'text' && stop(),
    })
    expect(end).toMatchObject({ outcome: 'stopped', trouble: null })
    expect((await live.turn('claude', 'Hello', { conversation })).end.outcome).toBe('done')
    expect(asked('Hello')?.earlier).toBeGreaterThan(0)
  })

  test('killed in the middle: the turn fails and says so, the next one goes on where it was', async () => {
    const first = await live.turn('claude', 'Remember me')
    const { conversation } = first
    let killed = 0
    const { end } = await live.turn('claude', 'SLOW', {
      conversation,
      on: (event) => {
        if (event.type !== 'text' || killed > 0) return
        for (const pid of descendants('stream-json')) {
          killed++
          process.kill(pid, 'SIGKILL')
        }
      },
    })
    expect(killed).toBeGreaterThan(0)
    expect(end).toMatchObject({ outcome: 'failed', trouble: { title: 'Claude stopped unexpectedly' } })
    expect(end.trouble?.next).toContain('remembers')
    expect((await live.turn('claude', 'Still there?', { conversation })).end.outcome).toBe('done')
    expect(asked('Still there?')?.earlier).toBeGreaterThan(0)
  })

  test('a key that is refused is a sign-in trouble, a limit is a limit', async () => {
    const refused = await live.turn('claude', 'FAIL 401')
    expect(refused.end).toMatchObject({ outcome: 'failed', trouble: { title: 'Claude is not signed in' } })
    expect(JSON.stringify(refused.end.trouble)).not.toContain('dummy-key-for-tests')
    const limited = await live.turn('claude', 'FAIL 429')
    expect(limited.end).toMatchObject({ outcome: 'failed', trouble: { title: 'Claude is at its limit' } })
  })

  test('without a key it says how to sign in', async () => {
    const signedOut = serviceFor(claudeMachine(models.url, null))
    await signedOut.refresh()
    expect(await signedOut.probe('claude')).toMatchObject({
      state: 'not_signed_in',
      version: CLAUDE_VERSION,
      trouble: { title: 'Claude is not signed in', next: expect.stringContaining('claude auth login') },
    })
    await signedOut.close()
  })
})
