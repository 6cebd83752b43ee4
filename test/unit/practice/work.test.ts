import { beforeEach, describe, expect, test } from 'vitest'
import { FakeDocument } from './document.ts'

let document: FakeDocument
beforeEach(() => {
  document = new FakeDocument()
})

const tools = () => document.work.map(({ tool }) => tool)
const args = (tool: string) => document.work.filter((call) => call.tool === tool).map((call) => call.args)

test('the plate: box, upright edges, four holes near the corners, a look at the end', async () => {
  const said = await document.say('a 40 x 25 x 10 mm plate with rounded edges and four 5 mm holes')
  expect(tools()).toEqual(['create_box', 'fillet_edges', ...Array(4).fill('create_cylinder'), 'boolean_difference'])
  expect(args('create_box')).toEqual([{ corner: [0, 0, 0], width: 40, depth: 25, height: 10, name: 'Plate' }])
  expect(args('fillet_edges')[0]).toMatchObject({ edge_indices: [8, 9, 10, 11], radius: 2.5 })
  expect(args('create_cylinder').map(({ base_center }) => base_center)).toEqual([
    [6, 6, -1],
    [34, 6, -1],
    [34, 19, -1],
    [6, 19, -1],
  ])
  expect(args('create_cylinder')[0]).toMatchObject({ radius: 2.5, height: 12 })
  expect(document.calls[0]?.tool).toBe('get_context')
  expect(document.calls.at(-1)?.tool).toBe('get_context')
  expect(said).toBe(
    'I made “Plate”, 40 × 25 × 10 mm, with its vertical edges rounded (r 2.5 mm) and four 5 mm holes. The document now has one object.',
  )
  expect(document.plans.at(0)).toEqual([
    'in_progress Make the plate',
    'pending Round its edges',
    'pending Drill four holes',
  ])
  expect(document.plans.at(-1)).toEqual([
    'completed Make the plate',
    'completed Round its edges',
    'completed Drill four holes',
  ])
})

describe('conversations', () => {
  test('what is missing is asked for, and the next prompt may be just the answer', async () => {
    expect(await document.say('make a cylinder at 10,0,0, then move it 5 up')).toContain('How big is the cylinder?')
    expect(document.calls).toEqual([])
    await document.say('diameter 20 mm, 50 mm high.')
    expect(args('create_cylinder')).toEqual([{ base_center: [10, 0, 0], radius: 10, height: 50, name: 'Cylinder' }])
    expect(args('move_objects')).toEqual([{ ids: ['g1'], translation: [0, 0, 5] }])
  })

  test('an answer may lack something too; something new is no answer', async () => {
    expect(await document.say('a box')).toContain('How big')
    expect(await document.say('40 x 25')).toContain('How high')
    expect(await document.say('a ball of 10 mm')).toContain('I made “Ball”')
    expect(await document.say('10 mm')).toContain('Nothing was changed')
    expect(tools()).toEqual(['create_sphere'])
  })

  test('“it” is what was worked on last, also after it became something else', async () => {
    await document.say('a box 20 x 20 x 20')
    expect(await document.say('round its top edges 2 mm')).toContain('I rounded the top edges of “Box” (r 2 mm).')
    await document.say('drill a 5 mm hole in it')
    await document.say('make it red')
    const box = [...document.things.keys()]
    expect(box).toHaveLength(1)
    expect(args('set_object_properties')).toEqual([{ ids: box, color: [220, 50, 47] }])
  })

  test('names are numbered, and several of one kind are asked about', async () => {
    await document.say('a box 1 x 1 x 1 and a box 2 x 2 x 2')
    expect([...document.things.values()].map(({ name }) => name)).toEqual(['Box', 'Box 2'])
    document.memory.recent = []
    await document.say('delete box 2')
    expect([...document.things.values()].map(({ name }) => name)).toEqual(['Box'])
  })

  test('undone objects are forgotten', async () => {
    await document.say('a box 1 x 1 x 1')
    document.things.clear()
    expect(await document.say('move it 1 up')).toBe(
      'The document is empty, so there is nothing to work on yet. Nothing was changed.',
    )
    expect(tools()).toEqual(['create_box'])
  })
})

