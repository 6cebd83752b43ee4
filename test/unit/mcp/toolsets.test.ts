import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isAlive } from '../../../src/home/listeners.ts'
import { Toolsets } from '../../../src/mcp/toolsets/toolsets.ts'
import { Fault } from '../../../src/wire/fault.ts'
import { bundleToolsetProgram } from '../../real/toolset-program.ts'
import { serveFake, until } from './fake-caller.ts'
import { callTool, messageIn, post, rpc } from './post.ts'

let program: Awaited<ReturnType<typeof bundleToolsetProgram>>
beforeAll(async () => {
  program = await bundleToolsetProgram()
})
afterAll(() => program.remove())

let home: string
let toolsets: Toolsets
let notes: string[]
let paths: string[]
let fake: Awaited<ReturnType<typeof serveFake>>

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'tickbird-toolsets-'))
  notes = []
  paths = []
  toolsets = new Toolsets({ home, paths: () => paths, entry: program.entry, note: (problem) => notes.push(problem) })
  fake = await serveFake({ toolsets })
})
afterEach(async () => {
  await fake.close()
  toolsets.close()
  rmSync(home, { recursive: true, force: true })
})

let stamp = Date.now()

/** Writes a toolset's files; each writing has a time of its own, as on a disk that is used by people. */
function put(name: string, files: Record<string, string | object>): string {
  const folder = join(home, 'toolsets', name)
  mkdirSync(folder, { recursive: true })
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    stamp += 1000
    utimesSync(path, new Date(stamp), new Date(stamp))
  }
  return folder
}

/** As the clock does: once to see that something changed, once more to see that it is at rest. */
function looked(): void {
  toolsets.look()
  toolsets.look()
}

const manifest = (name: string, tools: object[], rest: object = {}) => ({ name, main: 'tools.js', tools, ...rest })
const tool = (name: string, rest: object = {}) => ({ name, description: `Does ${name}.`, ...rest })

const run = async (name: string, args: unknown = {}) =>
  messageIn(await post(fake.port, { body: callTool(name, args) })).result as unknown as {
    isError?: boolean
    content: { type: string; text: string }[]
    structuredContent?: Record<string, unknown>
    _meta?: Record<string, { code: string; next: string }>
  }
const names = async (set = 'essentials') => {
  const reply = await post(fake.port, { path: `/mcp?tools=${set}`, body: rpc('tools/list') })
  return (messageIn(reply).result as unknown as { tools: { name: string }[] }).tools.map(({ name }) => name)
}

