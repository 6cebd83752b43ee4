import { describe, expect, it } from 'vitest'
import phrasings from './phrasings.json' with { type: 'json' }
import { toolNamed, tools } from './registry.ts'
import dev from './search.dev.json' with { type: 'json' }
import trial from './search.trial.json' with { type: 'json' }
import { SearchIndex, searchTools } from './search.ts'
import { stemOf, stemsIn, termOf, tokensOf } from './words.ts'

/** What people ask for, and the tool they need. */
const QUESTIONS: [string, string][] = [
  ['make a cube', 'create_box'],
  ['a slab 40 by 25', 'create_box'],
  ['drill four holes', 'boolean_difference'],
  ['cut a slot into the plate', 'boolean_difference'],
  ['subtract one solid from another', 'boolean_difference'],
  ['glue these solids together', 'boolean_union'],
  ['merge two bodies', 'boolean_union'],
  ['keep only the overlap', 'boolean_intersection'],
  ['round off the sharp corners', 'fillet_edges'],
  ['soften the edges', 'fillet_edges'],
  ['bevel the top edges', 'chamfer_edges'],
  ['take a screenshot', 'capture_viewport'],
  ['show me a picture', 'capture_viewport'],
  ['duplicate the part', 'copy_objects'],
  ['shift it 10 mm to the right', 'move_objects'],
  ['spin it by 45 degrees', 'rotate_objects'],
  ['make it twice as big, resize', 'scale_objects'],
  ['flip it over, symmetric', 'mirror_objects'],
  ['get rid of the cylinder', 'delete_objects'],
  ['erase objects', 'delete_objects'],
  ['rename the body', 'set_object_properties'],
  ['paint it red', 'set_object_properties'],
  ['hide the box', 'set_object_properties'],
  ['draw a rectangle outline', 'create_polyline'],
  ['spline through points', 'create_interp_curve'],
  ['a pipe or a rod', 'create_cylinder'],
  ['doughnut ring', 'create_torus'],
  ['ball', 'create_sphere'],
  ['pull the profile up into a solid', 'extrude_curve'],
  ['skin over sections', 'loft_curves'],
  ['undo what the last prompt did', 'undo_turn'],
  ['roll back', 'undo_turn'],
  ['save as a new file', 'save_document_as'],
  ['export to step', 'export_document'],
  ['bring in an STL', 'import_file'],
  ['load a 3dm', 'open_document'],
  ['fit everything in the view', 'zoom_extents'],
  ['look from the top', 'set_view'],
  ['wireframe display', 'set_display_mode'],
  ['remember this camera', 'add_named_view'],
  ['what is selected', 'get_selected_objects'],
  ['how big is this object', 'get_object_info'],
  ['volume and area', 'get_object_info'],
  ['which layers are there', 'list_layers'],
  ['new layer', 'create_layer'],
  ['put a label with text', 'create_text'],
  ['write metadata on an object', 'set_user_text'],
  ['bundle objects', 'group_objects'],
  ['BooleanDifference', 'boolean_difference'],
  ['_FilletEdge', 'fillet_edges'],
  ['ExtrudeCrv', 'extrude_curve'],
  ['Kugel', 'create_sphere'],
  ['Würfel', 'create_box'],
  ['verschieben', 'move_objects'],
  ['kanten verrunden', 'fillet_edges'],
]

/** Where in the first five the right tool is: 0 is first, -1 nowhere. */
const placeOf = (query: string, right: readonly string[]) =>
  searchTools(query, 5).findIndex(({ name }) => right.includes(name))

const share = (places: readonly number[], fits: (place: number) => boolean) =>
  places.filter(fits).length / places.length

describe('what designers ask', () => {
  const asked = Object.entries(dev.queries).flatMap(([name, queries]) => queries.map((query) => ({ name, query })))
  const names = tools.map(({ name }) => name)

  it('is asked in many ways, of nearly every tool', () => {
    expect(new Set(asked.map(({ query }) => query)).size).toBe(asked.length)
    expect(asked.length).toBeGreaterThan(400)
    expect(Object.keys(dev.queries).filter((name) => !names.includes(name))).toEqual([])
    expect(Object.keys(dev.queries).length).toBeGreaterThan(0.95 * names.length)
  })

  it('is asked of tools that exist, by people of every trade and language', () => {
    const all = [...trial.practice, ...trial.held]
    const more = [...trial.more_practice, ...trial.more_held, ...trial.last]
    expect(new Set(more.map(({ query }) => query)).size).toBe(more.length)
    expect(more.flatMap((one) => one.tools).filter((name) => !names.includes(name))).toEqual([])
    expect(new Set(all.map(({ query }) => query)).size).toBe(all.length)
    expect(all.flatMap((one) => one.tools).filter((name) => !names.includes(name))).toEqual([])
    expect(new Set(all.flatMap((one) => one.tools)).size).toBe(names.length)
  })

  it.each([
    ['while the words were mended', asked.map(({ name, query }) => placeOf(query, [name])), 0.97, 0.88],
    ['for practice', trial.practice.map((one) => placeOf(one.query, one.tools)), 0.96, 0.84],
    ['held out of the tuning', trial.held.map((one) => placeOf(one.query, one.tools)), 0.95, 0.75],
    ['freshly', trial.fresh.map((one) => placeOf(one.query, one.tools)), 0.92, 0.82],
    ['later, for practice', trial.more_practice.map((one) => placeOf(one.query, one.tools)), 0.98, 0.85],
    ['later, held out', trial.more_held.map((one) => placeOf(one.query, one.tools)), 0.97, 0.87],
    ['in words far from the trade', trial.last.map((one) => placeOf(one.query, one.tools)), 0.75, 0.5],
  ])('%s: among the first five and first', (_who, places, inFive, first) => {
    expect(share(places, (place) => place >= 0)).toBeGreaterThanOrEqual(inFive)
    expect(share(places, (place) => place === 0)).toBeGreaterThanOrEqual(first)
  })
})

