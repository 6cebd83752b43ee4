import { z } from 'zod'
import type { BoundingBox, Point } from '../../../shared/geometry.ts'
import type { Command, Feature, Shape } from '../language/command.ts'
import { plural } from '../language/words.ts'
import { cornerFor, type Extent } from './place.ts'
import { layerFor } from './properties.ts'
import { drill, workEdges } from './solids.ts'
import { capital, count as counted, length, listed, sizes } from './wording.ts'
import { asBox, CannotDo, readAs, type World } from './world.ts'

type Create = Extract<Command, { do: 'create' }>

const created = z.object({
  guid: z.string(),
  bounding_box: z.object({ min: z.array(z.number()), max: z.array(z.number()) }).nullish(),
})

/** A shape in document units: the tool that makes it, its extent, and its words. */
interface Recipe {
  tool: string
  extent: Extent
  /** Arguments for something whose box has its lowest corner there. */
  args(corner: Point): Record<string, unknown>
  /** "40 × 25 × 10 mm". */
  words: string
  round: boolean
  /** Cut out of it: the inside of a tube. */
  bore?: number
}

/** Makes what was asked for, with its features. Returns what was done, as one phrase. */
export async function create(command: Create, world: World): Promise<string> {
  const { shape, look, features } = command
  const recipe = recipeFor(shape, world)
  const layer = look.layer === undefined ? undefined : await layerFor(look.layer, world)
  const first = await cornerFor(command.place, recipe.extent, world)
  const step = command.spacing ? world.positive(command.spacing, 'A distance') : recipe.extent.size[0] * 1.5
  const made: string[] = []
  const names: string[] = []
  let told: string[] = []
  for (let i = 0; i < command.count; i++) {
    const corner: Point = [first[0] + step * i, first[1], first[2]]
    const name = world.freeName(look.name ?? capital(shape.noun))
    const attributes = { name, ...(layer && { layer }), ...(look.color && { color: look.color }) }
    let guid = await make(recipe, corner, attributes, shape.noun, world)
    if (recipe.bore !== undefined) guid = await bore(guid, recipe.bore, world)
    const last = i === command.count - 1
    if (last) world.stepDone()
    const worked = await workFeatures(guid, features, recipe.round, last, world)
    guid = worked.guid
    told = worked.told
    made.push(guid)
    names.push(name)
  }
  world.memory.recent = made
  const what = command.count === 1 ? `“${names[0]}”` : counted(command.count, shape.noun, plural(shape.noun))
  const size = recipe.words ? `${command.count === 1 ? ', ' : ' of '}${recipe.words}` : ''
  return `made ${what}${size}${told.length > 0 ? `, with ${listed(told)}` : ''}`
}

/** Edges and holes, in their order. `last` marks the one thing whose steps are counted. */
async function workFeatures(made: string, features: readonly Feature[], round: boolean, last: boolean, world: World) {
  const told: string[] = []
  let guid = made
  let rounding = 0
  for (const feature of features) {
    if (feature.kind === 'edges') {
      const done = await workEdges(guid, feature.edges, round, world)
      guid = done.guid
      rounding = done.which === 'vertical' || done.which === 'all' ? done.radius : rounding
      told.push(done.said)
    } else {
      const done = await drill(guid, feature.holes, { round, rounding }, world)
      guid = done.guid
      told.push(done.said)
    }
    if (last) world.stepDone()
  }
  return { guid, told }
}

async function make(recipe: Recipe, corner: Point, attributes: object, noun: string, world: World): Promise<string> {
  const { data } = await world.call(recipe.tool, { ...recipe.args(corner), ...attributes })
  const { guid, bounding_box } = readAs(created, data, recipe.tool)
  const { name = '', layer = '' } = attributes as { name?: string; layer?: string }
  const solid = /box|sphere|cylinder|cone|torus/.test(recipe.tool)
  world.add({ guid, kind: solid ? 'brep' : 'curve', name, layer, box: asBox(bounding_box as BoundingBox | null) }, noun)
  return guid
}

/** The inside of a tube: a longer cylinder, cut out. */
async function bore(guid: string, radius: number, world: World): Promise<string> {
  const { min, max } = await world.boxOf(guid)
  const middle: [number, number] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2]
  const done = await drill(guid, { at: [middle], radius }, { round: true, rounding: 0 }, world)
  return done.guid
}

