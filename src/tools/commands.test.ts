import { describe, expect, it } from 'vitest'
import commands from './commands.json' with { type: 'json' }
import { toolNamed } from './registry.ts'
import { searchTools } from './search.ts'

describe('commands of other programs', () => {
  const listed = Object.entries(commands.commands).flatMap(([tool, programs]) =>
    Object.entries(programs).flatMap(([program, list]) => list.split(', ').map((name) => ({ tool, program, name }))),
  )

  it('belong to tools that exist and to programs we know, each once', () => {
    expect(listed.filter(({ tool }) => !toolNamed(tool))).toEqual([])
    expect([...new Set(listed.map(({ program }) => program))].sort()).toEqual([
      'autocad',
      'blender',
      'rhino',
      'sketchup',
    ])
    const keys = listed.map(({ tool, program, name }) => `${tool} ${program} ${name}`)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  it('are found as they are typed', () => {
    const missed = listed.filter(({ tool, name }) => !searchTools(name, 5).some((found) => found.name === tool))
    expect(missed.map(({ tool, name }) => `${name} → ${tool}`)).toEqual([])
  })

  it.each([
    ['_-SelNone', 'deselect_all'],
    ['push/pull', 'extrude_curve'],
    ['use WBLOCK for this part', 'export_selected'],
    ['l', 'create_line'],
    ['how do I follow me', 'sweep_1_rail'],
  ])('%s is %s', (query, tool) => expect(searchTools(query)[0]?.name).toBe(tool))

  it('leave everyday words alone', () => expect(searchTools('list all layers')[0]?.name).toBe('list_layers'))
})
