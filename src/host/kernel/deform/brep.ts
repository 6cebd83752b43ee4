import type { TopoDS_Shape } from 'replicad-opencascadejs'
import { Fault } from '../../../wire/fault.ts'
import type { Core } from '../core.ts'
import { ownHandle } from '../explore.ts'
import type { Affine } from '../matrix.ts'
import { volumeOf } from '../measure.ts'
import { deformText } from './rewrite.ts'
import { readBrep, UnknownText, writeBrep } from './text.ts'

const NEXT = 'Scale by the same factor in all directions, or do this in Rhino.'

/**
 * A shape scaled unevenly or sheared. The build of the kernel has no transform for this, so its own text form is rewritten:
 * every surface and curve exactly, what bounds the faces with them. The result is checked before it is handed out.
 */
export function deformedBrep(core: Core, raw: TopoDS_Shape, map: Affine): TopoDS_Shape {
  const { oc } = core
  return core.run({ tried: 'transform the object', next: NEXT }, (keep) => {
    oc.BRepTools.Clean(raw, true)
    const box = keep(new oc.Bnd_Box())
    oc.BRepBndLib.Add(raw, box, false)
    const text = rewritten(oc.BRepToolsWrapper.Write(raw), map, Math.sqrt(box.SquareExtent()))
    const shape = keep(oc.BRepToolsWrapper.Read(text))
    // A mirror turns every face inside out; turned over as a whole it is right again.
    if (map.determinant < 0) shape.Reverse()
    const before = volumeOf(core, keep, raw)
    const after = shape.IsNull() ? null : volumeOf(core, keep, shape)
    const expected = before === null ? null : before * Math.abs(map.determinant)
    const volumeIsRight =
      expected === null ? after === null : after !== null && Math.abs(after - expected) <= 1e-5 * expected
    if (shape.IsNull() || !volumeIsRight || !core.isValid(shape)) throw refused('its faces would not meet any more')
    return ownHandle(shape)
  })
}

function rewritten(text: string, map: Affine, size: number): string {
  try {
    return writeBrep(deformText(readBrep(text), map, size))
  } catch (thrown) {
    if (thrown instanceof UnknownText) throw refused(thrown.message)
    throw thrown
  }
}

function refused(why: string): Fault {
  return new Fault('OPERATION_FAILED', 'This object cannot be scaled unevenly or sheared here.', {
    tried: 'transform the object',
    next: NEXT,
    why,
  })
}
