import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UNIT_SYSTEMS } from '../../../src/shared/geometry.ts'
import { MAX_PAYLOAD_BYTES } from '../../../src/wire/frame.ts'
import { HOST_KINDS, type HostKind } from '../../real/hosts.ts'
import { WireClient } from '../../real/wire.ts'
import { faultOf, type Line, line, objects, point } from './line.ts'

/** Sends a payload as it is, for what no serializer would write. */
async function raw({ host }: Line, payload: string, id: string | null) {
  const client = await WireClient.greeted(host)
  const bytes = Buffer.from(payload, 'utf8')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  const answer = client.answer(id)
  client.socket.write(Buffer.concat([length, bytes]))
  const { error } = await answer
  client.close()
  return error
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into results freely
const ask = ({ session }: Line, method: string, params: Record<string, unknown> = {}): Promise<any> =>
  session.callRaw(method, params, { timeoutMs: 60_000 })

describe.each(HOST_KINDS)('what comes over the wire to $name', (kind: HostKind) => {
  const its = test.skipIf(kind.absent)

  its('layers with any letters, nested by ::', async () => {
    const over = await line(kind)
    for (const path of ['Wände::Außen 🦏', '壁::内', "L'été::“x” & <b>", 'a:b::c : d']) {
      await ask(over, 'scene.create_layer', { name: path })
      const { guid } = await ask(over, 'geometry.create_point', { layer: path })
      expect((await ask(over, 'scene.get_object_info', { guid })).layer).toBe(path)
    }
    const { layers } = await ask(over, 'scene.list_layers')
    const found = layers.find(({ name }: { name: string }) => name === 'Außen 🦏')
    expect(found).toMatchObject({ full_path: 'Wände::Außen 🦏', parent_name: 'Wände', object_count: 1 })
    const error = await faultOf(point(over).then(() => ask(over, 'geometry.create_point', { layer: 'Keller::Flur' })))
    expect(error.message).toContain('Keller::Flur')
  })

  its('ids in capitals and braces come back plain', async () => {
    const over = await line(kind)
    const guid = await point(over)
    for (const spelt of [guid.toUpperCase(), `{${guid}}`, `{${guid.toUpperCase()}}`, ` ${guid} `]) {
      expect((await ask(over, 'scene.get_object_info', { guid: spelt })).guid).toBe(guid)
    }
    for (const none of ['', '{}', guid.slice(1), 'x'.repeat(36), `${guid}${guid}`]) {
      expect((await faultOf(ask(over, 'scene.get_object_info', { guid: none }))).code).toMatch(
        /INVALID_PARAMS|OBJECT_NOT_FOUND/,
      )
    }
  })

  its('every unit system is set and read back', async () => {
    const over = await line(kind)
    const { methods } = await ask(over, 'rhino.capabilities')
    const support = methods.find(({ method }: { method: string }) => method === 'units.set')?.support
    for (const units of UNIT_SYSTEMS.filter((name) => name !== 'other')) {
      if (support === 'none') {
        expect((await faultOf(ask(over, 'units.set', { units, scale: false }))).code).toBe('NOT_IMPLEMENTED')
        continue
      }
      await ask(over, 'units.set', { units, scale: false })
      expect((await ask(over, 'scene.get_document_info')).units).toBe(units)
      expect((await ask(over, 'context.get')).document.units).toBe(units)
    }
  })

  its('numbers that are none are refused, decimal commas too, and texts of numbers are taken', async () => {
    const over = await line(kind)
    const box = (width: string) =>
      `{"id":"n","method":"geometry.create_box","params":{"width":${width},"depth":1,"height":1}}`
    for (const width of ['1e999', '-1e999', '"2,5"', '"NaN"', '"Infinity"', 'null']) {
      expect(await raw(over, box(width), 'n'), width).toMatchObject({ data: { code: 'INVALID_PARAMS' } })
    }
    for (const width of ['NaN', 'Infinity', '2,5']) {
      expect((await raw(over, box(width), null))?.code, width).toBe(-32700)
    }
    expect(await objects(over)).toBe(0)
    expect((await ask(over, 'geometry.create_box', { width: '2.5', depth: 1, height: 1 })).bounding_box.max[0]).toBe(
      2.5,
    )
  })

  its('a system that writes 2,5 for 2.5 changes no number, in answers and in files', async () => {
    const env = { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' }
    const shown = spawnSync(process.execPath, ['-p', '(2.5).toLocaleString()'], { env, encoding: 'utf8' })
    expect(shown.stdout.trim(), 'what a program there makes of it').toBe('2,5')
    const over = await line(kind, {}, { env, own: true })
    const { bounding_box } = await ask(over, 'geometry.create_box', { width: 2.5, depth: 1.25, height: 1000.5 })
    expect(bounding_box.max).toEqual([2.5, 1.25, 1000.5])
    if (kind.kind === 'rhino') return
    const file = join(mkdtempSync(join(tmpdir(), 'tickbird-comma-')), 'box.obj')
    await ask(over, 'files.export_document', { file_path: file })
    const corners = readFileSync(file, 'utf8')
      .split('\n')
      .filter((text) => text.startsWith('v '))
    expect(corners).toContain('v 2.5 1.25 1000.5')
    expect(corners.join()).toMatch(/^[v \d.,e-]+$/)
  })

  its('paths with blanks, quotes and umlauts are used as they are', async () => {
    const over = await line(kind)
    const folder = mkdtempSync(join(tmpdir(), 'tickbird-paths-'))
    try {
      await point(over)
      for (const name of ['Büro 1', "L'atelier", 'das "Haus"', 'a & b; (c) %d $e', '壁']) {
        if (process.platform === 'win32' && name.includes('"')) continue
        const file = join(folder, name, `${name} – neu.3dm`)
        mkdirSync(join(folder, name))
        expect(await ask(over, 'files.save_document_as', { file_path: file })).toMatchObject({ file_path: file })
        expect(statSync(file).size).toBeGreaterThan(0)
        expect((await ask(over, 'files.get_document_path')).file_path).toBe(file)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  its('a payload at the limit is read and answered; one above it is not sent', { timeout: 180_000 }, async () => {
    const over = await line(kind, { callMs: 60_000 })
    const room = MAX_PAYLOAD_BYTES - 200
    const error = await faultOf(ask(over, 'geometry.create_point', { name: 'x'.repeat(room) }))
    expect(error.code).toMatch(/INVALID_PARAMS|TOO_LARGE/)
    expect(error.message.length).toBeLessThan(2000)
    const unsent = await faultOf(ask(over, 'geometry.create_point', { name: 'x'.repeat(MAX_PAYLOAD_BYTES) }))
    expect(unsent).toMatchObject({ code: 'TOO_LARGE', message: expect.stringMatching(/was not sent/) })
    expect(over.session.state).toBe('ready')
    expect(await objects(over)).toBe(0)
  })

  // The fake Rhino takes minutes for 100 000; it is asked for them with TICKBIRD_LONG_TESTS.
  const many = kind.kind === 'embedded' || process.env.TICKBIRD_LONG_TESTS ? 100_000 : 10_000
  its(`${many} objects are listed by pages, each once`, { timeout: 300_000 }, async () => {
    const over = await line(kind, { callMs: 120_000 })
    let ids = [await point(over)]
    while (ids.length < many) {
      const some = ids.slice(0, many - ids.length)
      const { new_ids } = await ask(over, 'manipulation.copy', { ids: some, translation: [1, 0, 0] })
      ids = [...ids, ...new_ids]
    }
    const seen = new Set<string>()
    for (let offset = 0; offset < many; ) {
      const { objects: page, total } = await ask(over, 'scene.list_objects', { offset, limit: many / 10 })
      expect(total).toBe(many)
      expect(page.length).toBeGreaterThan(0)
      for (const { guid } of page) seen.add(guid)
      offset += page.length
    }
    expect(seen.size).toBe(many)
  })
})
