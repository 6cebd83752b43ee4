import type { BRepAlgoAPI_BooleanOperation, TopoDS_Shape } from 'replicad-opencascadejs'
import { Fault } from '../../wire/fault.ts'
import type { BrepGeometry, Geometry, Kernel } from '../geometry.ts'
import { finite, invalid } from './check.ts'
import type { Core, Keep } from './core.ts'
import { ownHandle, partsOf, uniqueParts } from './explore.ts'
import { toList } from './vocabulary.ts'

type Booleans = Pick<Kernel, 'union' | 'difference' | 'intersection'>
type Operation = 'BRepAlgoAPI_Fuse' | 'BRepAlgoAPI_Cut' | 'BRepAlgoAPI_Common'

const NEXT = 'Check that the objects are valid, closed solids that overlap by more than the tolerance, and try again.'

export function booleans(core: Core): Booleans {
  return {
    union(shapes, tolerance) {
      if (shapes.length < 2)
        throw invalid('object_ids', 'A union needs at least two objects.', 'Name two or more solids.')
      return core.run({ tried: 'unite the objects', next: NEXT }, (keep) => {
        const [first, ...rest] = shapes.map((shape) => solidOperand(core, keep, shape))
        if (!first) return []
        return pieces(core, keep, combine(core, keep, 'BRepAlgoAPI_Fuse', [first], rest, tolerance))
      })
    },

    difference(from, cutters, tolerance) {
      if (cutters.length === 0) {
        throw invalid('cutter_ids', 'A difference needs at least one object to cut with.', 'Name one or more solids.')
      }
      return core.run({ tried: 'cut the objects away', next: NEXT }, (keep) => {
        const base = operand(core, from)
        const tools = cutters.map((cutter) => solidOperand(core, keep, cutter))
        const result = combine(core, keep, 'BRepAlgoAPI_Cut', [base], tools, tolerance)
        if (untouched(core, keep, base, result)) {
          throw new Fault('OPERATION_FAILED', 'Nothing was cut: the objects do not overlap.', {
            tried: 'cut the objects away',
            next: 'Move the cutting object so that it reaches into the other one.',
          })
        }
        return named(
          pieces(core, keep, result),
          'Nothing is left: the cutting objects cover the whole of the first one.',
        )
      })
    },

    intersection(a, b, tolerance) {
      if (a.length === 0 || b.length === 0) {
        throw invalid('object_ids', 'An intersection needs objects on both sides.', 'Name at least two objects.')
      }
      return core.run({ tried: 'intersect the objects', next: NEXT }, (keep) => {
        const [first, second] = [a, b].map((side) => side.map((shape) => operand(core, shape)))
        const result = combine(core, keep, 'BRepAlgoAPI_Common', first ?? [], second ?? [], tolerance)
        return named(pieces(core, keep, result), 'The objects have no volume in common.')
      })
    },
  }
}

/** Exact contact first; the document's tolerance only where that fails, since it thickens every edge of the result. */
function combine(
  core: Core,
  keep: Keep,
  operation: Operation,
  from: readonly TopoDS_Shape[],
  tools: readonly TopoDS_Shape[],
  tolerance: number,
): TopoDS_Shape {
  const { oc } = core
  for (const fuzzy of [0, Math.abs(finite(tolerance, 'tolerance'))]) {
    const maker: BRepAlgoAPI_BooleanOperation = keep(new oc[operation]())
    maker.SetArguments(toList(oc, keep, from))
    maker.SetTools(toList(oc, keep, tools))
    // The inputs stay as they were: undo still holds them.
    maker.SetNonDestructive(true)
    if (fuzzy > 0) maker.SetFuzzyValue(fuzzy)
    maker.Build(keep(new oc.Message_ProgressRange()))
    if (maker.IsDone() && !maker.HasErrors()) return keep(maker.Shape())
  }
  throw new Fault('OPERATION_FAILED', 'The kernel found no sound result for these objects.', {
    tried: 'combine the objects',
    next: NEXT,
  })
}

/** Faces that were split only by the other object's edges grow together again; each piece is an object of its own. */
function pieces(core: Core, keep: Keep, result: TopoDS_Shape): BrepGeometry[] {
  const { oc } = core
  const unify = keep(new oc.ShapeUpgrade_UnifySameDomain(result, true, true, false))
  unify.Build()
  const unified = keep(unify.Shape())
  return [
    ...partsOf(oc, keep, unified, 'SOLID'),
    ...partsOf(oc, keep, unified, 'SHELL', 'SOLID'),
    ...partsOf(oc, keep, unified, 'FACE', 'SHELL'),
  ].map((part) => core.brep(ownHandle(part)))
}

function named(found: BrepGeometry[], whenEmpty: string): BrepGeometry[] {
  if (found.length > 0) return found
  throw new Fault('OPERATION_FAILED', whenEmpty, { tried: 'combine the objects', next: 'Check where the objects are.' })
}

/** Whether a difference left its first object exactly as it was: the kernel hands faces it did not touch through. */
function untouched(core: Core, keep: Keep, before: TopoDS_Shape, after: TopoDS_Shape): boolean {
  const old = uniqueParts(core.oc, keep, before, 'FACE')
  const now = uniqueParts(core.oc, keep, after, 'FACE')
  return old.length === now.length && now.every((face) => old.some((other) => other.IsSame(face)))
}

function operand(core: Core, geometry: Geometry): TopoDS_Shape {
  if (geometry.kind === 'brep') return core.raw(geometry)
  const what = geometry.kind === 'opaque' ? geometry.objectType : geometry.kind
  throw invalid(
    'object_ids',
    `A ${what} cannot take part in a boolean here; solids and surfaces can.`,
    geometry.kind === 'curve' ? 'Extrude the curve first.' : 'Use solids made of exact surfaces, or do this in Rhino.',
  )
}

function solidOperand(core: Core, keep: Keep, geometry: Geometry): TopoDS_Shape {
  const raw = operand(core, geometry)
  if (partsOf(core.oc, keep, raw, 'SOLID').length > 0) return raw
  throw invalid(
    'object_ids',
    'An open surface has no inside, so it cannot be united or cut with.',
    'Close it first (cap it, or join it with the surfaces that are missing).',
  )
}
