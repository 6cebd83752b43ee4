import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgentService, type ProbingAgentService } from '../../src/agents/service.ts'
import { type Core, createCore } from '../../src/app.ts'
import type { ConversationEvent, StoredEvent } from '../../src/shared/event.ts'
import { tools } from '../../src/tools/registry.ts'
import { OFFLINE } from './install-agent.ts'
import { GEMINI_VERSION, geminiMachine } from './machines.ts'
import { type ModelApi, serveModelApi } from './model-api.ts'

function serviceFor(surroundings: ReturnType<typeof geminiMachine>): ProbingAgentService {
  const home = mkdtempSync(join(tmpdir(), 'tickbird-home-'))
  return createAgentService({ toolNames: tools.map(({ name }) => name), home, surroundings })
}

unlessOffline(() => {
  let models: ModelApi
  let core: Core
  let agents: ProbingAgentService

  beforeAll(async () => {
    models = await serveModelApi()
    const surroundings = geminiMachine(models.url, 'dummy-key-for-tests')
    agents = serviceFor(surroundings)
    core = await createCore({ mode: 'headless', home: mkdtempSync(join(tmpdir(), 'tickbird-core-')), agents })
    await core.ready()
    await agents.refresh()
  })
  afterAll(async () => {
    await core?.close()
    await models?.close()
  })

  /** One turn of Gemini, to its end. */
  async function turn(prompt: string, meanwhile: (event: ConversationEvent, stop: () => void) => void = () => {}) {
    const conversation = core.api.store.create('gemini').id
    const events: ConversationEvent[] = []
    const ended = new Promise<Extract<ConversationEvent, { type: 'turn.end' }>>((done) => {
      core.api.store.onAppend((id: string, { event }: StoredEvent) => {
        if (id !== conversation) return
        events.push(event)
        meanwhile(event, () => core.api.turns.stop(conversation))
        if (event.type === 'turn.end') done(event)
      })
    })
    core.api.turns.send(conversation, prompt, 'gemini')
    return { end: await ended, events }
  }

  test('it is found, with its version, and can be asked whether somebody is signed in', async () => {
    expect(agents.statuses().find(({ id }) => id === 'gemini')).toMatchObject({
      state: 'ready',
      version: GEMINI_VERSION,
    })
    expect((await agents.probe('gemini'))?.state).toBe('ready')
  })

  test('it makes a real box in the real modeller through our endpoint', async () => {
    const { end, events } = await turn('CALL create_box {"width": 40, "depth": 25, "height": 10, "name": "Block"} END')
    expect(end).toMatchObject({
      outcome: 'done',
      trouble: null,
      changes: { counts: { added: 1, removed: 0, modified: 0 } },
    })
    expect(end.changes.added[0]).toMatchObject({ name: 'Block', size: [40, 25, 10] })
    expect(end.changes.volume_after).toBeCloseTo(10_000, 3)
    const cards = events.filter((event) => event.type === 'tool.begin' || event.type === 'tool.end')
    expect(cards.map(({ type }) => type)).toEqual(['tool.begin', 'tool.end'])
    expect(events.some(({ type }) => type === 'permission.ask')).toBe(false)
    const said = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
    expect(said).toContain('Working on it.')
    expect(said).toContain('Done:')
    const offered = models.asked.find(({ results }) => results.length > 0)
    expect(offered?.tools.some((name) => name.endsWith('create_box'))).toBe(true)
    expect(offered?.results.join()).toContain('Box 40')
    expect(offered?.key).toBe('dummy-key-for-tests')
  })

  test('stop ends the turn as stopped, and the next one works', async () => {
    const { end } = await turn('SLOW', (event, stop) => {
      if (event.type === 'text') stop()
    })
    expect(end).toMatchObject({ outcome: 'stopped', trouble: null })
    expect((await turn('Hello')).end.outcome).toBe('done')
  })

  test('a key that is refused is a sign-in trouble', async () => {
    const { end } = await turn('FAIL 401')
    expect(end).toMatchObject({ outcome: 'failed', trouble: { title: 'Gemini is not signed in' } })
    expect(JSON.stringify(end.trouble)).not.toContain('dummy-key-for-tests')
  })

  test('the same program works as an agent of the person’s own: its command, its arguments and its variables', async () => {
    const { env, ...machine } = geminiMachine(models.url, 'dummy-key-for-tests')
    const { PATH = '', HOME = '', USERPROFILE = '', ...variables } = env as Record<string, string>
    const own = createAgentService({
      toolNames: tools.map(({ name }) => name),
      home: mkdtempSync(join(tmpdir(), 'tickbird-home-')),
      surroundings: { ...machine, env: { PATH, HOME, USERPROFILE } },
      configuration: async () => ({
        mine: {
          command: 'gemini',
          title: 'Mine',
          args: ['--acp'],
          env: { ...variables, GEMINI_CLI_TRUST_WORKSPACE: 'true', GEMINI_CLI_NO_RELAUNCH: 'true' },
          secret: ['GEMINI_API_KEY'],
          disabled: false,
        },
      }),
    })
    try {
      await own.refresh()
      const said: string[] = []
      const conversation = await own.open({
        agent: 'mine',
        mcp: core.mcp,
        instructions: '',
        onEvent: (event) => event.type === 'text' && said.push(event.text),
      })
      expect(await conversation.prompt('Hello')).toMatchObject({ outcome: 'done', trouble: null })
      expect(said.join('')).not.toBe('')
      expect(own.statuses().at(-1)).toMatchObject({ id: 'mine', title: 'Mine', state: 'ready', activity: 'idle' })
    } finally {
      await own.close()
    }
  })

  test('without a key it says how to sign in', async () => {
    const signedOut = serviceFor(geminiMachine(models.url, null))
    await signedOut.refresh()
    expect(await signedOut.probe('gemini')).toMatchObject({
      state: 'not_signed_in',
      trouble: { title: 'Gemini is not signed in', next: expect.stringContaining('`gemini`') },
    })
    await signedOut.close()
  })
})

function unlessOffline(tests: () => void): void {
  if (OFFLINE) test.skip('the real Gemini CLI (left out: TICKBIRD_OFFLINE=1)', () => {})
  else tests()
}
