import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { AgentConfiguration } from '../../src/agents/definition.ts'
import { createAgentService, type ProbingAgentService } from '../../src/agents/service.ts'
import { TroubleError } from '../../src/shared/agent.ts'
import { SCRIPT } from './scripted.ts'

const REPLAY = new URL('./fixtures/replay-claude.mjs', import.meta.url).pathname
const TURN = new URL('../../src/agents/claude/recorded/2.1.332-turn.jsonl', import.meta.url).pathname

const services: ProbingAgentService[] = []
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()))
})

/** A machine with nothing on it but what a test puts in its bin folder. */
function machine() {
  const userFolder = mkdtempSync(join(tmpdir(), 'tickbird-machine-'))
  const bin = join(userFolder, 'bin')
  mkdirSync(bin)
  const env = { PATH: bin, HOME: userFolder }
  const surroundings = { env, platform: process.platform, userFolder, shell: null, places: [] }
  const put = (name: string, text: string) => {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
  }
  return { surroundings, put, home: join(userFolder, 'home') }
}

function serviceOn(where: ReturnType<typeof machine>, more: Partial<Parameters<typeof createAgentService>[0]> = {}) {
  const service = createAgentService({ toolNames: ['create_box'], ...where, ...more })
  services.push(service)
  return service
}

const stateOf = (service: ProbingAgentService, id: string) => service.statuses().find((status) => status.id === id)
const mcp = { url: 'http://127.0.0.1:9/mcp', token: 'token-for-tests' }
const open = (service: ProbingAgentService, agent: string) =>
  service.open({ agent, mcp, instructions: '', onEvent: () => {} })

/** A gemini that is the scripted agent, in the mode given. */
const fakeGemini = (mode: string) =>
  `#!/bin/sh\nif [ "$1" = "--version" ]; then echo 9.9.9; else exec "${process.execPath}" "${SCRIPT}" ${mode}; fi\n`

test('the practice agent is first, ready and called practice, before anything was looked for', () => {
  const [first, ...others] = serviceOn(machine()).statuses()
  expect(first).toMatchObject({
    id: 'practice',
    title: 'Practice agent',
    practice: true,
    state: 'ready',
    trouble: null,
  })
  expect(others.map(({ id, state, practice }) => [id, state, practice])).toEqual([
    ['claude', 'checking', false],
    ['gemini', 'checking', false],
    ['codex', 'checking', false],
  ])
})

test('looking for agents tells what changed, once', async () => {
  const where = machine()
  where.put('gemini', fakeGemini('plain'))
  where.put('claude', '#!/bin/sh\necho "2.1.332 (Claude Code)"\n')
  const service = serviceOn(where)
  let told = 0
  const forget = service.onStatus(() => told++)
  await Promise.all([service.refresh(), service.refresh()])
  expect(stateOf(service, 'gemini')).toMatchObject({ state: 'ready', version: '9.9.9' })
  expect(stateOf(service, 'claude')).toMatchObject({ state: 'ready', version: '2.1.332' })
  expect(told).toBe(3)
  await service.refresh()
  expect(told).toBe(3)
  forget()
  where.put('gemini', '#!/bin/sh\nexit 1\n')
  await service.refresh()
  expect(stateOf(service, 'gemini')?.state).toBe('broken')
  expect(told).toBe(3)
})

test('a conversation is opened while the search still runs', async () => {
  const where = machine()
  where.put('gemini', fakeGemini('plain'))
  const conversation = await open(serviceOn(where), 'gemini')
  expect(await conversation.prompt('hello')).toEqual({ outcome: 'done', trouble: null })
})

test('not signed in is found out by opening, and a new search finds out when somebody signs in', async () => {
  const where = machine()
  where.put('gemini', fakeGemini('signed-out'))
  const service = serviceOn(where)
  await service.refresh()
  expect(stateOf(service, 'gemini')?.state).toBe('ready')
  await expect(open(service, 'gemini')).rejects.toThrow('Gemini is not signed in')
  expect(stateOf(service, 'gemini')).toMatchObject({
    state: 'not_signed_in',
    trouble: { next: expect.stringContaining('`gemini`') },
  })
  await service.refresh()
  expect(stateOf(service, 'gemini')?.state).toBe('not_signed_in')
  // Somebody signed in: the program is the same, only its answer is another, and only in a new process.
  where.put('gemini', fakeGemini('plain'))
  expect(await service.probe('gemini')).toMatchObject({ state: 'not_signed_in' })
  await service.refresh()
  expect(stateOf(service, 'gemini')).toMatchObject({ state: 'ready', trouble: null })
})

