import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { TroubleError } from '../shared/agent.ts'
import { SettingsFile } from './file.ts'
import { merged } from './read.ts'
import { SettingsService } from './service.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

function home(text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tickbird-settings-'))
  if (text !== undefined) writeFileSync(join(folder, 'settings.json'), text)
  return folder
}
function fileIn(folder: string): SettingsFile {
  const file = new SettingsFile(folder, 20)
  open.push(file)
  return file
}
function serviceIn(folder: string): SettingsService {
  const service = new SettingsService(folder, null)
  open.push(service)
  return service
}
const written = (folder: string) => JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))
function troubleOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof TroubleError) return error.trouble
    throw error
  }
  throw new Error('Nothing was refused.')
}

test('without a file the defaults hold, and a change writes only what was changed', () => {
  const folder = home()
  const file = fileIn(folder)
  expect(file.current).toMatchObject({
    agents: {},
    permissions: { create: 'allow', run: 'allow', other: 'ask', bulk: 50 },
    allowLegacy: false,
    retention: { maxBytes: null, maxDays: null },
    ownTools: false,
  })
  file.change({ permissions: { run: 'ask' } })
  expect(file.current.permissions).toMatchObject({ run: 'ask', create: 'allow' })
  expect(written(folder)).toEqual({ permissions: { run: 'ask' } })
})

test('what is not ours is kept, at every level, and null takes a key out', () => {
  const folder = home(JSON.stringify({ theme: 'x', agents: { claude: { model: 'a', later: [1] } } }))
  const file = fileIn(folder)
  file.change({ agents: { claude: { model: null, mode: 'plan' } } })
  expect(written(folder)).toEqual({ theme: 'x', agents: { claude: { later: [1], mode: 'plan' } } })
})

test('one wrong agent, server or part costs only itself, and is named', () => {
  const folder = home(
    JSON.stringify({
      agents: { claude: { args: 'no list' }, goose: { command: 'goose', args: ['acp'] } },
      mcpServers: {
        bad: { port: 1 },
        both: { command: 'x', url: 'http://x/' },
        good: { url: 'http://127.0.0.1:1/mcp' },
      },
      permissions: { run: 'perhaps' },
      allowLegacy: true,
    }),
  )
  const { current, problems } = fileIn(folder)
  expect(Object.keys(current.agents)).toEqual(['goose'])
  expect(Object.keys(current.mcpServers)).toEqual(['good'])
  expect(current.permissions.run).toBe('allow')
  expect(current.allowLegacy).toBe(true)
  expect(problems).toHaveLength(4)
  expect(problems.join('\n')).toContain('the agent “claude” is not used: args:')
  expect(problems.join('\n')).toContain('the MCP server “bad” is not used: needs a command or an http(s) url')
  expect(problems.join('\n')).toContain('“permissions” is not used: run:')
})

test('a file that is no JSON costs nothing: the defaults hold, and a change keeps the old text beside it', () => {
  const folder = home('{ "allowLegacy": true, ')
  const file = fileIn(folder)
  expect(file.current.allowLegacy).toBe(false)
  expect(file.problems[0]).toMatch(/is not used: it is not valid JSON .* Correct it or delete it/)
  file.change({ instructions: 'Metric only.' })
  expect(written(folder)).toEqual({ instructions: 'Metric only.' })
  expect(readFileSync(join(folder, 'settings.json.broken-1'), 'utf8')).toBe('{ "allowLegacy": true, ')
  expect(file.problems).toEqual([])
})

test('what does not fit changes nothing and is named; an old fault elsewhere stands in nobody’s way', () => {
  const folder = home(JSON.stringify({ permissions: { run: 'perhaps' } }))
  const file = fileIn(folder)
  expect(troubleOf(() => file.change({ retention: { maxDays: -3 } })).cause).toContain('retention.maxDays')
  expect(troubleOf(() => file.change({ permissions: { run: 'never' } })).cause).toContain('permissions.run')
  expect(troubleOf(() => file.change({ agents: { '../x': {} } })).title).toBe('These settings cannot be kept')
  expect(written(folder)).toEqual({ permissions: { run: 'perhaps' } })
  file.change({ allowLegacy: true })
  expect(written(folder)).toEqual({ permissions: { run: 'perhaps' }, allowLegacy: true })
})