function recipeFor(shape: Shape, world: World): Recipe {
  const { units } = world
  const base: Point = [0.5, 0.5, 0]
  const middle = (corner: Point, size: Point): Point => [corner[0] + size[0] / 2, corner[1] + size[1] / 2, corner[2]]
  switch (shape.kind) {
    case 'box': {
      const size = shape.sizes.map((one) => world.positive(one, `A side`)) as Point
      const [width, depth, height] = size
      return {
        tool: 'create_box',
        extent: { size, anchor: [0, 0, 0] },
        args: (corner) => ({ corner, width, depth, height }),
        words: sizes(size, units),
        round: false,
      }
    }
    case 'sphere': {
      const radius = world.positive(shape.radius, 'A radius')
      const size: Point = [2 * radius, 2 * radius, 2 * radius]
      const args = (corner: Point) => ({ center: corner.map((value) => value + radius), radius })
      return {
        tool: 'create_sphere',
        extent: { size, anchor: [0.5, 0.5, 0.5] },
        args,
        words: `diameter ${length(2 * radius, units)}`,
        round: true,
      }
    }
    case 'cylinder':
    case 'cone': {
      const radius = world.positive(shape.radius, 'A radius')
      const height = world.positive(shape.height, 'A height')
      const size: Point = [2 * radius, 2 * radius, height]
      const args = (corner: Point) => ({ base_center: middle(corner, size), radius, height })
      return {
        tool: `create_${shape.kind}`,
        extent: { size, anchor: base },
        args,
        words: `diameter ${length(2 * radius, units)}, ${length(height, units)} high`,
        round: true,
      }
    }
    case 'tube': {
      const outer = world.positive(shape.outer, 'A radius')
      const inner = world.positive(shape.inner, 'An inner radius')
      const height = world.positive(shape.height, 'A height')
      if (inner >= outer)
        throw new CannotDo(
          `A ${shape.noun} of ${length(2 * outer, units)} outside cannot be ${length(2 * inner, units)} inside.`,
        )
      const size: Point = [2 * outer, 2 * outer, height]
      const args = (corner: Point) => ({ base_center: middle(corner, size), radius: outer, height })
      return {
        tool: 'create_cylinder',
        extent: { size, anchor: base },
        args,
        words: `${length(2 * outer, units)} outside, ${length(2 * inner, units)} inside, ${length(height, units)} high`,
        round: true,
        bore: inner,
      }
    }
    case 'torus': {
      const major = world.positive(shape.major, 'A radius')
      const minor = world.positive(shape.minor, 'A radius')
      if (minor >= major)
        throw new CannotDo('The section of a ring has to be smaller than the ring: give the larger radius first.')
      const across = 2 * (major + minor)
      const size: Point = [across, across, 2 * minor]
      const args = (corner: Point) => ({
        base_center: [corner[0] + across / 2, corner[1] + across / 2, corner[2] + minor],
        major_radius: major,
        minor_radius: minor,
      })
      return {
        tool: 'create_torus',
        extent: { size, anchor: [0.5, 0.5, 0.5] },
        args,
        words: `${length(across, units)} outside, ${length(2 * minor, units)} thick`,
        round: true,
      }
    }
    default:
      return flatRecipe(shape, world)
  }
}

function flatRecipe(
  shape: Exclude<Shape, { kind: 'box' | 'sphere' | 'cylinder' | 'cone' | 'tube' | 'torus' }>,
  world: World,
): Recipe {
  const { units } = world
  const nothing: Extent = { size: [0, 0, 0], anchor: [0, 0, 0] }
  const fixed = (tool: string, args: Record<string, unknown>, words: string): Recipe => ({
    tool,
    extent: nothing,
    args: () => args,
    words,
    round: false,
  })
  switch (shape.kind) {
    case 'point':
      return { ...fixed('create_point', {}, ''), args: (corner) => ({ point: corner }) }
    case 'line': {
      const [start, end] = [world.triple(shape.from), world.triple(shape.to)]
      const long = Math.hypot(...end.map((value, axis) => value - (start[axis] ?? 0)))
      if (!(long > 0)) throw new CannotDo('A line needs two different points.')
      return fixed('create_line', { start, end }, `${length(long, units)} long`)
    }
    case 'circle': {
      const radius = world.positive(shape.radius, 'A radius')
      const size: Point = [2 * radius, 2 * radius, 0]
      const args = (corner: Point) => ({ center: [corner[0] + radius, corner[1] + radius, corner[2]], radius })
      return {
        tool: 'create_circle',
        extent: { size, anchor: [0.5, 0.5, 0] },
        args,
        words: `diameter ${length(2 * radius, units)}`,
        round: true,
      }
    }
    case 'rectangle': {
      const [wide, deep] = [world.positive(shape.width, 'A side'), world.positive(shape.depth, 'A side')]
      const args = ([x, y, z]: Point) => ({
        points: [
          [x, y, z],
          [x + wide, y, z],
          [x + wide, y + deep, z],
          [x, y + deep, z],
        ],
        closed: true,
      })
      return {
        tool: 'create_polyline',
        extent: { size: [wide, deep, 0], anchor: [0, 0, 0] },
        args,
        words: sizes([wide, deep], units),
        round: false,
      }
    }
    case 'polygon': {
      const radius = world.positive(shape.radius, 'A radius')
      const size: Point = [2 * radius, 2 * radius, 0]
      const args = ([x, y, z]: Point) => ({
        points: corners(shape.sides, radius).map(([dx, dy]) => [x + radius + dx, y + radius + dy, z]),
        closed: true,
      })
      return {
        tool: 'create_polyline',
        extent: { size, anchor: [0.5, 0.5, 0] },
        args,
        words: `${shape.sides} sides, radius ${length(radius, units)}`,
        round: false,
      }
    }
    case 'polyline':
      return fixed(
        'create_polyline',
        { points: shape.points.map((one) => world.triple(one)), closed: shape.closed },
        `${counted(shape.points.length, 'point')}`,
      )
    case 'curve':
      return fixed(
        'create_interp_curve',
        { points: shape.points.map((one) => world.triple(one)) },
        `through ${counted(shape.points.length, 'point')}`,
      )
    case 'text': {
      const height = shape.height ? world.positive(shape.height, 'A height') : null
      const args = (corner: Point) => ({ text: shape.text, point: corner, ...(height !== null && { height }) })
      return {
        ...fixed('create_text', {}, `“${shape.text}”${height === null ? '' : `, ${length(height, units)} high`}`),
        args,
      }
    }
  }
}

const corners = (sides: number, radius: number): [number, number][] =>
  Array.from({ length: sides }, (_, i) => {
    const angle = (2 * Math.PI * i) / sides
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
