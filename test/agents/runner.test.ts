import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { AgentRunner } from '../../src/agents/runner/runner.ts'
import { TroubleError } from '../../src/shared/agent.ts'
import type { Trouble } from '../../src/shared/event.ts'
import { bundleForNode } from '../bundle.ts'
import { converse, processGone, SCRIPT, scriptedRunner } from './scripted.ts'

const runners: AgentRunner[] = []
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()))
})

function start(mode: string, more: Parameters<typeof scriptedRunner>[1] = {}) {
  const made = scriptedRunner(mode, more)
  runners.push(made.runner)
  return made
}

async function troubleOf(work: Promise<unknown>): Promise<Trouble> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(TroubleError)
  return (error as TroubleError).trouble
}

test('a prompt is answered; instructions come once, notes when there are some', async () => {
  const { runner } = start('plain')
  const { conversation, events, text } = await converse(runner, 'Be brief.')
  expect(await conversation.prompt('hello')).toEqual({ outcome: 'done', trouble: null })
  expect(text()).toBe('You said: <Be brief.>|hello')
  events.length = 0
  await conversation.prompt('again', ['The user undid turn 1.'])
  expect(text()).toBe('You said: <The user undid turn 1.>|again')
})

test('it says what it can, and gives our endpoint with its token', async () => {
  const frames: unknown[] = []
  const { runner } = start('inspect', { debug: (frame) => frames.push(frame) })
  await converse(runner)
  const sent = JSON.stringify(frames)
  expect(sent).toContain('"elicitation":{"form":{},"url":{}}')
  expect(sent).toContain('"fs":{"readTextFile":false,"writeTextFile":false}')
  expect(sent).toContain('"type":"http","name":"rhino","url":"http://127.0.0.1:9/mcp"')
  expect(sent).toContain('Bearer token-for-tests')
})

test('noise on stdout costs nothing', async () => {
  const { runner, logged } = start('garbage')
  const { conversation, text } = await converse(runner)
  expect((await conversation.prompt('go')).outcome).toBe('done')
  expect(text()).toBe('after the noise')
  expect(logged.join('\n')).toContain('a banner on stdout')
})

test('a chunk of 5 MB arrives whole', async () => {
  const { runner } = start('huge')
  const { conversation, text } = await converse(runner)
  await conversation.prompt('go')
  expect(text().length).toBe(5_000_000)
})

test('a line without an end fails the turn and ends the process', async () => {
  const { runner } = start('endless')
  const { conversation } = await converse(runner)
  const end = await conversation.prompt('go')
  expect(end.outcome).toBe('failed')
  expect(end.trouble?.next).not.toBe('')
  expect(runner.pid).toBeUndefined()
})

test('unknown updates degrade, our own calls are left to the endpoint, mode echoes are dropped', async () => {
  const { runner, logged } = start('unknown')
  const { conversation, events } = await converse(runner)
  await conversation.prompt('go')
  expect(events).toEqual([
    { type: 'notice', level: 'info', text: 'The agent reported something that Tickbird does not know yet (hologram).' },
    { type: 'tool', call: 't1', title: 'Tool', state: 'running', input: null, output: null },
    { type: 'tool', call: 't2', title: 'read_file', state: 'ok', input: null, output: null },
    { type: 'tool', call: 't3', title: 'wait', state: 'running', input: null, output: null },
    { type: 'text', text: 'still here' },
  ])
  expect(logged).toContain('Unknown update “hologram”.')
})

test('our own tools are granted once, silently', async () => {
  const { runner } = start('permission')
  const { conversation, events, text } = await converse(runner)
  await conversation.prompt('own')
  expect(text()).toBe('outcome selected once')
  expect(events.some(({ type }) => type === 'permission')).toBe(false)
})

