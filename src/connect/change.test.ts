import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { parse as parseJson } from 'jsonc-parser'
import { parse as parseToml, stringify } from 'smol-toml'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backupOf, carryOut, planConnect, planUndo } from './change.ts'
import { CLIENTS } from './clients.ts'
import { locateClient, type Surroundings } from './places.ts'

let userFolder = ''
let around: Surroundings
beforeEach(() => {
  userFolder = mkdtempSync(join(tmpdir(), 'tickbird connect '))
  around = { env: {}, platform: 'linux', userFolder }
})
afterEach(() => rmSync(userFolder, { recursive: true, force: true }))

const entry = { command: '/usr/bin/node', args: ['/opt/tick bird/"dist"/cli.js', 'mcp'] }
const find = (id: string) => locateClient(CLIENTS.find((client) => client.id === id)!, around)
const connect = (id: string, how = entry) => {
  const change = planConnect(find(id), how)
  carryOut(change)
  return change.kind
}
const undo = (id: string) => {
  const change = planUndo(find(id), entry)
  carryOut(change)
  return change.kind
}
function put(id: string, text: string): string {
  const { file } = find(id)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}
const read = (file: string) => readFileSync(file, 'utf8')

describe.each(CLIENTS.map((client) => [client.id, client] as const))('%s', (id, client) => {
  const parse = (text: string) =>
    (client.format === 'json' ? parseJson(text) : parseToml(text)) as Record<string, Record<string, unknown>>

  test('gets a file that holds our entry, once, and loses it again with the file', () => {
    const { file } = find(id)
    expect(connect(id)).toBe('add')
    expect(parse(read(file))).toEqual({ [client.section]: { tickbird: { ...client.extra, ...entry } } })
    const written = read(file)
    expect(connect(id)).toBe('none')
    expect(read(file)).toBe(written)
    expect(undo(id)).toBe('remove')
    expect(readdirSync(dirname(file)).filter((name) => name.includes('tickbird') || name === file)).toEqual([])
    expect(existsSync(file)).toBe(false)
    expect(undo(id)).toBe('none')
  })

  test('keeps all else, byte for byte, and comes back to it', () => {
    const was =
      client.format === 'json'
        ? `\ufeff{\r\n\t// mine\r\n\t"theme": "dark", /* stays */\r\n\t"${client.section}": {\r\n\t\t"other": { "command": "x" }, // this too\r\n\t},\r\n}\r\n`
        : `model = "x" # mine\r\n\r\n[${client.section}.other]\r\ncommand = "x" # stays\r\n\r\n# of the next\r\n[profiles.a]\r\nb = 1\r\n`
    const file = put(id, was)
    expect(connect(id)).toBe('add')
    for (const comment of was.match(/(\/\/|\/\*|#) [^\r]+/g) ?? []) expect(read(file)).toContain(comment)
    expect(read(backupOf(file))).toBe(was)
    expect(read(file).replaceAll('\r\n', '')).not.toContain('\n')
    expect(undo(id)).toBe('remove')
    expect(read(file)).toBe(was)
    expect(existsSync(backupOf(file))).toBe(false)
  })

  test('is brought up to date without losing what a user added to the entry', () => {
    const own =
      client.format === 'json'
        ? `{ "${client.section}": { "tickbird": { "command": "old", /* kept */ "args": ["a"], "mine": true } } }`
        : `[${client.section}.tickbird]\nargs = [\n  "a",\n  "b", # gone\n]\n# kept\nmine = true\ncommand = 'old'\n\n[${client.section}.tickbird.tools]\nx = 1\n`
    const file = put(id, own)
    expect(connect(id)).toBe('update')
    expect(parse(read(file))[client.section]?.tickbird).toMatchObject({ ...entry, mine: true })
    expect(read(file)).toContain('kept')
    expect(connect(id)).toBe('none')
    expect(undo(id)).toBe('remove')
    expect(read(file)).not.toContain('tickbird')
  })

  test('a broken or foreign file is left alone with a sentence', () => {
    const bad =
      client.format === 'json'
        ? [
            '{ "a": ',
            '[1]',
            `{ "${client.section}": [] }`,
            'null',
            `{"${client.section}":{},"${client.section}":{"o":1}}`,
          ]
        : ['a = ', `${client.section} = 1`, `${client.section} = { other = { command = "x" } }`]
    for (const text of bad) {
      const file = put(id, text)
      expect(() => connect(id)).toThrow(/\bit\b.*It was left as it is\. Mend it in /)
      expect(read(file)).toBe(text)
      expect(existsSync(backupOf(file))).toBe(false)
    }
  })
})

test('an edit after connecting survives the undo', () => {
  const file = put('cursor', '{"mcpServers":{"a":{"command":"a"}}}')
  connect('cursor')
  writeFileSync(file, read(file).replace('"a":', '"later":{"command":"l"},"a":'))
  expect(undo('cursor')).toBe('remove')
  expect(parseJson(read(file))).toEqual({ mcpServers: { later: { command: 'l' }, a: { command: 'a' } } })
})

test('rights and links are kept', () => {
  const { file } = find('gemini')
  mkdirSync(dirname(file), { recursive: true })
  const real = join(userFolder, 'dotfiles.json')
  writeFileSync(real, '{}')
  chmodSync(real, 0o640)
  symlinkSync(real, file)
  connect('gemini')
  expect(lstatSync(file).isSymbolicLink()).toBe(true)
  expect(read(real)).toContain('tickbird')
  expect(statSync(real).mode & 0o777).toBe(0o640)
})

test('what is no UTF-8 is left alone, and a file that changes in between too', () => {
  const { file } = find('cursor')
  put('cursor', '{}')
  const change = planConnect(find('cursor'), entry)
  writeFileSync(file, '{"new":1}')
  expect(() => carryOut(change)).toThrow('try again')
  expect(read(file)).toBe('{"new":1}')
  writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0x00]))
  expect(() => connect('cursor')).toThrow('not UTF-8')
})

