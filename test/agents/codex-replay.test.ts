import { afterEach, expect, test } from 'vitest'
import type { AgentRunner } from '../../src/agents/runner/runner.ts'
import type { AgentTrouble } from '../../src/agents/runner/trouble.ts'
import { TroubleError } from '../../src/shared/agent.ts'
import { converse, processGone, scriptedRunner } from './scripted.ts'

const REPLAY = new URL('./fixtures/replay-codex.mjs', import.meta.url).pathname
const recorded = (name: string) => new URL(`../../src/agents/codex/recorded/${name}.jsonl`, import.meta.url).pathname

const runners: AgentRunner[] = []
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()))
})

/** The real runner on the Codex translator, on a program that says what was recorded. */
function codex(
  name: string,
  env: Record<string, string> = {},
  tools: ReadonlySet<string> = new Set(['create_box']),
  onState?: (trouble: AgentTrouble | null) => void,
) {
  const { runner, logged } = scriptedRunner('', {
    agent: { id: 'codex', title: 'Codex', signIn: 'Run `codex login`.' },
    plan: {
      command: process.execPath,
      args: [REPLAY, recorded(name)],
      translator: 'codex',
      env,
      passes: [],
      pathFolders: [],
    },
    tools,
    ...(onState && { onState }),
  })
  runners.push(runner)
  return { runner, logged }
}

test('a recorded turn: our tool is allowed without asking, words arrive, and the next turn works', async () => {
  const { runner, logged } = codex('0.171.0-turn')
  const { conversation, events, text } = await converse(runner, 'Be brief.')
  expect(await conversation.prompt('make a box')).toEqual({
    outcome: 'done',
    trouble: null,
    usage: { input: 100, cached: 100, output: 14, cost: null, context: { used: 107, size: 258_400 } },
  })
  expect(text()).toBe('Done: the box was created in Rhino.')
  expect(events.filter(({ type }) => type !== 'text')).toEqual([])
  expect((await conversation.prompt('again')).outcome).toBe('done')
  expect(logged).toEqual([])
})

test.each([
  ['once', ''],
  ['always', ''],
  ['no', 'Denied. '],
  [null, 'Denied. '],
])('a tool that is not ours is put to the user: %s', async (answer, denied) => {
  const { runner } = codex('0.171.0-turn', {}, new Set(['another']))
  const { conversation, next, text } = await converse(runner)
  const prompt = conversation.prompt('make a box')
  const asked = await next(({ type }) => type === 'permission')
  if (asked.type !== 'permission') throw new Error('No question came.')
  expect(asked).toMatchObject({ title: 'mcp__rhino__create_box', detail: expect.stringContaining('"width": 10') })
  conversation.answerPermission(asked.request, answer)
  expect((await prompt).outcome).toBe('done')
  expect(text()).toBe(`${denied}Done: the box was created in Rhino.`)
})

test('its thread has our server and none of the user’s own', async () => {
  const { runner } = codex('0.171.0-turn')
  const { conversation, text } = await converse(runner)
  await conversation.prompt('who')
  expect(text()).toBe('new mcp_servers.theirs.enabled mcp_servers.rhino')
})

test('stop interrupts the turn, and the same process goes on with the next', async () => {
  const { runner } = codex('0.171.0-interrupt')
  const { conversation, next } = await converse(runner)
  const pid = runner.pid
  const prompt = conversation.prompt('slow')
  await next(({ type }) => type === 'text')
  conversation.stop()
  expect(await prompt).toEqual({ outcome: 'stopped', trouble: null })
  expect((await conversation.prompt('who')).outcome).toBe('done')
  expect(runner.pid).toBe(pid)
})

test('a process that was killed fails the turn, and the next prompt starts it again, with its memory', async () => {
  const { runner } = codex('0.171.0-turn')
  const { conversation, text } = await converse(runner)
  const end = await conversation.prompt('die')
  expect(end.trouble).toMatchObject({
    title: 'Codex stopped unexpectedly',
    cause: 'Its process was ended by SIGKILL.',
    details: expect.stringContaining('replaying'),
  })
  expect(JSON.stringify(end)).not.toContain('very-secret-value')
  expect((await conversation.prompt('who')).outcome).toBe('done')
  expect(text()).toContain(`resumed ${conversation.agentSessionId}`)
})

test('a session that is gone is told of, and a new one begins', async () => {
  const { conversation, events, text } = await converse(codex('0.171.0-turn').runner, '', 'no-such-thread')
  expect(conversation.agentSessionId).not.toBe('no-such-thread')
  await conversation.prompt('who')
  expect(events[0]).toMatchObject({ type: 'notice', text: expect.stringContaining('does not remember') })
  expect(text()).toContain('new ')
})

test('nobody signed in is told when the conversation is opened; a refused key by the turn', async () => {
  const { runner } = codex('0.171.0-noauth', { SIGNED_OUT: '1' })
  const failure = (await converse(runner).catch((error: unknown) => error)) as TroubleError
  expect(failure).toBeInstanceOf(TroubleError)
  expect(failure.trouble).toMatchObject({ title: 'Codex is not signed in', next: 'Run `codex login`.' })
  const { conversation } = await converse(codex('0.171.0-fail401').runner)
  expect((await conversation.prompt('hello')).trouble).toMatchObject({ title: 'Codex is not signed in' })
})

test('a service that nobody answers for is told at once and once, while it waits without end', async () => {
  const states: (string | null)[] = []
  const { runner } = codex('0.171.0-unreachable', {}, new Set(), (trouble) => states.push(trouble?.kind ?? null))
  const { conversation, events, next } = await converse(runner)
  const prompt = conversation.prompt('hello')
  await next(({ type }) => type === 'notice')
  await expect.poll(() => states.at(-1)).toBe('offline')
  conversation.stop()
  expect(await prompt).toMatchObject({ outcome: 'stopped' })
  const words = expect.stringContaining('Codex cannot reach its service: It tries again by itself.')
  expect(events).toEqual([{ type: 'notice', level: 'warning', text: words }])
})

test('closing ends the process', async () => {
  const { runner } = codex('0.171.0-turn')
  const { conversation } = await converse(runner)
  const pid = runner.pid!
  await conversation.close()
  await runner.close()
  await processGone(pid)
})