test('whoever the search takes for signed out is asked, and has the last word', async () => {
  const where = machine()
  const claude = (key: string) =>
    `#!/bin/sh\nif [ "$1" = "--version" ]; then echo 2.1.332; elif [ "$1" = auth ]; then exit 1; else ${key}exec "${process.execPath}" "${REPLAY}" "${TURN}" "$@"; fi\n`
  where.put('claude', claude(''))
  const service = serviceOn(where)
  await service.refresh()
  expect(stateOf(service, 'claude')).toMatchObject({
    state: 'not_signed_in',
    version: '2.1.332',
    trouble: { next: expect.stringContaining('claude auth login') },
  })
  where.put('claude', claude('export ANTHROPIC_API_KEY=from-a-helper; '))
  await service.refresh()
  expect(stateOf(service, 'claude')).toMatchObject({ state: 'ready', trouble: null })
})

test('what cannot be opened says why', async () => {
  const service = serviceOn(machine())
  const failure = (agent: string) => open(service, agent).catch((error: unknown) => error as TroubleError)
  await service.refresh()
  expect(((await failure('codex')) as TroubleError).trouble).toMatchObject({ next: expect.stringContaining('Install') })
  const unknown = (await failure('hal')) as TroubleError
  expect(unknown).toBeInstanceOf(TroubleError)
  expect(unknown.trouble.cause).toContain('hal')
})

test('an agent of the user’s own is listed and spoken to', async () => {
  const own = { args: [SCRIPT, 'plain'], env: {}, secret: [], disabled: false }
  let settings: Record<string, AgentConfiguration> = { mine: { ...own, title: 'Mine', command: process.execPath } }
  const service = serviceOn(machine(), { configuration: async () => settings })
  await service.refresh()
  expect(service.statuses().at(-1)).toMatchObject({ id: 'mine', title: 'Mine', state: 'ready', practice: false })
  const conversation = await open(service, 'mine')
  expect((await conversation.prompt('hi')).outcome).toBe('done')
  // Its command is wrong now, and Codex is not wanted any more.
  settings = { mine: { ...own, title: 'Mine', command: 'no-such-agent' }, codex: { ...own, disabled: true } }
  await service.refresh()
  expect(stateOf(service, 'mine')).toMatchObject({
    state: 'missing',
    trouble: { cause: expect.stringContaining('no-such-agent') },
  })
  expect(stateOf(service, 'codex')).toBeUndefined()
  settings = {}
  await service.refresh()
  expect(stateOf(service, 'mine')).toBeUndefined()
  expect(stateOf(service, 'codex')?.state).toBe('missing')
})

test('a conversation on an agent that was replaced meanwhile goes on to its end', async () => {
  const where = machine()
  where.put('gemini', fakeGemini('plain'))
  const service = serviceOn(where)
  const conversation = await open(service, 'gemini')
  where.put('gemini', '#!/bin/sh\nexit 1\n')
  await service.refresh()
  expect((await conversation.prompt('still there?')).outcome).toBe('done')
  await expect(open(service, 'gemini')).rejects.toThrow('does not start')
  await conversation.close()
})

test('preparing what is not there or broken does nothing but say so', async () => {
  const service = serviceOn(machine())
  await service.refresh()
  service.prepare('gemini')
  service.prepare('hal')
  service.prepare('practice')
  const conversation = await open(service, 'practice')
  expect((await conversation.prompt('help')).outcome).toBe('done')
})

test('what an agent is at is told with its cause and one way out, and is over when it is reached again', async () => {
  const where = machine()
  where.put('gemini', fakeGemini('plain'))
  const service = serviceOn(where)
  const seen: (string | undefined)[] = []
  service.onStatus(() => seen.push(stateOf(service, 'gemini')?.activity))
  await service.refresh()
  const conversation = await open(service, 'gemini')
  expect(seen).toContain('starting')
  expect(stateOf(service, 'gemini')).toMatchObject({ state: 'ready', activity: 'idle' })
  const after = async (prompt: string) => {
    await conversation.prompt(prompt)
    const { state, activity, activityTrouble } = stateOf(service, 'gemini') ?? {}
    return [state, activity, activityTrouble?.title, activityTrouble?.next]
  }
  expect(await after('limit')).toEqual(['ready', 'limited', 'Gemini is at its limit', expect.stringContaining('Wait')])
  expect(await after('plain')).toEqual(['ready', 'idle', undefined, undefined])
  expect(await after('offline')).toEqual([
    'ready',
    'offline',
    'Gemini cannot reach its service',
    expect.stringContaining('online'),
  ])
  expect(await after('crash')).toEqual([
    'ready',
    'crashed',
    'Gemini stopped unexpectedly',
    expect.stringContaining('Send it again'),
  ])
  expect(await after('signed-out-later')).toEqual(['not_signed_in', 'idle', undefined, undefined])
  expect(await after('plain')).toEqual(['ready', 'idle', undefined, undefined])
})
