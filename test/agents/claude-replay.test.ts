import { afterEach, expect, test } from 'vitest'
import type { AgentRunner } from '../../src/agents/runner/runner.ts'
import { TroubleError } from '../../src/shared/agent.ts'
import { converse, processGone, scriptedRunner } from './scripted.ts'

const REPLAY = new URL('./fixtures/replay-claude.mjs', import.meta.url).pathname
const recorded = (name: string) => new URL(`../../src/agents/claude/recorded/${name}.jsonl`, import.meta.url).pathname

const runners: AgentRunner[] = []
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()))
})

/** The real runner on the Claude translator, on a program that says what was recorded. */
function claude(
  name: string,
  env: Record<string, string> = { ANTHROPIC_API_KEY: 'dummy-key' },
  more: { model?: string } = {},
) {
  const { runner, logged } = scriptedRunner('', {
    agent: { id: 'claude', title: 'Claude', signIn: 'Run `claude auth login`.' },
    plan: {
      command: process.execPath,
      args: [REPLAY, recorded(name)],
      translator: 'claude',
      env,
      passes: [],
      pathFolders: [],
      ...more,
    },
  })
  runners.push(runner)
  return { runner, logged }
}

test('a recorded turn arrives as events: streamed words; calls of our own tools are told by the endpoint, not here', async () => {
  const { runner, logged } = claude('2.1.332-turn')
  const { conversation, events, text } = await converse(runner, 'Be brief.')
  expect(await conversation.prompt('make a box')).toEqual({
    outcome: 'done',
    trouble: null,
    usage: {
      input: 200,
      cached: 100,
      output: 14,
      cost: { amount: 0.0011, currency: 'USD' },
      context: { used: 157, size: 1_000_000 },
    },
  })
  expect(text()).toBe('I will create a box.Done: the box was created in Rhino.')
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['text']))
  expect(await conversation.prompt('again')).toMatchObject({ outcome: 'done', trouble: null })
  expect(logged).toEqual([])
})

test('a permission request for one of our tools is granted without asking', async () => {
  const { runner } = claude('2.1.332-permission')
  const { conversation, events, text } = await converse(runner)
  expect((await conversation.prompt('make a box')).outcome).toBe('done')
  expect(text()).toBe('I will create a box.Done: the box was created in Rhino.')
  expect(events.some(({ type }) => type === 'permission')).toBe(false)
})

test.each([
  ['once', ''],
  ['always', ''],
  ['no', 'Denied. '],
  [null, 'Denied. '],
])('a permission request for a tool of its own is put to the user: %s', async (answer, denied) => {
  const { runner } = claude('2.1.332-permission', { ANTHROPIC_API_KEY: 'dummy-key', REPLAY_TOOL: 'Bash' })
  const { conversation, events, next, text } = await converse(runner)
  const prompt = conversation.prompt('make a box')
  const asked = await next(({ type }) => type === 'permission')
  if (asked.type !== 'permission') throw new Error('No question came.')
  expect(asked).toMatchObject({ title: 'Bash', detail: expect.stringContaining('"width": 10') })
  conversation.answerPermission(asked.request, answer)
  expect((await prompt).outcome).toBe('done')
  expect(text()).toBe(`I will create a box.${denied}Done: the box was created in Rhino.`)
  const calls = events.flatMap((event) => (event.type === 'tool' ? [[event.title, event.state]] : []))
  expect(calls.at(-1)).toEqual(['Bash', 'ok'])
})

test('stop interrupts the turn, and the same process goes on with the next', async () => {
  const { runner } = claude('2.1.332-interrupt')
  const { conversation, next } = await converse(runner)
  const pid = runner.pid
  const prompt = conversation.prompt('slow')
  await next(({ type }) => type === 'text')
  conversation.stop()
  expect(await prompt).toMatchObject({ outcome: 'stopped', trouble: null, usage: { input: null, output: null } })
  expect((await conversation.prompt('who')).outcome).toBe('done')
  expect(runner.pid).toBe(pid)
})

