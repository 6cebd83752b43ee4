import type { TextDot } from 'rhino3dm'
import type { Point } from '../../../shared/geometry.ts'
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