describe('calls', () => {
  const cases: [string, string, object][] = [
    ['move the plate 10 in x and 5 in y', 'move_objects', { ids: ['g1'], translation: [10, 5, 0] }],
    ['move the plate to 5,5,5', 'move_objects', { ids: ['g1'], translation: [5, 5, 5] }],
    ['put the ball on top of the plate', 'move_objects', { ids: ['g2'], translation: [15, 7.5, 10] }],
    ['put the ball 5 mm to the right of the plate', 'move_objects', { ids: ['g2'], translation: [45, 7.5, 0] }],
    [
      'rotate the plate 45°',
      'rotate_objects',
      { ids: ['g1'], center: [20, 12.5, 5], angle: 45, axis: [0, 0, 1], copy: false },
    ],
    [
      'rotate the ball 90° clockwise around the plate',
      'rotate_objects',
      { ids: ['g2'], center: [20, 12.5, 5], angle: -90 },
    ],
    ['scale the plate by 2 in z', 'scale_objects', { ids: ['g1'], origin: [20, 12.5, 5], scale_factor: [1, 1, 2] }],
    ['mirror the plate across the yz plane', 'mirror_objects', { start: [0, 0, 0], normal: [1, 0, 0], copy: false }],
    ['copy the plate 50 up', 'copy_objects', { ids: ['g1'], translation: [0, 0, 50] }],
    ['subtract the ball from the plate', 'boolean_difference', { guid_a: 'g1', guids_b: ['g2'] }],
    ['join the plate and the ball', 'boolean_union', { guids: ['g1', 'g2'] }],
    ['intersect the plate with the ball', 'boolean_intersection', { guids_a: ['g1'], guids_b: ['g2'] }],
    ['delete everything', 'delete_objects', { ids: ['g1', 'g2', 'g3'] }],
    ['delete the selected objects', 'delete_objects', { ids: ['g3'] }],
    ['select all curves', 'select_objects', { ids: ['g3'], replace: true }],
    ['name the plate "Base"', 'set_object_properties', { ids: ['g1'], name: 'Base' }],
    ['put the ball on layer walls', 'set_object_properties', { ids: ['g2'], layer: 'Arch::Walls' }],
    ['hide the ball', 'set_object_properties', { ids: ['g2'], visible: false }],
    ['extrude the circle 20 mm', 'extrude_curve', { curve_id: 'g3', direction: [0, 0, 1], distance: 20, cap: true }],
    ['make a layer called Steel', 'create_layer', { name: 'Steel' }],
    ['show me the top view', 'set_view', { view_name: 'Top' }],
    ['undo that', 'undo_turn', {}],
    ['a 10 mm ball at 1,2,3', 'create_sphere', { center: [1, 2, 3], radius: 5, name: 'Ball 2' }],
    ['a 10 mm ball on top of the plate', 'create_sphere', { center: [20, 12.5, 15], radius: 5 }],
    ['a box 10 x 10 x 4 centred at the origin', 'create_box', { corner: [-5, -5, 0] }],
    ['a triangle with radius 10', 'create_polyline', { closed: true }],
    ['a 1/2" cube', 'create_box', { width: 12.7, depth: 12.7, height: 12.7 }],
    ['round the top edges of the plate 2 mm', 'fillet_edges', { brep_id: 'g1', radius: 2, edge_indices: [4, 5, 6, 7] }],
    ['chamfer all edges of the plate', 'chamfer_edges', { brep_id: 'g1', distance: 1 }],
  ]
  test.each(cases)('%s', async (prompt, tool, expected) => {
    document.add('Plate', [40, 25, 10])
    document.add('Ball', [10, 10, 10])
    document.add('Circle', [10, 10, 0], [0, 0, 0], 'curve')
    document.selection = ['g3']
    const said = await document.say(prompt)
    expect(said).toMatch(/^I /)
    expect(args(tool)[0]).toMatchObject(expected)
  })

  test('repeating counts the one that is there', async () => {
    document.add('Ball')
    await document.say('repeat the ball 4 times every 20 mm in y')
    expect(args('copy_objects').map(({ translation }) => translation)).toEqual([
      [0, 20, 0],
      [0, 40, 0],
      [0, 60, 0],
    ])
    await document.say('array "Ball" 3 times around the origin')
    expect(document.things.size).toBe(4 + 4 * 2)
  })

  test('a grid', async () => {
    document.add('Ball')
    await document.say('array the ball in a 3 x 2 grid every 20 mm')
    expect(args('copy_objects').map(({ translation }) => translation)).toEqual([
      [20, 0, 0],
      [40, 0, 0],
      [0, 20, 0],
      [20, 20, 0],
      [40, 20, 0],
    ])
  })

  test('tubes are bored, several things stand apart', async () => {
    await document.say('a tube, outer diameter 20 mm, inner diameter 16 mm, 50 mm long')
    expect(args('create_cylinder').map(({ radius, height }) => [radius, height])).toEqual([
      [10, 50],
      [8, 60],
    ])
    await document.say('three spheres of 10 mm')
    expect(args('create_sphere').map(({ center }) => center)).toEqual([
      [0, 0, 0],
      [15, 0, 0],
      [30, 0, 0],
    ])
  })
})

