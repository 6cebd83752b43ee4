import { table } from '../../../shared/table.ts'
import { NUMBER_SOURCE, readNumber } from './numbers.ts'
import type { Token } from './tokens.ts'
import { LENGTH_UNITS, type Length, type LengthUnit, lengthUnit } from './units.ts'
import { DIRECTIONS, NUMBER_WORDS } from './words.ts'

const NUMBER = `[-−+]?(?:${NUMBER_SOURCE})`
const UNIT_WORDS = Object.values(LENGTH_UNITS)
  .flatMap(({ words }) => words)
  .filter((word) => /[a-zµ]/.test(word))
  .toSorted((a, b) => b.length - a.length)
  .join('|')

const sticky = (source: string) => new RegExp(source, 'iuy')
const SPACE = sticky('\\s+')
const QUOTED = sticky('"([^"\\n]{1,500})"|“([^”\\n]{1,500})”|„([^“”\\n]{1,500})[“”]|«([^»\\n]{1,500})»')
const FEET_INCHES = sticky(
  `(\\d+)\\s*(?:'|′|’|ft\\b|feet\\b|foot\\b)\\s*-?(${NUMBER_SOURCE})\\s*(?:"|″|”|inch(?:es)?\\b|in\\b)?`,
)
const NUMBER_HERE = sticky(NUMBER)
const UNIT_HERE = sticky(`\\s?-?(?:(["″”'′’])|(${UNIT_WORDS})(?:(?=[x×]\\s*[.\\d])|(?![\\p{L}\\p{N}_-]|'\\p{L})))`)
const ANGLE_HERE = sticky('\\s?(?:°|º|-?deg(?:rees?)?\\b)')
const PERCENT_HERE = sticky('\\s?(?:%|percent\\b)')
const TIMES_HERE = sticky('\\s?(?:[x×]|times|-?fold)(?![\\p{L}\\p{N}])(?!\\s*[-−+.\\d])')
const LABEL = sticky('(r|d|dia|rad|ø|Ø|⌀)\\s*=?\\s*(?=[.\\d])')
const BY_GLUED = sticky('x(?=\\s*[.\\d])')
const HEX = sticky('#([0-9a-f]{6})\\b')
const WORD = sticky("[\\p{L}_](?:[\\p{L}\\p{N}_]|['’-](?=\\p{L})|::(?=[\\p{L}\\p{N}]))*")
const PAREN_POINT = sticky(
  `[(\\[]\\s*(${NUMBER})\\s*(?:[,;]\\s*|\\s)(${NUMBER})(?:\\s*(?:[,;]\\s*|\\s)(${NUMBER}))?\\s*[)\\]]`,
)
// Coordinates without brackets: digits and points only, because here a comma parts numbers.
const PLAIN = '[-−+]?(?:\\d{1,15}(?:\\.\\d{1,15})?|\\.\\d{1,15})'
const BARE_POINT = sticky(`(${PLAIN})\\s*,\\s*(${PLAIN})(?:\\s*,\\s*(${PLAIN}))?(?![\\d.])`)

const BEFORE_POINT = new Set(
  'at to from through around about origin center centre centered centred start end point points via corner'.split(' '),
)
const LABEL_WORD = table<string>({ r: 'radius', rad: 'radius' })
/** After "4 in" these tell that "in" is no inch: "four holes in a row", "10 in x". */
const NO_INCH_BEFORE = /^\s*(?:a|an|the|it|its|them|this|that|each|every|all|total|one|my|red|direction)\b/i

/** Cuts a text into tokens. Never throws; what fits nothing becomes a mark. */
export function tokenize(text: string): Token[] {
  const lexer = new Lexer(text)
  while (lexer.step());
  return joinSizes(lexer.tokens)
}

