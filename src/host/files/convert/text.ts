import type { TextDot } from 'rhino3dm'
import { z } from 'zod'
import { type Point, point } from '../../../shared/geometry.ts'
import type { TextGeometry } from '../../geometry.ts'
import type { Keep } from '../rhino/load.ts'
import type { MadeGeometry } from './brep-to-rhino.ts'
import type { Conversion } from './context.ts'

/** Text that stands as a dot keeps its frame and font in user text under these keys, and is read back from them. */
export const TEXT_KEY = 'embedded.text'

/** rhino3dm cannot make a text object, so text becomes a dot that says it, with all the rest in user text. */
export function textToRhino({ rhino, notes }: Conversion, id: string, text: TextGeometry, keep: Keep): MadeGeometry {
  notes.add('converted', 'Text was saved as a text dot, with its plane, height and font in its user text.', id)
  const { kind: _, ...values } = text
  // Declared without its arguments.
  const Dot = rhino.TextDot as unknown as new (text: string, at: Point) => TextDot
  return {
    geometry: keep(new Dot(text.text, text.frame.origin)),
    mark: { [TEXT_KEY]: JSON.stringify(values) },
  }
}

/**
 * Text that was saved as a dot. Null for a dot that is only a dot, or whose note was damaged. What the dot itself says and
 * where it stands count more than the note: somebody may have changed it in Rhino.
 */
export function textFromDot(dot: TextDot, userText: Readonly<Record<string, string>>): TextGeometry | null {
  const parsed = STORED.safeParse(parse(userText[TEXT_KEY]))
  if (!parsed.success) return null
  const { frame, ...rest } = parsed.data
  return { kind: 'text', ...rest, text: dot.text, frame: { ...frame, origin: dot.point as Point } }
}

const STORED = z.object({
  text: z.string(),
  frame: z.object({ origin: point(), x: point(), y: point(), z: point() }),
  height: z.number().positive(),
  font: z.string(),
  bold: z.boolean(),
  italic: z.boolean(),
})

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    // Anyone may edit user text; what is no JSON is no note of ours.
    return null
  }
}
