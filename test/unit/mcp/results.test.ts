import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MAX_PICTURE_CHARACTERS } from '../../../src/mcp/result.ts'
import { tools } from '../../../src/tools/registry.ts'
import { Fault } from '../../../src/wire/fault.ts'
import { serveFake } from './fake-caller.ts'
import { callTool, messageIn, post, rpc } from './post.ts'

let fake: Awaited<ReturnType<typeof serveFake>>
beforeEach(async () => {
  fake = await serveFake()
})
afterEach(() => fake.close())

const run = async (name: string, args: unknown = {}) =>
  messageIn(await post(fake.port, { body: callTool(name, args) })).result
const box = { width: 1, depth: 1, height: 1 }

interface Listed {
  name: string
  inputSchema: { type: string; properties: Record<string, unknown> }
  outputSchema?: { type: string; properties: Record<string, unknown> }
  annotations: Record<string, unknown>
  _meta?: Record<string, unknown>
}
const list = async (set: string) =>
  (
    messageIn(await post(fake.port, { path: `/mcp?tools=${set}`, body: rpc('tools/list') })).result as unknown as {
      tools: Listed[]
    }
  ).tools

describe('tools/list', () => {
  test('full has every tool, each with schemas, annotations and a short name', async () => {
    const listed = await list('full')
    expect(listed).toHaveLength(tools.length + 3)
    for (const tool of listed) {
      expect(tool.name).toMatch(/^[a-z0-9_]{1,63}$/)
      expect(tool.inputSchema.type).toBe('object')
      for (const hint of ['readOnlyHint', 'destructiveHint', 'openWorldHint']) {
        expect(tool.annotations[hint], `${tool.name} ${hint}`).toBeTypeOf('boolean')
      }
      expect(JSON.stringify(tool)).not.toMatch(/"\$(schema|ref|defs)"/)
      expect(JSON.stringify(tool.outputSchema ?? {})).not.toContain('"additionalProperties":false')
    }
  })

  test('essentials are about 25, loaded at once by Claude’s clients; the rest of full is not', async () => {
    const essentials = await list('essentials')
    expect(essentials.length).toBeGreaterThan(20)
    expect(essentials.length).toBeLessThan(36)
    expect(essentials.every((tool) => tool._meta?.['anthropic/alwaysLoad'] === true)).toBe(true)
    const rest = (await list('full')).filter(({ name }) => !essentials.some((tool) => tool.name === name))
    expect(rest.length).toBeGreaterThan(0)
    expect(rest.every((tool) => tool._meta === undefined)).toBe(true)
  })

  test('annotations follow the effect', async () => {
    const of = Object.fromEntries((await list('full')).map((tool) => [tool.name, tool.annotations]))
    expect(of.get_context).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(of.create_box).toMatchObject({ readOnlyHint: false, destructiveHint: false, openWorldHint: false })
    expect(of.delete_objects).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true })
    expect(of.execute_python).toMatchObject({ destructiveHint: true, openWorldHint: true })
    expect(of.set_grasshopper_input).toMatchObject({ destructiveHint: true })
    expect(of.move_objects).toMatchObject({ readOnlyHint: false, destructiveHint: false })
  })
})