describe('a toolset', () => {
  const stairs = () =>
    put('stairs', {
      'toolset.json': manifest(
        'stairs',
        [
          tool('make_stairs', {
            input: {
              type: 'object',
              properties: {
                steps: { type: 'integer', minimum: 1, maximum: 100 },
                at: { type: 'array', items: { type: 'number' }, kind: 'point' },
              },
              required: ['steps'],
            },
            output: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
            effect: 'create',
            keywords: ['treppe'],
            sentence: 'Made {count} steps at {at} corners',
          }),
        ],
        { main: 'tools.ts', title: 'Stairs' },
      ),
      'tools.ts': `
        import { tread } from './sizes.ts'
        interface Rhino { call(tool: string, input: object): Promise<any>; progress(done: number, total: number): void }
        enum Side { Left = 1 }
        export async function make_stairs({ steps, at = [0, 0, 0] }: { steps: number; at?: number[] }, rhino: Rhino) {
          for (let n = 0; n < steps; n++) {
            await rhino.call('create_box', { width: tread(), depth: Side.Left, height: n + 1, corner: at })
            rhino.progress(n + 1, steps)
          }
          console.log('made', steps)
          return { count: steps }
        }
      `,
      'sizes.ts': 'export const tread = (): number => 28',
    })

  test('in TypeScript is listed, found, validated and run, and works in Rhino by the tools of Tickbird', async () => {
    stairs()
    looked()
    expect(await names()).toContain('make_stairs')
    expect(await names('envelope')).not.toContain('make_stairs')
    const result = await run('make_stairs', { steps: '2', at: '{"x":1,"y":2,"z":3}' })
    expect(result).toMatchObject({
      structuredContent: { count: 2 },
      content: [{ text: 'Made 2 steps at 3 corners' }, { text: '{"count":2}' }],
    })
    expect(
      fake.caller.calls.map(({ tool: called, input }) => [called, input.width, input.height, input.corner]),
    ).toEqual([
      ['create_box', 28, 1, [1, 2, 3]],
      ['create_box', 28, 2, [1, 2, 3]],
    ])
    const refused = await run('make_stairs', { steps: 1000 })
    expect(refused.content[0]?.text).toMatch(/^make_stairs: steps must be .*100.*INVALID_PARAMS/)
    const found = await run('search_dynamic', { query: 'treppe' })
    const [{ id }] = (found as unknown as { structuredContent: { items: [{ id: string }] } }).structuredContent.items
    expect(id).toMatch(/\.make_stairs$/)
    expect(await run('invoke_dynamic', { id, arguments: { steps: 1 } })).toMatchObject({
      structuredContent: { count: 1 },
    })
    expect((await run('list_processes')).structuredContent).toMatchObject({
      toolsets: [{ name: 'stairs', tools: ['make_stairs'] }],
    })
    await until(() => existsSync(join(home, 'logs/toolsets.log')))
    expect(readFileSync(join(home, 'logs/toolsets.log'), 'utf8')).toContain('made 2')
  })

  test('runs none of its code before it is called', async () => {
    const marker = join(home, 'was-run')
    put('eager', {
      'toolset.json': manifest('eager', [tool('quiet_one')]),
      'tools.js': `import { writeFileSync } from 'node:fs'
        writeFileSync(${JSON.stringify(marker)}, '')
        export const quiet_one = () => 7`,
    })
    looked()
    expect(await names()).toContain('quiet_one')
    await run('search_dynamic', { query: 'quiet one' })
    expect(existsSync(marker)).toBe(false)
    expect((await run('quiet_one')).structuredContent).toEqual({ result: 7 })
    expect(existsSync(marker)).toBe(true)
  })

  test('is read anew when its files change, and gone when they go; clients are told', async () => {
    const listChanges: number[] = []
    toolsets.onChange(() => listChanges.push(toolsets.tools().length))
    const folder = put('one', {
      'toolset.json': manifest('one', [tool('number_of')]),
      'tools.js': 'export const number_of = () => 1',
    })
    looked()
    expect((await run('number_of')).structuredContent).toEqual({ result: 1 })
    put('one', { 'tools.js': 'export const number_of = () => 2; export const other_of = () => 3' })
    looked()
    expect((await run('number_of')).structuredContent).toEqual({ result: 2 })
    put('one', { 'toolset.json': manifest('one', [tool('number_of'), tool('other_of')]) })
    looked()
    expect((await run('other_of')).structuredContent).toEqual({ result: 3 })
    put('one', { 'toolset.json': '{"name": "one", ' })
    looked()
    expect(await names()).not.toContain('other_of')
    expect(notes.join()).toContain('is not valid JSON')
    put('one', { 'toolset.json': manifest('one', [tool('number_of')]) })
    looked()
    expect(await names()).toContain('number_of')
    rmSync(folder, { recursive: true })
    looked()
    expect(await names()).not.toContain('number_of')
    expect(listChanges).toEqual([1, 1, 2, 0, 1, 0])
  })

  test('may be anywhere that the settings name, and one that was gone is there again when it comes back', async () => {
    const away = mkdtempSync(join(tmpdir(), 'tickbird-away-'))
    paths = [away, join(away, 'gone'), 'relative/path']
    writeFileSync(join(away, 'toolset.json'), JSON.stringify(manifest('away', [tool('far_away')])))
    writeFileSync(join(away, 'tools.js'), 'export const far_away = () => "here"')
    looked()
    expect((await run('far_away')).structuredContent).toEqual({ result: 'here' })
    expect(notes.join('\n')).toContain('“relative/path”; give the whole path')
    expect(notes.join('\n')).toMatch(/Toolset “gone”: .*toolset\.json cannot be read \(ENOENT\)/)
    rmSync(join(away, 'toolset.json'))
    looked()
    expect(await names()).not.toContain('far_away')
    writeFileSync(join(away, 'toolset.json'), JSON.stringify(manifest('away', [tool('far_away')])))
    looked()
    expect(await names()).toContain('far_away')
    rmSync(away, { recursive: true })
  })

  test('that has a name twice gets its own in front, and says so', async () => {
    const files = { 'tools.js': 'export const create_box = () => 1; export const twice = () => 2' }
    put('a', { 'toolset.json': manifest('a', [tool('create_box'), tool('twice')]), ...files })
    put('b-c', { 'toolset.json': manifest('b-c', [tool('twice')]), ...files })
    looked()
    expect((await names()).filter((name) => /box|twice/.test(name)).sort()).toEqual([
      'a_create_box',
      'a_twice',
      'b_c_twice',
      'create_box',
    ])
    expect((await run('b_c_twice')).structuredContent).toEqual({ result: 2 })
    expect(notes.join('\n')).toContain('offered as a_create_box, because another tool is called create_box')
  })
})