test.each([
  ['once', 'outcome selected once'],
  [null, 'outcome selected no'],
  ['made up', 'outcome selected no'],
])('anything else is asked: %s', async (option, said) => {
  const { runner } = start('permission')
  const { conversation, next, text } = await converse(runner)
  const prompt = conversation.prompt('go')
  const asked = await next(({ type }) => type === 'permission')
  if (asked.type !== 'permission') throw new Error('no question')
  expect(asked).toMatchObject({ title: 'Run a program', detail: expect.stringContaining('"ls"') })
  expect(asked.options.map(({ id }) => id)).toEqual(['always', 'once', 'no'])
  conversation.answerPermission('somebody else', 'once')
  conversation.answerPermission(asked.request, option)
  await prompt
  expect(text()).toBe(said)
})

test('stopping ends an open question and the turn', async () => {
  const { runner } = start('permission')
  const { conversation, next } = await converse(runner)
  const prompt = conversation.prompt('go')
  await next(({ type }) => type === 'permission')
  conversation.stop()
  expect(await prompt).toEqual({ outcome: 'stopped', trouble: null })
})

test('a form of the agent is a card of questions, which it waits for', async () => {
  const { runner } = start('question')
  const { conversation, next, text } = await converse(runner)
  const prompt = conversation.prompt('go')
  const asked = await next(({ type }) => type === 'question')
  if (asked.type !== 'question') throw new Error('no question')
  expect(asked.questions).toMatchObject([
    { id: '0', kind: 'choice', text: 'Which side?', options: [{ label: 'Left' }, { label: 'Right' }], optional: false },
  ])
  expect(conversation.answerQuestion('another', null)).toBe(false)
  expect(conversation.answerQuestion(asked.request, [{ id: '0', kind: 'choice', labels: ['Right'] }])).toBe(true)
  await prompt
  expect(JSON.parse(text())).toEqual({ action: 'accept', content: { side: 'r' } })
})

test('stop is quick, late words stay out, and the next prompt works', async () => {
  const { runner } = start('slow')
  const { conversation, next, text } = await converse(runner)
  const prompt = conversation.prompt('go')
  await next(({ type }) => type === 'text')
  conversation.stop()
  expect(await prompt).toEqual({ outcome: 'stopped', trouble: null })
  await conversation.prompt('plain')
  expect(text()).toBe('tickYou said: plain')
})

test('an agent that will not stop ends as stopped at once, and is replaced before the next prompt', async () => {
  const { runner } = start('stubborn', { restMs: 50 })
  const { conversation, events, next, text } = await converse(runner)
  const first = runner.pid
  const session = conversation.agentSessionId
  const prompt = conversation.prompt('go')
  await next(({ type }) => type === 'text')
  conversation.stop()
  expect((await prompt).outcome).toBe('stopped')
  expect(await conversation.prompt('plain')).toEqual({ outcome: 'done', trouble: null })
  expect(runner.pid).not.toBe(first)
  expect(session).toBe('s1')
  expect(text()).toBe('workingYou said: plain')
  expect(events.filter(({ type }) => type === 'notice')).toHaveLength(1)
})

test('a long silence is told once, and is no end', async () => {
  const { runner } = start('stubborn', { quietMs: 30, restMs: 50 })
  const { conversation, events, next } = await converse(runner)
  const prompt = conversation.prompt('go')
  const told = await next(({ type }) => type === 'notice')
  expect(told).toMatchObject({ level: 'info', text: expect.stringContaining('No word from Scripted') })
  conversation.stop()
  expect((await prompt).outcome).toBe('stopped')
  expect(events.filter(({ type }) => type === 'notice')).toHaveLength(1)
})

test('a crash ends the turn as failed with what is known, and the next prompt starts it anew', async () => {
  const { runner } = start('crash')
  const { conversation, text } = await converse(runner)
  const end = await conversation.prompt('go')
  expect(end.outcome).toBe('failed')
  expect(end.trouble).toMatchObject({
    title: 'Scripted stopped unexpectedly',
    cause: expect.stringContaining('SIGKILL'),
  })
  expect(end.trouble?.details).toContain('hello from crash')
  expect(end.trouble?.details).not.toContain('very-secret-value')
  expect(text()).toBe('about to go')
  expect((await conversation.prompt('plain')).outcome).toBe('done')
})