test('a change by hand is heard without a restart', async () => {
  const folder = home()
  const file = fileIn(folder)
  const heard = new Promise<void>((resolve) => file.onChange(resolve))
  writeFileSync(join(folder, 'settings.json'), '\uFEFF{"ownTools": true}')
  await heard
  expect(file.current.ownTools).toBe(true)
})

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('a folder that cannot be written is told', () => {
  const folder = home()
  const file = fileIn(folder)
  chmodSync(folder, 0o500)
  expect(troubleOf(() => file.change({ allowLegacy: true })).title).toBe('The settings were not kept')
  expect(readdirSync(folder)).toEqual([])
})

test('a patch cannot reach prototypes', () => {
  const result = merged({}, JSON.parse('{"__proto__": {"polluted": 1}}'))
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
})

test('a secret is in no file but its own, which only this person can read, and in no view', async () => {
  const folder = home()
  const service = serviceIn(folder)
  let told = 0
  service.onChange(() => told++)
  await service.setSecret('claude', 'ANTHROPIC_API_KEY', 'sk-ant-0123456789')
  service.change({ agents: { claude: { env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' } } } })
  expect(told).toBeGreaterThan(0)
  expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain('sk-ant')
  if (process.platform !== 'win32') expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  const view = await service.view()
  expect(JSON.stringify(view)).not.toContain('sk-ant')
  expect(view).toMatchObject({ secretsSet: { claude: ['ANTHROPIC_API_KEY'] }, secretStore: 'file' })
  expect(await service.environmentOf('claude')).toEqual({
    env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', ANTHROPIC_API_KEY: 'sk-ant-0123456789' },
    secret: ['ANTHROPIC_API_KEY'],
    unreadable: [],
  })
  await service.setSecret('claude', 'ANTHROPIC_API_KEY', null)
  expect((await service.environmentOf('claude')).env).not.toHaveProperty('ANTHROPIC_API_KEY')
  expect(readdirSync(folder)).not.toContain('secrets.json')
})

test('a secret written by hand is used but never shown, and none is taken through the settings', async () => {
  const folder = home(
    JSON.stringify({
      agents: { gemini: { env: { GEMINI_API_KEY: 'by-hand', LANG: 'de' } } },
      mcpServers: { x: { url: 'https://example.org/mcp', headers: { Authorization: 'Bearer by-hand' } } },
    }),
  )
  const service = serviceIn(folder)
  const view = await service.view()
  expect(JSON.stringify(view)).not.toContain('by-hand')
  expect(view.settings.agents.gemini?.env.LANG).toBe('de')
  expect((await service.environmentOf('gemini')).env.GEMINI_API_KEY).toBe('by-hand')
  expect(troubleOf(() => service.change({ agents: { gemini: { env: { MY_TOKEN: 'x' } } } })).next).toContain('secret')
  const back = { mcpServers: { x: view.settings.mcpServers.x } }
  expect(troubleOf(() => service.change(back)).title).toBe('A hidden value cannot be kept')
  service.change({ agents: { gemini: { env: { GEMINI_API_KEY: null } } } })
  expect(written(folder).agents.gemini.env).toEqual({ LANG: 'de' })
})

test('broken secrets are no secrets, and the next one that is set mends the file', async () => {
  const folder = home('{"agents": {"claude": {"secrets": ["A"]}}}')
  writeFileSync(join(folder, 'secrets.json'), '{"claude": ')
  const service = serviceIn(folder)
  expect((await service.environmentOf('claude')).env).toEqual({})
  await service.setSecret('claude', 'A', 'v')
  expect((await service.environmentOf('claude')).env).toEqual({ A: 'v' })
})

test('secrets that cannot be read stop nothing but the entering of new ones, and are told of', async () => {
  const folder = home('{"agents": {"claude": {"secrets": ["A"], "env": {"LANG": "de"}}}}')
  mkdirSync(join(folder, 'secrets.json'))
  const service = serviceIn(folder)
  expect((await service.environmentOf('claude')).env).toEqual({ LANG: 'de' })
  expect((await service.view()).problems.join()).toMatch(/The secrets cannot be read .*secrets\.json: EISDIR\)\. Make/)
  await expect(service.setSecret('claude', 'A', 'v')).rejects.toThrow('The secrets cannot be read')
})