describe('what goes wrong inside a toolset stays inside', () => {
  const code = `
    import { setTimeout as wait } from 'node:timers/promises'
    export const throws = () => { throw new Error('no such stair') }
    export const throws_later = () => new Promise(() => setTimeout(() => { throw new Error('much later') }, 5))
    export const exits = () => process.exit(3)
    export const kills = () => process.kill(process.pid, 'SIGKILL')
    export const fills_heap = () => { const all = []; for (;;) all.push(new Array(1000).fill({})) }
    export const fills_buffers = async () => { const all = []; for (;;) { all.push(Buffer.alloc(8e6, 1)); await wait(1) } }
    export const talks = () => 'x'.repeat(200_000)
    export const prints = () => { for (let n = 0; n < 20_000; n++) console.log('line', n); return 1 }
    export const no_json = () => () => 1
    export const wrong = () => ({ count: 'many' })
    export const asks_wrongly = (_input, rhino) => rhino.call('create_bx', {})
    export const catches = async (_input, rhino) => {
      try { await rhino.call('create_box', { width: -1 }) } catch (error) { return { said: error.message, code: error.code, next: error.next } }
    }
    export const busy = async (_input, rhino) => {
      try { await rhino.call('create_box', { width: 1, depth: 1, height: 1 }) } catch (error) { return { said: error.message, code: error.code, next: error.next } }
    }
    export const pid = () => process.pid
    export const environment = () => ({ names: Object.keys(process.env) })
    export const well = () => 'well'
  `
  const all = [...code.matchAll(/export const (\w+)/g)].map(([, name]) => name!).filter((name) => name !== 'wrong')

  beforeEach(() => {
    put('bad', {
      'toolset.json': manifest(
        'bad',
        [
          ...all.map((name) => tool(name)),
          tool('not_there'),
          tool('wrong', { output: { type: 'object', properties: { count: { type: 'integer' } } } }),
        ],
        { limits: { seconds: 30, megabytes: 64, kilobytes: 100 } },
      ),
      'tools.js': code,
    })
    put('slow', {
      'toolset.json': manifest('slow', [tool('hangs'), tool('dawdles'), tool('swift')], { limits: { seconds: 1 } }),
      'tools.js': `
        import { setTimeout as wait } from 'node:timers/promises'
        export const hangs = () => { for (;;); }
        export const dawdles = async (_input, { signal }) => { await wait(60_000, undefined, { signal }) }
        export const swift = () => 'well'
      `,
    })
    looked()
  })

  const failure = async (name: string, next = 'well') => {
    const result = await run(name)
    expect(result.isError).toBe(true)
    // Whatever it was, the next call is served.
    expect((await run(next)).structuredContent).toEqual({ result: 'well' })
    return { code: result._meta?.['tickbird/error']?.code, text: result.content[0]?.text ?? '' }
  }

  test.each([
    ['throws', 'OPERATION_FAILED', 'throws failed: no such stair (tools.js:3)'],
    ['throws_later', 'OPERATION_FAILED', 'much later'],
    ['exits', 'OPERATION_FAILED', 'It ended itself (exit code 3)'],
    ['kills', 'OPERATION_FAILED', 'signal SIGKILL'],
    ['fills_heap', 'OPERATION_FAILED', 'It took more than 64 MB'],
    ['fills_buffers', 'OPERATION_FAILED', 'It took more than 64 MB'],
    ['talks', 'TOO_LARGE', 'gave 196 KB; at most 100 KB are taken'],
    ['no_json', 'OPERATION_FAILED', 'no JSON: a function'],
    ['not_there', 'OPERATION_FAILED', 'tools.js exports no function not_there'],
    ['asks_wrongly', 'NOT_FOUND', 'There is no tool create_bx. Did you mean'],
    ['wrong', 'INTERNAL_ERROR', 'count'],
  ])('%s', async (name, expectedCode, words) => {
    const { code: got, text } = await failure(name)
    expect(text).toContain(words.split('. Did')[0])
    expect(got).toBe(expectedCode)
    expect(text.length).toBeLessThan(600)
  })

  test.each(['hangs', 'dawdles'])('%s', async (name) => {
    const { code: got, text } = await failure(name, 'swift')
    expect(text).toContain(`did not finish ${name} within 1 s and was stopped`)
    expect(got).toBe('TIMEOUT')
  })

  test('what it prints is kept within bounds', async () => {
    expect((await run('prints')).structuredContent).toEqual({ result: 1 })
    const log = () => readFileSync(join(home, 'logs/toolsets.log'), 'utf8')
    await until(() => existsSync(join(home, 'logs/toolsets.log')) && log().includes('line 100'))
    expect(log().length).toBeLessThan(40_000)
  })

  test('an error of Rhino’s can be caught, with its code and next step', async () => {
    const { structuredContent } = await run('catches')
    expect(structuredContent).toMatchObject({ code: 'INVALID_PARAMS', said: expect.stringContaining('width') })
    fake.caller.answers.create_box = () => {
      throw new Fault('RHINO_BUSY', 'Rhino is busy', { next: 'Wait.' })
    }
    expect((await run('catches')).structuredContent).toMatchObject({ code: 'INVALID_PARAMS' })
    expect((await run('busy')).structuredContent).toEqual({ said: 'Rhino is busy', code: 'RHINO_BUSY', next: 'Wait.' })
  })

  test('sees none of the keys in our environment', async () => {
    process.env.SOME_API_KEY = 'a-secret'
    const { structuredContent } = await run('environment')
    delete process.env.SOME_API_KEY
    expect(structuredContent?.names).toContain('PATH')
    expect(structuredContent?.names).not.toContain('SOME_API_KEY')
  })

  test('a client that goes away takes the call with it; the next one is served', async () => {
    const gone = new AbortController()
    const reply = post(fake.port, { body: callTool('hangs'), signal: gone.signal }).catch(() => undefined)
    setTimeout(() => gone.abort(), 100)
    await reply
    expect((await run('swift')).structuredContent).toEqual({ result: 'well' })
  })

  test('its process ends with the core', async () => {
    const { structuredContent } = await run('pid')
    const pid = Number(structuredContent?.result)
    expect(isAlive(pid)).toBe(true)
    toolsets.close()
    await until(() => !isAlive(pid))
  })
})