describe('searchTools', () => {
  it('finds what people mean', () => {
    const rankOf = ([query, name]: [string, string]) => searchTools(query, 5).findIndex((tool) => tool.name === name)
    const missed = QUESTIONS.filter((question) => rankOf(question) === -1)
    const first = QUESTIONS.filter((question) => rankOf(question) === 0)
    expect(missed.map(([query, name]) => `${query} → ${name}: ${searchTools(query, 5).map((t) => t.name)}`)).toEqual([])
    expect(first.length / QUESTIONS.length).toBeGreaterThan(0.8)
  })

  it('finds every tool by its own name, title and keywords', () => {
    for (const tool of tools) {
      expect(searchTools(tool.name)[0]?.name).toBe(tool.name)
      expect(searchTools(tool.title, 3).map(({ name }) => name)).toContain(tool.name)
      for (const word of tool.keywords) {
        expect(
          searchTools(word, 20).map(({ name }) => name),
          word,
        ).toContain(tool.name)
      }
    }
  })

  it('forgives a slip of the finger', () => {
    expect(searchTools('filet edges')[0]?.name).toBe('fillet_edges')
    expect(searchTools('spheer')[0]?.name).toBe('create_sphere')
  })

  it.each([
    ['Ziegelsteinwand', 'create_box'],
    ['Kantenverrundung', 'fillet_edges'],
    ['Flächenverschneidung', 'intersect_objects'],
    ['Dreiecksnetz', 'create_mesh'],
    ['Schwimmreifen', 'create_torus'],
    ['Hauptfensteröffnung', 'boolean_difference'],
  ])('takes %s apart and finds %s', (query, name) =>
    expect(searchTools(query, 5).map((tool) => tool.name)).toContain(name),
  )

  it('takes no word apart that is far too long', () =>
    expect(searchTools(`${'fensterglas'.repeat(40)}öffnung`)).toEqual([]))

  it.each(['', '   ', 'the of and', '…!?', '\u0000'])('finds nothing for %j', (query) =>
    expect(searchTools(query)).toEqual([]),
  )

  it('keeps to the limit, whatever comes', () => {
    expect(searchTools('objects', 3)).toHaveLength(3)
    expect(searchTools('box '.repeat(1e5), 3)[0]?.name).toBe('create_box')
  })
})

describe('SearchIndex', () => {
  it('takes items out again, and an unknown one is no trouble', () => {
    const index = new SearchIndex()
    const item = {
      id: 'a.b-c',
      name: 'doorSchedule',
      title: 'Doors',
      description: '',
      keywords: [],
      parameters: ['levelName'],
    }
    index.add(item)
    expect(index.search('door schedules').map(({ id }) => id)).toEqual(['a.b-c'])
    expect(index.search('level')).toHaveLength(1)
    index.remove('a.b-c')
    index.remove('a.b-c')
    expect(index.search('door')).toEqual([])
    index.add(item)
    expect(index.search('door')).toHaveLength(1)
  })
})

describe('words', () => {
  it('takes names apart', () => {
    expect(tokensOf('create_box BooleanDifference geometry.create_box Würfel')).toEqual([
      'create',
      'box',
      'boolean',
      'difference',
      'geometry',
      'create',
      'box',
      'wurfel',
    ])
  })

  it.each([
    ['edges', 'edge'],
    ['boxes', 'box'],
    ['copies', 'copy'],
    ['rounded', 'rounding'],
    ['cutting', 'cut'],
    ['moved', 'moves'],
    ['filleted', 'fillet'],
    ['radii', 'radii'],
  ])('knows %s and %s as one', (one, other) => expect(stemOf(one)).toBe(stemOf(other)))

  it('leaves words apart that only look alike', () => {
    expect(stemOf('ring')).not.toBe(stemOf('r'))
    expect(stemOf('glass')).toBe('glass')
    expect(termOf('the')).toBeNull()
  })

  it('leaves out sizes, and cuts writing without blanks into pairs of signs', () => {
    expect(stemsIn('the box is 40 x 25 mm')).toEqual(['box'])
    expect(stemsIn('円柱')).toEqual(['円柱', '円', '柱'])
    expect(stemsIn('2倍')).toEqual(['倍'])
  })

  it('has phrasings for tools that exist, each once', () => {
    for (const [name, texts] of Object.entries(phrasings.tools)) {
      expect(toolNamed(name), name).toBeDefined()
      expect(
        texts.filter((text, at) => texts.indexOf(text) !== at || text.trim() !== text || text === ''),
        name,
      ).toEqual([])
    }
  })
})
