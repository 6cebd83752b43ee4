import type { TextGeometry } from '../geometry.ts'
import { BASELINE, CAP_HEIGHT, LETTERS, MARKS, UNKNOWN } from './letters.ts'

/** A stroke in letter units: x to the right, y up from the baseline, flat pairs. */
type Stroke = readonly number[]

const GAP = 2
const LINE_SPACING = 15
const SLANT = 0.2
const BOLD = 0.45
const STEPS = 5
const CEDILLA = '\u0327'

/**
 * Text as line segments (xyz pairs) in the plane of its frame. Capitals are `height` high; the first line stands on the
 * frame's origin and the others follow below it. The font's own shapes are not known here, only bold and italic.
 */
export function textStrokes(text: TextGeometry): Float64Array {
  const { frame, height } = text
  const scale = height / CAP_HEIGHT
  const segments: number[] = []
  const put = (x: number, y: number): void => {
    const [u, v] = [(x + (text.italic ? SLANT * y : 0)) * scale, y * scale]
    for (const axis of [0, 1, 2] as const) segments.push(frame.origin[axis] + u * frame.x[axis] + v * frame.y[axis])
  }
  for (const stroke of layOut(text.text)) {
    for (const shift of text.bold ? [-BOLD, BOLD] : [0]) {
      for (let at = 2; at < stroke.length; at += 2) {
        put((stroke[at - 2] ?? 0) + shift, stroke[at - 1] ?? 0)
        put((stroke[at] ?? 0) + shift, stroke[at + 1] ?? 0)
      }
    }
  }
  return Float64Array.from(segments)
}

/** Every stroke of a text, placed: letters side by side, marks over their letters, lines below each other. */
function layOut(text: string): Stroke[] {
  const strokes: Stroke[] = []
  let [x, y, before, tall] = [0, 0, 0, false]
  for (const letter of text.normalize('NFD')) {
    if (letter === '\n') {
      x = 0
      y -= LINE_SPACING
      continue
    }
    const mark = MARKS[letter]
    if (mark) {
      const [dx, dy] = [x - GAP - before / 2 - 2, y + (tall && letter !== CEDILLA ? CAP_HEIGHT - 6 : 0)]
      for (const shape of glyph(mark)[1]) strokes.push(moved(shape, dx, dy))
      continue
    }
    const [width, shapes] = glyph(LETTERS[letter] ?? UNKNOWN)
    for (const shape of shapes) strokes.push(moved(shape, x, y))
    before = width
    tall = letter === letter.toUpperCase()
    x += width + GAP
  }
  return strokes
}

function moved(stroke: Stroke, dx: number, dy: number): Stroke {
  return stroke.map((value, index) => value + (index % 2 === 0 ? dx : dy))
}

const glyphs = new Map<string, readonly [number, readonly Stroke[]]>()

function glyph(code: string): readonly [number, readonly Stroke[]] {
  const known = glyphs.get(code)
  if (known) return known
  const [width = '0', ...rest] = code.split(' ')
  const read = [Number(width), rest.map(strokeOf)] as const
  glyphs.set(code, read)
  return read
}

function strokeOf(code: string): Stroke {
  const smooth = code.startsWith('~')
  const digits = smooth ? code.slice(1) : code
  const points = Array.from(digits, (digit, index) => Number.parseInt(digit, 16) - (index % 2 === 1 ? BASELINE : 0))
  return smooth ? smoothed(points) : points
}

/** A Catmull–Rom curve through the points; closed where the last is the first. */
function smoothed(points: readonly number[]): Stroke {
  const count = points.length / 2
  const closed = points[0] === points.at(-2) && points[1] === points.at(-1)
  const at = (index: number, axis: number): number => {
    const wrapped = closed ? (index + count - 1) % (count - 1) : Math.min(count - 1, Math.max(0, index))
    return points[wrapped * 2 + axis] ?? 0
  }
  const curve: number[] = [at(0, 0), at(0, 1)]
  for (let index = 0; index < count - 1; index += 1) {
    for (let step = 1; step <= STEPS; step += 1) {
      const t = step / STEPS
      for (const axis of [0, 1]) {
        const [a, b, c, d] = [at(index - 1, axis), at(index, axis), at(index + 1, axis), at(index + 2, axis)]
        curve.push(b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))))
      }
    }
  }
  return curve
}
