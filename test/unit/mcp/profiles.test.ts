import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROFILES, type Profile, profileOf } from '../../../src/mcp/profiles/profile.ts'
import type { JsonSchema } from '../../../src/tools/json-schema.ts'
import { EVERY_CLIENT, violations } from '../../../src/tools/schema-rules.ts'
import { serveFake } from './fake-caller.ts'
import { messageIn, post, rpc } from './post.ts'

let fake: Awaited<ReturnType<typeof serveFake>>
beforeAll(async () => {
  fake = await serveFake()
})
afterAll(() => fake.close())

interface Listed {
  name: string
  description: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  _meta?: object
}

/** The list as a client gets it that introduces itself by this name. */
async function listFor(name: string, set: string, query = ''): Promise<Listed[]> {
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1' } }
  const path = `/mcp?tools=${set}${query}`
  const { headers } = await post(fake.port, { path, body: rpc('initialize', hello) })
  const session = { 'mcp-session-id': String(headers['mcp-session-id']) }
  const reply = await post(fake.port, { path, headers: session, body: rpc('tools/list') })
  return (messageIn(reply).result as unknown as { tools: Listed[] }).tools
}

/** Everything that this vendor's client would refuse. */
function refused(tools: Listed[], { rules, prefix, longestName, mostTools }: Profile): string[] {
  const strict = { ...EVERY_CLIENT, name: /^[a-zA-Z_]\w{0,63}$/, ...rules }
  return [
    ...(mostTools !== null && tools.length > mostTools ? [`${tools.length} tools`] : []),
    ...tools.flatMap(({ name, inputSchema }) => [
      ...(/^[a-zA-Z_][\w-]*$/.test(name) && prefix.length + name.length <= longestName ? [] : [`${name}: its name`]),
      ...(inputSchema.type === 'object' && inputSchema.properties ? [] : [`${name}: no object with properties`]),
      ...violations(inputSchema, strict, name),
    ]),
  ]
}

/** What each calls itself. */
const CLIENTS: Record<string, string[]> = {
  claude: ['claude-code', 'claude-ai', 'Claude Desktop'],
  openai: ['codex-mcp-client', 'openai-mcp', 'ChatGPT'],
  gemini: ['gemini-cli-mcp-client'],
  cursor: ['cursor-vscode', 'Cursor'],
  vscode: ['Visual Studio Code', 'Visual Studio Code - Insiders', 'github-copilot-developer'],
  any: ['inspector', 'something new', ''],
}

test('every client is known by its own name', () => {
  expect(Object.keys(CLIENTS)).toEqual(PROFILES.map(({ id }) => id))
  for (const [id, names] of Object.entries(CLIENTS)) {
    for (const name of names) expect(profileOf(name).id, name).toBe(id)
  }
})

describe.each(PROFILES.map((profile) => [profile.id, profile] as const))('%s', (id, profile) => {
  test.each(['envelope', 'essentials', 'full'])('takes every tool of the set %s', async (set) => {
    const tools = await listFor(CLIENTS[id]?.[0] ?? '', set)
    expect(refused(tools, profile)).toEqual([])
    const names = tools.map(({ name }) => name)
    expect(names).toContain('search_dynamic')
    expect(new Set(names).size).toBe(names.length)
    if (set !== 'envelope') expect(names).toEqual(expect.arrayContaining(['get_context', 'create_box', 'undo_turn']))
  })
})

test('the list is other for a client that takes less, and says the same', async () => {
  const [plain, gemini] = [await listFor('something new', 'full'), await listFor('gemini-cli-mcp-client', 'full')]
  const parts = plain.flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties ?? {}).map(([parameter, schema]) => ({ name, parameter, schema })),
  )
  const partOf = (name: string, parameter: string) =>
    gemini.find((tool) => tool.name === name)?.inputSchema.properties?.[parameter]
  const withDefault = parts.filter(({ schema }) => schema.default !== undefined)
  expect(withDefault.length).toBeGreaterThan(20)
  for (const { name, parameter, schema } of withDefault) {
    if (!gemini.some((tool) => tool.name === name)) continue
    expect(partOf(name, parameter)?.description).toContain(`Default ${JSON.stringify(schema.default)}.`)
    expect(partOf(name, parameter)).not.toHaveProperty('default')
  }
  expect(plain.length).toBeGreaterThan(128)
  expect(gemini).toHaveLength(128)
  // Of the everyday tools none is cut off.
  const essentials = (await listFor('something new', 'essentials')).map(({ name }) => name)
  expect(gemini.map(({ name }) => name)).toEqual(expect.arrayContaining(essentials))
  expect((await listFor('cursor-vscode', 'full')).map(({ name }) => name)).toEqual(expect.arrayContaining(essentials))
  // And what is the same for a client stays byte for byte the same.
  expect(await listFor('claude-code', 'full')).toEqual(plain)
})

test('without its profile a strict client would refuse the list: the test can fail', async () => {
  const plain = await listFor('something new', 'full')
  const names = PROFILES.filter((profile) => refused(plain, profile).length > 0).map(({ id }) => id)
  expect(names).toEqual(expect.arrayContaining(['gemini', 'vscode', 'cursor']))
})

test('a profile can be asked for by its name, whatever the client calls itself', async () => {
  expect(await listFor('something new', 'full', '&profile=cursor')).toHaveLength(40)
  const reply = await post(fake.port, { path: '/mcp?profile=emacs', body: rpc('tools/list') })
  expect(reply.status).toBe(400)
  expect(reply.text).toContain('?profile= is one of claude, openai, gemini, cursor, vscode, any.')
})