describe('a toolset in Python', () => {
  test('runs in Rhino by the wire, its file first', async () => {
    put('py', {
      'toolset.json': manifest(
        'py',
        [tool('count_layers', { input: { type: 'object', properties: { deep: { type: 'boolean' } } } })],
        { main: 'tools.py', limits: { seconds: 9 } },
      ),
      'tools.py': 'def count_layers(deep=False):\n    return {"count": 3}\n',
    })
    looked()
    fake.caller.answers.count_layers = (spec, input) => ({
      output: { success: true, stdout: '', stderr: '', result: { method: spec.method, ...input } },
      sentence: '',
    })
    expect((await run('count_layers', { deep: 'true' })).structuredContent).toEqual({
      method: 'scripting.execute_python',
      code: 'def count_layers(deep=False):\n    return {"count": 3}\n\n\n__result__ = count_layers(**tickbird_arguments)\n',
      context: { tickbird_arguments: { deep: true } },
      timeout_seconds: 9,
      capture_output: true,
    })
    fake.caller.connected = [{ processId: 5, label: '', supports: (method) => method !== 'scripting.execute_python' }]
    const { structuredContent } = await run('search_dynamic', { query: 'count layers' })
    expect(JSON.stringify(structuredContent)).not.toContain('count_layers')
  })
})
