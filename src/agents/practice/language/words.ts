/** The vocabulary, as data. Everything the practice agent understands is listed here or in the grammar files. */
import { table } from '../../../shared/table.ts'

/** What can be made, and every noun for it. The first noun is the one the object is named after. */
export const SHAPES = {
  box: ['box', 'cuboid', 'block', 'brick', 'plate', 'slab', 'panel', 'board', 'beam', 'tile', 'sheet', 'wall'],
  cube: ['cube'],
  sphere: ['sphere', 'ball', 'globe'],
  cylinder: ['cylinder', 'rod', 'disc', 'disk', 'column', 'pin', 'bar', 'puck', 'post', 'dowel'],
  tube: ['tube', 'pipe', 'bushing', 'sleeve', 'washer'],
  cone: ['cone'],
  torus: ['torus', 'donut', 'doughnut', 'ring', 'o-ring'],
  point: ['point'],
  line: ['line', 'segment'],
  circle: ['circle'],
  rectangle: ['rectangle'],
  square: ['square'],
  polygon: ['polygon', 'triangle', 'pentagon', 'hexagon', 'octagon'],
  polyline: ['polyline', 'path', 'outline'],
  curve: ['curve', 'spline'],
  text: ['text', 'label', 'lettering'],
  extrusion: ['extrusion', 'prism'],
} as const satisfies Record<string, readonly string[]>

export type ShapeKind = keyof typeof SHAPES

/** "triangle" says how many sides. */
export const POLYGON_SIDES = table<number>({ triangle: 3, pentagon: 5, hexagon: 6, octagon: 8 })

/** Boxes of these nouns lie flat: what is missing is their thickness, not their height. */
export const FLAT = new Set(['plate', 'panel', 'board', 'tile', 'sheet', 'slab'])

/** Shapes whose outline seen from above is a circle. */
export const ROUND: ReadonlySet<ShapeKind> = new Set(['cylinder', 'tube', 'cone', 'sphere', 'torus', 'circle'])

export const plural = (noun: string): string =>
  /(x|ch|sh|s)$/.test(noun) ? `${noun}es` : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`

export interface Noun {
  kind: ShapeKind
  noun: string
  plural: boolean
}

const nouns = new Map<string, Noun>()
for (const [kind, list] of Object.entries(SHAPES) as [ShapeKind, readonly string[]][]) {
  for (const noun of list) {
    nouns.set(noun, { kind, noun, plural: false })
    nouns.set(plural(noun), { kind, noun, plural: true })
  }
}

export const nounOf = (word: string): Noun | undefined => nouns.get(word)

/** Rhino's kinds of objects, as people call them. */
export const KIND_WORDS = table<readonly string[]>({
  curve: ['curve', 'curves'],
  point: ['points'],
  brep: ['solid', 'solids', 'body', 'bodies', 'polysurface', 'polysurfaces'],
  surface: ['surface', 'surfaces'],
  mesh: ['mesh', 'meshes'],
  annotation: ['annotation', 'annotations', 'texts'],
})

export const COLOURS = table<readonly [number, number, number]>({
  red: [220, 50, 47],
  orange: [230, 126, 34],
  yellow: [241, 196, 15],
  green: [39, 174, 96],
  blue: [41, 98, 220],
  cyan: [0, 172, 193],
  turquoise: [26, 188, 156],
  purple: [142, 68, 173],
  violet: [142, 68, 173],
  pink: [233, 108, 160],
  magenta: [216, 27, 139],
  brown: [121, 85, 61],
  white: [255, 255, 255],
  black: [0, 0, 0],
  grey: [128, 128, 128],
  gray: [128, 128, 128],
  silver: [192, 192, 192],
  gold: [212, 168, 40],
})

export const NUMBER_WORDS = table<number>({
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  sixteen: 16,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  hundred: 100,
  dozen: 12,
})

/** Directions in the world, as unit vectors: X right, Y back (away), Z up, as in Rhino's Top and Front views. */
export const DIRECTIONS = table<readonly [number, number, number]>({
  right: [1, 0, 0],
  rightwards: [1, 0, 0],
  left: [-1, 0, 0],
  leftwards: [-1, 0, 0],
  back: [0, 1, 0],
  backward: [0, 1, 0],
  backwards: [0, 1, 0],
  behind: [0, 1, 0],
  forward: [0, -1, 0],
  forwards: [0, -1, 0],
  front: [0, -1, 0],
  up: [0, 0, 1],
  upward: [0, 0, 1],
  upwards: [0, 0, 1],
  higher: [0, 0, 1],
  down: [0, 0, -1],
  downward: [0, 0, -1],
  downwards: [0, 0, -1],
  lower: [0, 0, -1],
  x: [1, 0, 0],
  'x-axis': [1, 0, 0],
  'x-direction': [1, 0, 0],
  y: [0, 1, 0],
  'y-axis': [0, 1, 0],
  'y-direction': [0, 1, 0],
  z: [0, 0, 1],
  'z-axis': [0, 0, 1],
  'z-direction': [0, 0, 1],
})

/** Words that begin what to do. Several may mean the same; `make` can begin many things. */
export const VERBS = {
  make: [
    'make',
    'create',
    'add',
    'build',
    'draw',
    'model',
    'put',
    'place',
    'give',
    'insert',
    'write',
    'sketch',
    'need',
    'want',
  ],
  drill: ['drill', 'bore', 'punch', 'perforate'],
  cut: ['cut', 'subtract', 'difference'],
  delete: ['delete', 'remove', 'erase', 'clear'],
  fillet: ['fillet', 'round', 'smooth', 'soften'],
  chamfer: ['chamfer', 'bevel'],
  move: ['move', 'shift', 'translate', 'push', 'slide', 'lift', 'raise', 'lower'],
  rotate: ['rotate', 'turn', 'spin'],
  scale: ['scale', 'resize', 'enlarge', 'shrink', 'double', 'halve'],
  mirror: ['mirror', 'flip', 'reflect'],
  copy: ['copy', 'duplicate', 'clone'],
  array: ['array', 'repeat', 'pattern'],
  union: ['union', 'join', 'unite', 'merge', 'combine', 'fuse'],
  intersect: ['intersect', 'intersection'],
  colour: ['colour', 'color', 'paint'],
  name: ['name', 'rename', 'call'],
  select: ['select', 'pick'],
  deselect: ['deselect', 'unselect'],
  undo: ['undo', 'revert'],
  redo: ['redo'],
  hide: ['hide'],
  show: ['show', 'capture', 'screenshot', 'photograph', 'unhide'],
  lock: ['lock'],
  unlock: ['unlock'],
  extrude: ['extrude', 'pull'],
  zoom: ['zoom'],
  describe: ['describe', 'list'],
  help: ['help', 'hello', 'hi', 'hey'],
} as const satisfies Record<string, readonly string[]>

export type Verb = keyof typeof VERBS

const verbs = new Map<string, Verb>(
  Object.entries(VERBS).flatMap(([verb, list]) => list.map((word) => [word, verb as Verb] as const)),
)
export const verbOf = (word: string): Verb | undefined => verbs.get(word)

/** Words that may stand anywhere and change nothing. What is left over beside these was not understood. */
export const FILLERS = new Set(
  (
    'a an the this that of with in on at by to from for and also please now just then i me my you we us our can could would ' +
    "will should let lets let's like i'd id need want is are be being as so it's its into onto out through there here some new " +
    'using which has have having each every per other one so that thanks thank okay ok yes around about across'
  ).split(' '),
)