test('a data folder of its own goes along', () => {
  const own = { ...entry, env: { TICKBIRD_HOME: '/tmp/ä "x"' } }
  for (const id of ['codex', 'zed']) {
    connect(id, own)
    expect(connect(id, own)).toBe('none')
    expect(read(find(id).file)).toContain('TICKBIRD_HOME')
  }
})

test('clients are found where they are', () => {
  expect(find('codex')).toMatchObject({ file: join(userFolder, '.codex/config.toml'), present: false })
  mkdirSync(join(userFolder, '.codex'))
  expect(find('codex').present).toBe(true)
  around = { ...around, env: { CODEX_HOME: join(userFolder, 'c') } }
  expect(find('codex').file).toBe(join(userFolder, 'c/config.toml'))
  put('lmstudio', '')
  rmSync(find('lmstudio').file)
  expect(find('claude-code')).toMatchObject({ file: join(userFolder, '.claude.json'), present: false })
  writeFileSync(join(userFolder, '.claude.json'), '{}')
  expect(find('claude-code').present).toBe(true)
  around = { env: {}, platform: 'darwin', userFolder }
  expect(find('vscode').file).toBe(join(userFolder, 'Library/Application Support/Code/User/mcp.json'))
  around = { env: { APPDATA: join(userFolder, 'Roaming') }, platform: 'win32', userFolder }
  expect(find('zed').file).toBe(join(userFolder, 'Roaming/Zed/settings.json'))
})

const name = fc.stringMatching(/^[a-z"#[\]{}., \\]{0,6}$/).filter((text) => text !== 'tickbird' && text !== '__proto__')
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.boolean(),
    fc.integer(),
    fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}))

test('whatever else a file holds is there afterwards', () => {
  fc.assert(
    fc.property(
      fc.dictionary(name, value, { maxKeys: 4 }),
      fc.dictionary(name, value, { maxKeys: 3 }),
      (rest, others) => {
        const zed = { ...rest, context_servers: others }
        const file = put('zed', JSON.stringify(zed, null, 2))
        connect('zed')
        expect(JSON.parse(read(file))).toEqual({
          ...zed,
          context_servers: { ...others, tickbird: { source: 'custom', ...entry } },
        })
        const servers = Object.fromEntries(Object.entries(others).map(([key, inner]) => [key, { inner }]))
        const toml = put('codex', stringify({ ...rest, mcp_servers: servers }))
        connect('codex')
        expect(parseToml(read(toml))).toEqual(
          parseToml(stringify({ ...rest, mcp_servers: { ...servers, tickbird: entry } })),
        )
        undo('codex')
        expect(read(toml)).toBe(stringify({ ...rest, mcp_servers: servers }))
      },
    ),
    { numRuns: 60 },
  )
})
