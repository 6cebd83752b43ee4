import type { Point, Vector } from '../../shared/geometry.ts'
import { Fault } from '../../wire/fault.ts'
import type { Matrix } from '../geometry.ts'
import type { Call, Handlers } from './call.ts'
import { cross, lengthOf, subtract } from './frame.ts'
import { checkUnlocked, remove } from './objects.ts'
import { copied, withinReach } from './place.ts'
import { mirroring, rotation, scaling, translation } from './transform.ts'

export const manipulation = {
  'manipulation.move'({ ids, translation: by }, call) {
    const moved_ids = transform(call, ids, translation(by), false)
    return { moved_ids, count: moved_ids.length }
  },

  'manipulation.copy'({ ids, translation: by }, call) {
    const new_ids = transform(call, ids, translation(by), true)
    return { new_ids, count: new_ids.length }
  },

  'manipulation.rotate'({ ids, center, angle, axis, copy }, call) {
    return results(transform(call, ids, rotation(center, axis, angle), copy))
  },

  'manipulation.scale'({ ids, origin, scale_factor, copy }, call) {
    if (scale_factor.some((factor) => factor === 0)) {
      throw new Fault('INVALID_PARAMS', 'A scale factor of zero would flatten the objects.', {
        parameter: 'scale_factor',
        next: 'Send factors other than zero; 1 keeps a direction as it is.',
      })
    }
    return results(transform(call, ids, scaling(origin, scale_factor), copy))
  },

  'manipulation.mirror'({ ids, start, end, normal, copy }, call) {
    return results(transform(call, ids, mirroring(start, normal ?? uprightNormal(start, end)), copy))
  },

  'manipulation.delete'({ ids }, { doc }) {
    const objects = checkUnlocked(doc, doc.objects(ids))
    remove(doc, objects)
    return { deleted_count: objects.length }
  },
} satisfies Handlers

const results = (result_ids: string[]) => ({ result_ids, count: result_ids.length })

/** The objects in their new place, or copies there; gives the ids of what was moved or made. */
function transform({ doc, kernel }: Call, ids: readonly string[], matrix: Matrix, copy: boolean): string[] {
  const objects = doc.objects(ids)
  if (!copy) checkUnlocked(doc, objects)
  return objects.map((object) => {
    const geometry = withinReach(doc, kernel.transform(object.geometry, matrix))
    if (copy) return doc.add(geometry, copied(object)).id
    doc.put('object', object.id, { ...object, geometry })
    return object.id
  })
}

/** Of the upright plane through two points. */
function uprightNormal(start: Point, end: Point | undefined): Vector {
  const normal = cross(subtract(end ?? start, start), [0, 0, 1])
  if (lengthOf(normal) > 0) return normal
  throw new Fault('INVALID_PARAMS', 'The two points of the mirror plane lie above each other.', {
    parameter: 'end',
    next: 'Send two points that differ in X or Y, or start and normal.',
  })
}