test('a process that was killed fails the turn; the next prompt starts it again and it remembers', async () => {
  const { runner } = claude('2.1.332-turn')
  const { conversation, text } = await converse(runner)
  const id = conversation.agentSessionId
  const end = await conversation.prompt('die')
  expect(end.trouble).toMatchObject({
    title: 'Claude stopped unexpectedly',
    cause: 'Its process was ended by SIGKILL.',
    next: expect.stringContaining('remembers'),
    details: expect.stringContaining('replaying'),
  })
  expect(JSON.stringify(end)).not.toContain('very-secret-value')
  expect((await conversation.prompt('who')).outcome).toBe('done')
  expect(text()).toContain(`resumed ${id}`)
})

test('a session of an earlier run is gone on with', async () => {
  const { conversation, text } = await converse(claude('2.1.332-resume').runner, '', 'earlier-session')
  expect(conversation.agentSessionId).toBe('earlier-session')
  await conversation.prompt('who')
  expect(text()).toBe('resumed earlier-session')
})

test('nobody signed in is told when the conversation is opened', async () => {
  const { runner } = claude('2.1.332-turn', {})
  const failure = await converse(runner).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(TroubleError)
  expect((failure as TroubleError).trouble).toMatchObject({
    title: 'Claude is not signed in',
    next: 'Run `claude auth login`.',
  })
  expect(runner.pid).toBeUndefined()
})

test('a sign-in that ended meanwhile is told by the turn', async () => {
  const { runner } = claude('2.1.332-noauth')
  const { conversation, events } = await converse(runner)
  expect((await conversation.prompt('hello')).trouble).toMatchObject({ title: 'Claude is not signed in' })
  expect(events).toEqual([])
})

test('two conversations are two processes, and closing ends them', async () => {
  const { runner } = claude('2.1.332-turn')
  const one = await converse(runner)
  const first = runner.pid!
  const two = await converse(runner)
  const second = runner.pid!
  expect(second).not.toBe(first)
  await one.conversation.close()
  await processGone(first)
  expect((await two.conversation.prompt('who')).outcome).toBe('done')
  await runner.close()
  await processGone(second)
})

test('a program that is not there does not start', async () => {
  const { runner } = scriptedRunner('', {
    plan: { command: '/nowhere/claude', args: [], translator: 'claude', env: {}, passes: [], pathFolders: [] },
  })
  runners.push(runner)
  const failure = (await converse(runner).catch((error: unknown) => error)) as TroubleError
  expect(failure.trouble.title).toBe('Scripted does not start')
})

test('Claude’s own questions are a card, and it is told the answers', async () => {
  const { runner } = claude('2.1.332-permission', { ANTHROPIC_API_KEY: 'dummy-key', REPLAY_TOOL: 'AskUserQuestion' })
  const { conversation, next, text } = await converse(runner)
  const prompt = conversation.prompt('ask me')
  const asked = await next(({ type }) => type === 'question')
  if (asked.type !== 'question') throw new Error('No question came.')
  expect(asked.questions).toMatchObject([
    { kind: 'choice', text: 'Which side?', custom: true, options: [{}, { label: 'Right', detail: 'the sunny one' }] },
    { kind: 'choices', text: 'Which holes?' },
  ])
  conversation.answerQuestion(asked.request, [
    { id: '0', kind: 'text', text: 'the top' },
    { id: '1', kind: 'choice', labels: ['A', 'B'] },
  ])
  expect((await prompt).outcome).toBe('done')
  expect(text()).toContain('{"Which side?":"the top","Which holes?":"A, B"}')
})

test('the settings’ model is chosen; one that Claude does not have is told, and costs nothing else', async () => {
  const chosen = await converse(claude('2.1.332-turn', undefined, { model: 'opus' }).runner)
  await chosen.conversation.prompt('who')
  expect(chosen.text()).toBe('model opus')
  const unknown = await converse(claude('2.1.332-turn', undefined, { model: 'sonata' }).runner)
  await unknown.conversation.prompt('who')
  expect(unknown.text()).toMatch(/^new /)
  expect(unknown.events).toContainEqual({
    type: 'notice',
    level: 'warning',
    text: 'Claude has no model “sonata” here and keeps its own choice.',
  })
})
