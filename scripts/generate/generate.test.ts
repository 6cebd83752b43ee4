import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { methods, tools } from '../../src/tools/registry.ts'
import { generatedFiles, json } from './files.ts'
import { methodTable } from './method-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'tickbird-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const generate = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/generate.mjs', '--into', folder, ...args], { encoding: 'utf8' })

describe('npm run generate', () => {
  it('writes every file, finds nothing to do the second time, and names what drifted', () => {
    const missing = generate('--check')
    expect(missing.status).toBe(1)
    expect(missing.stderr).toContain('docs/tools.md')
    expect(generate().status).toBe(0)
    for (const [name, content] of Object.entries(generatedFiles())) {
      expect(readFileSync(join(folder, name), 'utf8')).toBe(content)
    }
    expect(generate('--check')).toMatchObject({ status: 0, stdout: '', stderr: '' })
    appendFileSync(join(folder, 'docs/tools.json'), ' ')
    const drifted = generate('--check')
    expect(drifted.status).toBe(1)
    expect(drifted.stderr).toBe(
      'Not what the sources say: docs/tools.json. Run `npm run generate` and commit the result.\n',
    )
  })
})

describe('the method table', () => {
  const table = methodTable()

  it('holds every method, with the rules a host in another language needs', () => {
    expect(Object.keys(table.methods)).toHaveLength(methods.length)
    expect(table.methods['geometry.create_cylinder']).toMatchObject({
      effect: 'create',
      undoable: true,
      rhino: 7,
      params: {
        radius: { type: 'number', required: true, above: 0 },
        height: { kind: 'signed_length', required: true },
        cap: { type: 'boolean', required: false, default: true },
        base_plane: { kind: 'plane', properties: { origin: { kind: 'point', required: true } } },
      },
      aliases: { base_center: ['center'] },
    })
    expect(table.methods['surfaces.extrude_curve']?.one_of).toEqual([['direction', 'path_id']])
    expect(table.methods['manipulation.move']?.params.ids).toMatchObject({ min_items: 1, items: { kind: 'guid' } })
    expect(table.methods['context.get']?.results.open_turn).toEqual({ type: 'string', required: true, nullable: true })
  })

  it('says how second names are read', () => {
    expect(table.twins['creation.create_torus']).toMatchObject({
      method: 'geometry.create_torus',
      params: { major_radius: { default: 2 } },
      from: { base_center: ['center_x', 'center_y', 'center_z'] },
    })
    expect(table.twins['viewport.create_named_view']?.params).toBeNull()
  })

  it('knows no value of unknown type but those that may be anything', () => {
    const open = Object.entries(table.methods).flatMap(([method, { params }]) =>
      Object.entries(params).flatMap(([name, entry]) => (entry.type === 'any' ? [`${method} ${name}`] : [])),
    )
    expect(open).toEqual(['grasshopper.place value', 'grasshopper.set_param value'])
  })
})

describe('the tool page', () => {
  it('has a section for every tool', () => {
    const page = generatedFiles()['docs/tools.md'] ?? ''
    expect(tools.filter(({ name }) => !page.includes(`\n### ${name}\n`))).toEqual([])
    expect(page).not.toContain('undefined')
  })
})

describe('json', () => {
  it.each([[{}], [[]], [[1, { a: null }]], [{ long: Array(60).fill('abcdef'), b: { c: [[]] } }]])(
    'reads back',
    (value) => {
      expect(JSON.parse(json(value))).toEqual(value)
      expect(
        Math.max(
          ...json(value)
            .split('\n')
            .map((line) => line.length),
        ),
      ).toBeLessThanOrEqual(120)
    },
  )
})