class Lexer {
  readonly tokens: Token[] = []
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  step(): boolean {
    this.#match(SPACE)
    if (this.#at >= this.#text.length) return false
    const start = this.#at
    if (
      !(
        this.#glued() ||
        this.#point() ||
        this.#number() ||
        this.#quoted() ||
        this.#label() ||
        this.#word() ||
        this.#color()
      )
    ) {
      const mark = String.fromCodePoint(this.#text.codePointAt(start) ?? 0)
      this.#at += mark.length
      this.#add(start, mark === '&' ? { kind: 'word', word: 'and' } : { kind: 'mark', mark })
    }
    return true
  }

  /** The x of "40x25": a word of its own, although letters and digits follow. */
  #glued(): boolean {
    const start = this.#at
    if (this.tokens.at(-1)?.kind !== 'number' || !this.#match(BY_GLUED)) return false
    return this.#add(start, { kind: 'word', word: 'x' })
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at = pattern.lastIndex
    return found
  }

  #add(start: number, body: Unplaced): true {
    this.tokens.push({ ...body, start, end: this.#at } as Token)
    return true
  }

  #quoted(): boolean {
    const start = this.#at
    const found = this.#match(QUOTED)
    return found ? this.#add(start, { kind: 'quoted', text: (found.slice(1).find(Boolean) ?? '').trim() }) : false
  }

  /** A digit glued to a word before it belongs to that word: "Plate2" is read by #word. */
  #number(): boolean {
    const start = this.#at
    const feet = this.#match(FEET_INCHES)
    if (feet) {
      const inches = readNumber(feet[2] ?? '')
      if ('value' in inches) return this.#add(start, number(Number(feet[1]) * 12 + inches.value, 'in'))
      this.#at = start
    }
    const found = this.#match(NUMBER_HERE)
    if (!found) return false
    const [sign, digits] = /^[-−+]/.test(found[0]) ? [found[0][0], found[0].slice(1)] : ['', found[0]]
    const read = readNumber(digits)
    if ('unclear' in read) return this.#add(start, { kind: 'unclear', hint: read.unclear })
    const value = sign === '-' || sign === '−' ? -read.value : read.value
    return this.#measured(start, value)
  }

  /** What stands right after a number says what kind it is. */
  #measured(start: number, value: number, spelled = false): true {
    if (this.#match(ANGLE_HERE)) return this.#add(start, { kind: 'angle', degrees: value })
    if (this.#match(PERCENT_HERE)) return this.#add(start, { kind: 'percent', percent: value })
    const before = this.#at
    const found = this.#match(UNIT_HERE)
    const unit = found ? lengthUnit(found[1] ?? found[2] ?? '') : undefined
    if (unit && !(unit === 'in' && /in$/i.test(found?.[0] ?? '') && this.#isPreposition())) {
      return this.#add(start, { ...number(value, unit), spelled })
    }
    this.#at = before
    if (this.#match(TIMES_HERE)) return this.#add(start, { kind: 'times', times: value })
    return this.#add(start, { ...number(value, null), spelled })
  }

  #isPreposition(): boolean {
    const rest = this.#text.slice(this.#at, this.#at + 40)
    const next = /^\s*([\p{L}-]+)/u.exec(rest)?.[1]?.toLowerCase() ?? ''
    return NO_INCH_BEFORE.test(rest) || (next in DIRECTIONS && !/^(long|high)/.test(next))
  }

  #point(): boolean {
    const start = this.#at
    const last = this.tokens.at(-1)
    const expected =
      last?.kind === 'point' || (last?.kind === 'word' && BEFORE_POINT.has(last.word)) || this.#afterPointComma()
    const found = this.#match(PAREN_POINT) ?? (expected ? this.#match(BARE_POINT) : null)
    if (!found) return false
    const end = this.#at
    const unit = this.#match(UNIT_HERE)
    const isUnit = unit && !(/in$/i.test(unit[0]) && this.#isPreposition())
    if (!isUnit) this.#at = end
    const named = isUnit ? (lengthUnit(unit[1] ?? unit[2] ?? '') ?? null) : null
    const values = [found[1], found[2], found[3] ?? '0'].map((text) => signed(text ?? '0'))
    if (values.some((value) => value === null)) {
      this.#at = start
      return false
    }
    const [x = 0, y = 0, z = 0] = values as number[]
    const length = (value: number): Length => ({ value, unit: named })
    return this.#add(start, { kind: 'point', point: [length(x), length(y), length(z)] })
  }

  /** "0,0, 10,0": a comma after a point goes on with points. */
  #afterPointComma(): boolean {
    const [point, comma] = this.tokens.slice(-2)
    return (
      point?.kind === 'point' &&
      ((comma?.kind === 'mark' && comma.mark === ',') || (comma?.kind === 'word' && comma.word === 'and'))
    )
  }

  #label(): boolean {
    const start = this.#at
    if (start > 0 && /[\p{L}\p{N}_]/u.test(this.#text[start - 1] ?? '')) return false
    const found = this.#match(LABEL)
    return found
      ? this.#add(start, { kind: 'word', word: LABEL_WORD[(found[1] ?? '').toLowerCase()] ?? 'diameter' })
      : false
  }

  #word(): boolean {
    const start = this.#at
    const found = this.#match(WORD)
    if (!found) return false
    const word = found[0].toLowerCase().replaceAll('’', "'")
    const spelled = NUMBER_WORDS[word]
    if (spelled !== undefined) return this.#measured(start, spelled, true)
    return this.#add(start, { kind: 'word', word })
  }

  #color(): boolean {
    const start = this.#at
    const found = this.#match(HEX)
    if (!found) return false
    const value = Number.parseInt(found[1] ?? '0', 16)
    return this.#add(start, { kind: 'color', color: [value >> 16, (value >> 8) & 255, value & 255] })
  }
}

type Unplaced = Token extends infer T ? (T extends Token ? Omit<T, 'start' | 'end'> : never) : never

const number = (value: number, unit: LengthUnit | null) => ({ kind: 'number' as const, value, unit, spelled: false })

function signed(text: string): number | null {
  const read = readNumber(text.replace(/^[-−+]/, ''))
  if ('unclear' in read) return null
  return /^[-−]/.test(text) ? -read.value : read.value
}

const isBy = (token: Token | undefined): boolean =>
  (token?.kind === 'word' && (token.word === 'x' || token.word === 'by')) ||
  (token?.kind === 'mark' && /^[×✕*]$/.test(token.mark))

/** Joins "40 x 25 x 10 mm" and "4' by 8'" to one token. */
function joinSizes(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let i = 0; i < tokens.length; i++) {
    const first = tokens[i] as Token
    const group = [first]
    while (first.kind === 'number' && isBy(tokens[i + 1]) && tokens[i + 2]?.kind === 'number') {
      group.push(tokens[i + 2] as Token)
      i += 2
    }
    if (group.length === 1 || group.length > 3) joined.push(...(group.length === 1 ? group : [tooMany(group)]))
    else joined.push(sizesOf(group))
  }
  return joined
}

function sizesOf(group: readonly Token[]): Token {
  const numbers = group.filter((token) => token.kind === 'number')
  const shared = numbers.at(-1)?.unit ?? null
  const sizes = numbers.map(({ value, unit }) => ({ value, unit: unit ?? shared }))
  return { kind: 'sizes', sizes, start: group[0]?.start ?? 0, end: group.at(-1)?.end ?? 0 }
}

const tooMany = (group: readonly Token[]): Token => ({
  kind: 'unclear',
  hint: 'more than three sizes in a row; a box has three',
  start: group[0]?.start ?? 0,
  end: group.at(-1)?.end ?? 0,
})