describe('results', () => {
  test('a picture is an image block beside text, never structured content', async () => {
    const data = { success: true, width: 800, height: 600, view_name: 'Top', display_mode: 'Shaded' }
    fake.caller.answers.capture_viewport = () => ({ output: { ...data, image: 'QUJD' }, sentence: 'Looked at Top' })
    const result = await run('capture_viewport')
    expect(result).not.toHaveProperty('structuredContent')
    expect(result.content).toEqual([
      { type: 'text', text: 'Looked at Top' },
      { type: 'image', data: 'QUJD', mimeType: 'image/png' },
      { type: 'text', text: JSON.stringify(data) },
    ])
  })

  test('a picture at the limit is sent; one beyond it is named, with what to do', async () => {
    const answer = (length: number) => {
      fake.caller.answers.capture_viewport = () => ({ output: { image: 'A'.repeat(length) }, sentence: 'Looked' })
      return run('capture_viewport')
    }
    expect((await answer(MAX_PICTURE_CHARACTERS)).content.map((block) => (block as { type?: string }).type)).toEqual([
      'text',
      'image',
    ])
    const result = await answer(MAX_PICTURE_CHARACTERS + 4)
    expect(JSON.stringify(result.content)).not.toContain('"image"')
    expect(result.content[1]?.text).toContain('smaller width and height')
  })

  test('a fault is a result: sentence, code and next step as text and in _meta', async () => {
    fake.caller.answers.create_box = () => {
      throw new Fault('OPERATION_FAILED', 'The box would be empty', { parameter: 'width', next: 'Use a larger width.' })
    }
    expect(await run('create_box', box)).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'The box would be empty. [OPERATION_FAILED] Use a larger width.' }],
      _meta: {
        'tickbird/error': { code: 'OPERATION_FAILED', details: { parameter: 'width' }, next: 'Use a larger width.' },
      },
    })
  })

  test('our own mistakes are told without their insides', async () => {
    fake.caller.answers.create_box = () => {
      throw new TypeError('secret path /home/me/token')
    }
    const result = await run('create_box', box)
    expect(result).toMatchObject({ isError: true, _meta: { 'tickbird/error': { code: 'INTERNAL_ERROR' } } })
    expect(JSON.stringify(result)).not.toContain('secret')
  })

  test('bad arguments reach no host, are seen on a card, and name parameter and tool', async () => {
    const result = await run('create_box', { ...box, width: -3 })
    expect(result).toMatchObject({ isError: true, _meta: { 'tickbird/error': { code: 'INVALID_PARAMS' } } })
    expect(result.content[0]?.text).toMatch(/^create_box: width must be .*-3.*\[INVALID_PARAMS\]/)
    expect(fake.caller.calls).toEqual([])
    expect(fake.caller.refusals).toMatchObject([{ tool: 'create_box' }])
  })

  test('numbers, lists and objects may come as JSON text', async () => {
    await run('create_box', { width: '40', depth: 25, height: '10.5', corner: '[1, 2, 3]', doc: 7 })
    expect(fake.caller.calls[0]?.input).toEqual({ width: 40, depth: 25, height: 10.5, corner: [1, 2, 3], doc: 7 })
  })

  test('all arguments at once may be JSON text; what is no object is a result like other bad arguments', async () => {
    expect(await run('create_box', JSON.stringify(box))).toHaveProperty('structuredContent')
    for (const bad of [[1], 'nonsense', 5, true]) {
      expect(await run('create_box', bad)).toMatchObject({
        isError: true,
        _meta: { 'tickbird/error': { code: 'INVALID_PARAMS' } },
      })
    }
    expect(fake.caller.calls).toHaveLength(1)
  })

  test('an argument that is not read is named', async () => {
    const result = await run('create_box', { ...box, colour: [255, 0, 0] })
    expect(result.content.at(-1)?.text).toContain('colour (color?)')
  })

  test('an answer in a form nobody agreed on is an error that keeps the data, not a broken result', async () => {
    fake.caller.answers.create_box = () => ({ output: { guid: 5 }, sentence: 'Box' })
    const result = await run('create_box', box)
    expect(result).toMatchObject({ isError: true })
    expect(result.content[0]?.text).toContain('was carried out')
    expect(result.content[1]?.text).toBe('{"guid":5}')
    expect(result).not.toHaveProperty('structuredContent')
  })
})

describe('resources and prompts', () => {
  test('are listed and read', async () => {
    const ask = async (method: string, params = {}) => messageIn(await post(fake.port, { body: rpc(method, params) }))
    expect(JSON.stringify(await ask('resources/list'))).toContain('rhino://selection')
    expect(JSON.stringify(await ask('resources/templates/list'))).toContain('rhino://view/{name}')
    fake.caller.answers.capture_viewport = (_tool, input) => ({ output: { image: `${input.view_name}` }, sentence: '' })
    const view = await ask('resources/read', { uri: 'rhino://view/Top%20left' })
    expect(view.result).toEqual({
      contents: [{ uri: 'rhino://view/Top%20left', mimeType: 'image/png', blob: 'Top left' }],
    })
    for (const uri of [
      'rhino://nothing',
      'rhino://view/',
      'rhino://view/a/b',
      'rhino://view/%zz',
      'file:///etc/passwd',
    ]) {
      expect((await ask('resources/read', { uri })).error.code, uri).toBe(-32602)
    }
    const failed = await ask('resources/read', { uri: 'rhino://layers' })
    expect(failed.error).toMatchObject({ data: { 'tickbird/error': { code: 'NOT_IMPLEMENTED' } } })
  })

  test('prompts fill in what was given and say what is missing', async () => {
    const ask = async (params: object) => messageIn(await post(fake.port, { body: rpc('prompts/get', { ...params }) }))
    expect(JSON.stringify((await ask({ name: 'model', arguments: { what: 'a 40 mm cube' } })).result)).toContain(
      'a 40 mm cube',
    )
    expect((await ask({ name: 'model' })).error.message).toContain('"what"')
    expect((await ask({ name: 'nope' })).error.code).toBe(-32602)
    expect(JSON.stringify((await ask({ name: 'check' })).result)).not.toContain('{{')
  })
})