test('two conversations share a process and keep apart', async () => {
  const { runner } = start('slow')
  const [one, two] = await Promise.all([converse(runner), converse(runner)])
  expect(one.conversation.agentSessionId).not.toBe(two.conversation.agentSessionId)
  const slow = one.conversation.prompt('go')
  await one.next(({ type }) => type === 'text')
  await two.conversation.prompt('plain')
  expect(two.text()).toBe('You said: plain')
  expect(one.text()).toBe('tick')
  one.conversation.stop()
  expect((await slow).outcome).toBe('stopped')
})

test('prompts of one conversation run one after the other', async () => {
  const { runner } = start('plain')
  const { conversation, text } = await converse(runner)
  await Promise.all([conversation.prompt('a'), conversation.prompt('b'), conversation.prompt('c')])
  expect(text()).toBe('You said: aYou said: bYou said: c')
})

test('an agent that never answers is a trouble, and its process is gone', async () => {
  let pid: number | undefined
  const { runner } = start('silent', { answerMs: 300, debug: () => (pid = runner.pid) })
  const trouble = await troubleOf(converse(runner))
  expect(trouble.title).toBe('Scripted does not answer')
  expect(trouble.cause).toContain('initialize')
  expect(pid).toBeUndefined()
})

test('not signed in is told from the session on, and in a turn', async () => {
  const states: (string | null)[] = []
  const { runner } = start('signed-out', { onState: (trouble) => states.push(trouble?.kind ?? null) })
  const trouble = await troubleOf(runner.probe())
  expect(trouble).toMatchObject({ title: 'Scripted is not signed in', next: 'Sign in to the script.' })
  expect(states).toEqual(['signed_out'])
  const later = start('plain')
  const { conversation } = await converse(later.runner)
  expect((await conversation.prompt('signed-out-later')).trouble?.title).toBe('Scripted is not signed in')
  expect((await conversation.prompt('limit')).trouble).toMatchObject({ cause: 'quota exceeded.' })
})

test('a program that is not there, and one that ends at once', async () => {
  const missing = start('plain', {
    plan: { command: '/nowhere/agent', args: [], env: {}, passes: [], pathFolders: [] },
  })
  expect((await troubleOf(converse(missing.runner))).title).toBe('Scripted does not start')
  expect((await troubleOf(converse(start('exits').runner))).cause).toContain('exit code 3')
})

test('an agent that does not listen ends although we were killed, and so does what it started', async () => {
  const { file, remove } = await bundleForNode(new URL('./fixtures/hold-agent.ts', import.meta.url).pathname)
  const folder = mkdtempSync(join(tmpdir(), 'tickbird-held-'))
  const holder = spawn(process.execPath, [file, SCRIPT, 'grandchild', folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of holder.stdout) {
    said += chunk
    if (/agent \d+\n/.test(said)) break
  }
  const pids = [/\bagent (\d+)\n/, /grandchild (\d+)/].map((pattern) => Number(pattern.exec(said)?.[1]))
  expect(pids.every((pid) => pid > 1)).toBe(true)
  holder.kill('SIGKILL')
  await Promise.all(pids.map(processGone))
  remove()
})

test('closing ends the process and what it started, also when it does not listen', async () => {
  const { runner, logged } = start('grandchild')
  await converse(runner)
  const pid = runner.pid
  const grandchild = Number(/grandchild (\d+)/.exec(logged.join('\n'))?.[1])
  expect(grandchild).toBeGreaterThan(1)
  await runner.close()
  await Promise.all([processGone(pid!), processGone(grandchild)])
  expect((await troubleOf(converse(runner))).title).toBe('Tickbird is closing')
})
