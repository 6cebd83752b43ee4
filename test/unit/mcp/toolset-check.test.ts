import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../../src/entries.ts'
import { checkToolset } from '../../../src/mcp/toolsets/check.ts'
import { readManifest } from '../../../src/mcp/toolsets/manifest.ts'
import { LANGUAGES, writeTemplate } from '../../../src/mcp/toolsets/template.ts'
import { bundleToolsetProgram } from '../../real/toolset-program.ts'

let program: Awaited<ReturnType<typeof bundleToolsetProgram>>
let home: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'tickbird-check-'))
  program = await bundleToolsetProgram()
})
afterAll(() => {
  program.remove()
  rmSync(home, { recursive: true, force: true })
})

const EXAMPLES = join(ROOT, 'examples/toolsets')
const samples = readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((at) => (at.isDirectory() ? [at.name] : []))

test.each(samples)('the sample %s is in order', async (name) => {
  expect((await checkToolset(join(EXAMPLES, name), program)).troubles).toEqual([])
})

test.each(LANGUAGES)('what is made new in %s is in order, and is never written over', async (language) => {
  const folder = join(home, language)
  writeTemplate(folder, 'mine', language)
  expect(await checkToolset(folder, program)).toMatchObject({ manifest: { name: 'mine' }, troubles: [] })
  expect(() => writeTemplate(folder, 'mine', language)).toThrow('is a toolset already')
})

let count = 0
function folderWith(files: Record<string, unknown>): string {
  count += 1
  const folder = join(home, `case-${count}`)
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

const one = { name: 'a_tool', description: 'Does it.' }
const good = { name: 'mine', main: 'm.js', tools: [one] }
const input = (properties: object, rest: object = {}) => ({
  ...good,
  tools: [{ ...one, input: { type: 'object', properties, ...rest } }],
})

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{', /not valid JSON/],
  ['a list', [], /expected object/],
  ['null', 'null', /expected object/],
  ['no tools', { ...good, tools: [] }, /^tools: /],
  ['an unknown key', { ...good, toolz: 1 }, /toolz/],
  ['a name with blanks', { ...good, name: 'My Tools' }, /^name: must be of small letters/],
  [
    'a tool name with a dash',
    { ...good, tools: [{ ...one, name: 'a-tool' }] },
    /^tools › a-tool › name: must be snake/,
  ],
  ['a name twice', { ...good, tools: [one, one] }, /a_tool stands there twice/],
  ['a way out of the folder', { ...good, main: '../m.js' }, /inside the folder/],
  ['an absolute main', { ...good, main: '/etc/x.js' }, /inside the folder/],
  ['a main that is not there', { ...good, main: 'n.js' }, /n\.js, and there is no such file/],
  ['a main of another kind', { ...good, main: 'm.exe' }, /must be a \.js, \.ts or \.py file/],
  ['too much time', { ...good, limits: { seconds: 100_000 } }, /limits › seconds/],
  ['an unknown effect', { ...good, tools: [{ ...one, effect: 'explode' }] }, /a_tool › effect/],
  ['a reference', input({ a: { $ref: '#/x' } }), /input\.a: the keyword \$ref/],
  ['a list without items', input({ a: { type: 'array' } }), /input\.a: a list without items/],
  ['a tuple', input({ a: { type: 'array', items: [{ type: 'number' }] } }), /input\.a: a tuple/],
  [
    'nesting',
    input({ a: { type: 'object', properties: { b: { type: 'object', properties: {} } } } }),
    /a\.b: an object too deep/,
  ],
  ['a strange kind', input({ a: { type: 'string', kind: 'brick' } }), /kind is one of point/],
  ['a strange type', input({ a: { type: 'file' } }), /the type file/],
  ['a required one that is not there', input({}, { required: ['a'] }), /requires a, which is not there/],
  ['a prototype', input(JSON.parse('{"__proto__": {"type": "string"}}')), /the name "__proto__"/],
])('a manifest with %s is refused by a sentence that names the place', (_what, content, words) => {
  const read = readManifest(folderWith({ 'toolset.json': content, 'm.js': '' }))
  const troubles = 'troubles' in read ? read.troubles : []
  expect(troubles.join('\n')).toMatch(words)
  for (const trouble of troubles) expect(trouble).toMatch(/^.{5,400}\.$/)
})

test.each([
  ['export const another = 1', /m\.js has no function a_tool\./],
  ['export const a_tool = (', /does not load: /],
  ["import './gone.js'", /does not load: .*gone\.js/],
  ["throw new Error('at once')", /does not load: at once \(m\.js:1\)/],
  ['for (;;) await new Promise(() => {})', /did not load its code within 3 s/],
])('code that says %s is told', { timeout: 60_000 }, async (code, words) => {
  const { troubles } = await checkToolset(folderWith({ 'toolset.json': good, 'm.js': code }), {
    ...program,
    startMs: 3000,
  })
  expect(troubles.join()).toMatch(words)
})

test('CommonJS is taken, and a Python function that is missing is told', async () => {
  const common = folderWith({ 'toolset.json': { ...good, main: 'm.cjs' }, 'm.cjs': 'exports.a_tool = () => 1' })
  expect((await checkToolset(common, program)).troubles).toEqual([])
  const python = folderWith({ 'toolset.json': { ...good, main: 'm.py' }, 'm.py': 'def other():\n    pass\n' })
  expect((await checkToolset(python, program)).troubles).toEqual(['m.py has no function a_tool.'])
})