describe('honesty', () => {
  test('a step that fails ends it, and what was done is said', async () => {
    document.fails.fillet_edges = 'The radius is larger than the edge allows.'
    expect(await document.say('a box 10 x 10 x 10 and a box 5 x 5 x 5, then round it 9 mm, then move it 1 up')).toBe(
      'I made “Box”, 10 × 10 × 10 mm and made “Box 2”, 5 × 5 × 5 mm. Then I stopped: The radius is larger than the edge allows. Two steps were not done.',
    )
    expect(tools()).toEqual(['create_box', 'create_box', 'fillet_edges'])
  })

  test('a step that fails half-way says so, and leaves no tools lying about', async () => {
    document.fails.boolean_difference = 'The solids do not touch.'
    expect(await document.say('a box 10 x 10 x 10 with a 5 mm hole')).toBe(
      'The solids do not touch. A part of that step is in the document; undo takes it back.',
    )
    expect([...document.things.values()].map(({ name }) => name)).toEqual(['Box'])
    expect(await document.say('drill a 5 mm hole in the box')).toBe('The solids do not touch. Nothing was changed.')
    expect(document.things.size).toBe(1)
  })

  test('what was done is said also when looking again fails', async () => {
    document.add('Ball')
    const said = document.say('move the ball 1 up')
    document.fails.get_context = 'Rhino is busy.'
    expect(await said).toBe('I moved “Ball” by 1 mm in Z. I could not look at the document again: Rhino is busy.')
  })

  test('one word that is not known stops everything before it begins', async () => {
    const said = await document.say('a box 10 x 10 x 10, then frobnicate it')
    expect(said).toMatch(/^I do not understand “frobnicate it” in “frobnicate it”\. Nothing was changed\./)
    expect(document.work).toEqual([])
  })

  test('what is not there is said with what is', async () => {
    document.add('Bracket')
    expect(await document.say('move the plate 1 up')).toContain(
      'I do not find a plate in the document. There is “Bracket”.',
    )
    expect(await document.say('move the bracket 1 up')).toContain('I moved “Bracket” by 1 mm in Z.')
  })

  test('holes that do not fit are refused in numbers', async () => {
    document.add('Plate', [20, 10, 5])
    expect(await document.say('drill four 8 mm holes in the plate')).toContain(
      '4 holes of 8 mm do not fit there: seen from above there is 20 × 10.',
    )
    expect(document.work).toEqual([])
  })

  test('sizes of nothing and silly numbers', async () => {
    expect(await document.say('a box 0 x 10 x 10')).toContain('it has to be more than 0')
    expect(await document.say('a ball of 1e300 mm')).toContain('not possible')
    document.add('Ball')
    expect(await document.say('repeat it 5000 times every 1 mm')).toContain('at most 200 copies')
    expect(document.work).toEqual([])
  })

  test('another unit is converted, and said', async () => {
    document.units = 'inches'
    expect(await document.say('a 25.4 mm cube')).toBe(
      'I made “Cube”, 1 × 1 × 1 in. Sizes given in mm were converted to inches, the units of the document. The document now has one object.',
    )
  })

  test('a tool that answers in another form is not trusted', async () => {
    document.add('Ball')
    Object.assign(document, { units: 'parsecs' })
    expect(await document.say('move it 1 up')).toBe(
      'The tool get_context answered in a form that I cannot read. Nothing was changed.',
    )
  })
})

describe('answers', () => {
  test('what is there, and how big', async () => {
    expect(await document.say('what is in the document?')).toBe('Untitled is empty. Its units are millimeters.')
    document.add('Plate', [40, 25, 10])
    document.add('', [1234.5, 0, 0], [0, 0, 0], 'curve')
    document.selection = ['g1']
    expect(await document.say('what is in the document?')).toBe(
      'Untitled, in millimeters, has two objects: “Plate”, 40 × 25 × 10 mm; a curve, 1\u2009234.5 mm. 1 selected.',
    )
    expect(await document.say('how big is the plate?')).toBe('“Plate” is 40 × 25 × 10 mm, volume 10\u2009000 mm³.')
  })

  test('help needs no document', async () => {
    expect(await document.say('what can you do?')).toContain('no model behind me')
    expect(await document.say('   ')).toContain('For example')
    expect(document.calls).toEqual([])
  })
})
