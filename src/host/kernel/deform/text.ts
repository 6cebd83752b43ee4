/**
 * The kernel's own text form of a shape ("CASCADE Topology"), as tables: curves in surface parameters, curves, surfaces,
 * and the vertices, edges, wires, faces, shells and solids that refer to them by their place, counted from 1.
 */
export interface BrepText {
  /** Each a type number and its values; nested ones follow inside. */
  readonly flatCurves: readonly Record[]
  readonly curves: readonly Record[]
  readonly surfaces: readonly Record[]
  readonly shapes: readonly ShapeText[]
  /** The root: orientation and number, location. */
  readonly root: readonly string[]
}

export type Record = readonly number[]

export type ShapeText =
  | { readonly kind: 'Ve'; readonly tolerance: number; readonly at: Record; readonly rest: Rest }
  | {
      readonly kind: 'Ed'
      readonly tolerance: number
      /** Same parameter, same range, degenerated. */
      readonly flags: Record
      readonly uses: readonly Use[]
      readonly rest: Rest
    }
  | { readonly kind: 'Fa'; readonly tolerance: number; readonly surface: number; readonly rest: Rest }
  | { readonly kind: 'other'; readonly name: string; readonly rest: Rest }

/** Flags, then the parts with their orientation and location, then an asterisk. */
export type Rest = readonly string[]

/** How an edge is given: in space, on a surface, along a seam of one, or how smoothly two surfaces meet on it. */
export type Use =
  | { readonly type: 'space'; readonly curve: number; readonly range: Range }
  | { readonly type: 'surface'; readonly curve: number; readonly surface: number; readonly range: Range }
  | {
      readonly type: 'seam'
      readonly curve: number
      readonly other: number
      readonly smooth: string
      readonly surface: number
      readonly range: Range
    }
  | { readonly type: 'smooth'; readonly words: readonly string[] }

export type Range = readonly [number, number]

/** What the reader does not know: places, triangles. The caller says so to the user. */
export class UnknownText extends Error {}

export function readBrep(text: string): BrepText {
  const words = new Words(text.slice(text.indexOf('Locations')))
  if (words.section('Locations') > 0)
    throw new UnknownText('The shape has parts that were placed, not made, where they are.')
  const flatCurves = words.many('Curve2ds', () => curveRecord(words, 2))
  const curves = words.many('Curves', () => curveRecord(words, 3))
  if (words.section('Polygon3D') + words.section('PolygonOnTriangulations') > 0) throw new UnknownText('triangles')
  const surfaces = words.many('Surfaces', () => surfaceRecord(words))
  if (words.section('Triangulations') > 0) throw new UnknownText('triangles')
  const shapes = words.many('TShapes', () => shapeText(words))
  return { flatCurves, curves, surfaces, shapes, root: [words.word(), words.word()] }
}

export function writeBrep({ flatCurves, curves, surfaces, shapes, root }: BrepText): string {
  const table = (name: string, rows: readonly (readonly (number | string)[])[]): string =>
    `${name} ${rows.length}\n${rows.map((row) => `${row.join(' ')}\n`).join('')}`
  return [
    '\nCASCADE Topology V3, (c) Open Cascade\nLocations 0\n',
    table('Curve2ds', flatCurves),
    table('Curves', curves),
    'Polygon3D 0\nPolygonOnTriangulations 0\n',
    table('Surfaces', surfaces),
    'Triangulations 0\n\n',
    `TShapes ${shapes.length}\n${shapes.map(shapeLines).join('')}\n${root.join(' ')} \n`,
  ].join('')
}

function shapeLines(shape: ShapeText): string {
  const end = `\n${shape.rest[0]}\n${shape.rest.slice(1).join(' ')}\n`
  switch (shape.kind) {
    case 'Ve':
      return `Ve\n${shape.tolerance}\n${shape.at.join(' ')}\n0 0\n${end}`
    case 'Ed':
      return `Ed\n ${shape.tolerance} ${shape.flags.join(' ')}\n${shape.uses.map(useLine).join('')}0\n${end}`
    case 'Fa':
      return `Fa\n0 ${shape.tolerance} ${shape.surface} 0\n${end}`
    case 'other':
      return `${shape.name}\n${end}`
  }
}

function useLine(use: Use): string {
  switch (use.type) {
    case 'space':
      return `1 ${use.curve} 0 ${use.range.join(' ')}\n`
    case 'surface':
      return `2 ${use.curve} ${use.surface} 0 ${use.range.join(' ')}\n`
    case 'seam':
      return `3 ${use.curve} ${use.other}${use.smooth} ${use.surface} 0 ${use.range.join(' ')}\n`
    case 'smooth':
      return `4 ${use.words.join(' ')}\n`
  }
}

