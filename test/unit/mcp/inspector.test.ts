import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OUTSIDE_TOKEN, serveFake } from './fake-caller.ts'

const require = createRequire(import.meta.url)
const cli = require.resolve('@modelcontextprotocol/inspector-cli')

let fake: Awaited<ReturnType<typeof serveFake>>
beforeEach(async () => {
  fake = await serveFake()
})
afterEach(() => fake.close())

/** What MCP Inspector's command line prints. */
async function inspect(...args: string[]): Promise<unknown> {
  const fixed = [cli, '--cli', fake.url, '--transport', 'http', '--header', `Authorization: Bearer ${OUTSIDE_TOKEN}`]
  // It looks for `../package.json` from the working directory, and starts only where there is one.
  const child = spawn(process.execPath, [...fixed, ...args], {
    cwd: import.meta.dirname.replace(/test.unit.mcp$/, 'test'),
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk
  })
  await once(child, 'close')
  expect(out, err).toMatch(/^\s*\{/)
  return JSON.parse(out)
}

test('MCP Inspector lists the tools and calls one', async () => {
  const { tools } = (await inspect('--method', 'tools/list')) as { tools: { name: string }[] }
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['create_box', 'search_dynamic']))
  // It sends numbers as numbers and points as JSON text.
  const args = ['width=40', 'depth=25', 'height=10', 'corner=[1, 2, 3]'].flatMap((arg) => ['--tool-arg', arg])
  const result = await inspect('--method', 'tools/call', '--tool-name', 'create_box', ...args)
  expect(result).toMatchObject({ structuredContent: { bounding_box: { max: [40, 25, 10] } } })
  expect(fake.caller.calls[0]?.input).toMatchObject({ width: 40, corner: [1, 2, 3] })
})

test('MCP Inspector lists templates and prompts', async () => {
  expect(JSON.stringify(await inspect('--method', 'resources/templates/list'))).toContain('rhino://view/{name}')
  expect(JSON.stringify(await inspect('--method', 'prompts/list'))).toContain('tidy')
})