function shapeText(words: Words): ShapeText {
  const name = words.word()
  switch (name) {
    case 'Ve': {
      const tolerance = words.number()
      const at = words.numbers(3)
      if (words.number() !== 0) throw new UnknownText('vertex on a curve')
      words.number()
      return { kind: 'Ve', tolerance, at, rest: words.rest() }
    }
    case 'Ed': {
      const tolerance = words.number()
      const flags = words.numbers(3)
      const uses: Use[] = []
      for (let type = words.number(); type !== 0; type = words.number()) uses.push(edgeUse(words, type))
      return { kind: 'Ed', tolerance, flags, uses, rest: words.rest() }
    }
    case 'Fa': {
      words.number()
      const tolerance = words.number()
      const surface = words.number()
      words.number()
      return { kind: 'Fa', tolerance, surface, rest: words.rest() }
    }
    default:
      return { kind: 'other', name, rest: words.rest() }
  }
}

function edgeUse(words: Words, type: number): Use {
  const curve = (): number => words.number()
  const range = (): Range => {
    words.number()
    return [words.number(), words.number()]
  }
  switch (type) {
    case 1:
      return { type: 'space', curve: curve(), range: range() }
    case 2:
      return { type: 'surface', curve: curve(), surface: words.number(), range: range() }
    case 3: {
      const first = curve()
      // The second curve and the smoothness stand together: "4CN".
      const [, other = '', smooth = ''] = /^(\d+)(\w+)$/.exec(words.word()) ?? []
      return { type: 'seam', curve: first, other: Number(other), smooth, surface: words.number(), range: range() }
    }
    case 4:
      return { type: 'smooth', words: [words.word(), words.word(), words.word(), words.word(), words.word()] }
    default:
      throw new UnknownText(`edge given as ${type}`)
  }
}

/** Values after the type, by type; curves in a plane have two where curves in space have three. */
function curveRecord(words: Words, dimension: 2 | 3): number[] {
  const type = words.number()
  const frame = dimension === 3 ? 12 : 6
  switch (type) {
    case 1:
      return [type, ...words.numbers(2 * dimension)]
    case 2:
    case 4:
      return [type, ...words.numbers(frame + 1)]
    case 3:
    case 5:
      return [type, ...words.numbers(frame + 2)]
    case 6: {
      const [rational = 0, degree = 0] = words.numbers(2)
      return [type, rational, degree, ...words.numbers((degree + 1) * (dimension + rational))]
    }
    case 7: {
      const head = words.numbers(5)
      const [rational = 0, , , poles = 0, knots = 0] = head
      return [type, ...head, ...words.numbers(poles * (dimension + rational) + knots * 2)]
    }
    case 8:
      return [type, ...words.numbers(2), ...curveRecord(words, dimension)]
    case 9:
      return [type, ...words.numbers(dimension === 3 ? 4 : 1), ...curveRecord(words, dimension)]
    default:
      throw new UnknownText(`curve of type ${type}`)
  }
}

const FRAME_AND = [0, 12, 13, 14, 13, 14]

function surfaceRecord(words: Words): number[] {
  const type = words.number()
  const plain = FRAME_AND[type]
  if (plain) return [type, ...words.numbers(plain)]
  switch (type) {
    case 6:
      return [type, ...words.numbers(3), ...curveRecord(words, 3)]
    case 7:
      return [type, ...words.numbers(6), ...curveRecord(words, 3)]
    case 8: {
      const head = words.numbers(4)
      const [u = 0, v = 0, degreeU = 0, degreeV = 0] = head
      return [type, ...head, ...words.numbers((degreeU + 1) * (degreeV + 1) * (u || v ? 4 : 3))]
    }
    case 9: {
      const head = words.numbers(10)
      const [u = 0, v = 0, , , , , countU = 0, countV = 0, knotsU = 0, knotsV = 0] = head
      return [type, ...head, ...words.numbers(countU * countV * (u || v ? 4 : 3) + (knotsU + knotsV) * 2)]
    }
    case 10:
      return [type, ...words.numbers(4), ...surfaceRecord(words)]
    case 11:
      return [type, ...words.numbers(1), ...surfaceRecord(words)]
    default:
      throw new UnknownText(`surface of type ${type}`)
  }
}

class Words {
  readonly #words: string[]
  #at = 0

  constructor(text: string) {
    this.#words = text.trim().split(/\s+/)
  }

  word(): string {
    const word = this.#words[this.#at]
    if (word === undefined) throw new UnknownText('it ends too early')
    this.#at += 1
    return word
  }

  number(): number {
    const word = this.word()
    const value = Number(word)
    if (!Number.isFinite(value)) throw new UnknownText(`"${word}" is no number`)
    return value
  }

  numbers(count: number): number[] {
    return Array.from({ length: count }, () => this.number())
  }

  /** The number after a section's name. */
  section(name: string): number {
    const found = this.word()
    if (found !== name) throw new UnknownText(`${found} instead of ${name}`)
    return this.number()
  }

  many<T>(name: string, one: () => T): T[] {
    return Array.from({ length: this.section(name) }, one)
  }

  rest(): string[] {
    const words: string[] = []
    do words.push(this.word())
    while (words.at(-1) !== '*')
    return words
  }
}
