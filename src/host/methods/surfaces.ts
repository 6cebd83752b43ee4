import type { ParamsOf } from '../../tools/registry.ts'
import { Fault } from '../../wire/fault.ts'
import type { DocumentObject } from '../document/entry.ts'
import { kindOf } from '../document/measures.ts'
import type { BrepGeometry, CurveGeometry } from '../geometry.ts'
import type { Call, Handlers, Limits } from './call.ts'
import { times, unit } from './frame.ts'
import { create } from './place.ts'

export const surfaces = {
  'surfaces.extrude_curve'(params, call) {
    const { guid, bounding_box } = create(call, params, () => extrude(params, call))
    return { guid, bounding_box }
  },

  'surfaces.loft'(params, call) {
    const { guid, bounding_box } = create(call, params, () => loft(params, call))
    return { guid, bounding_box, guids: [guid] }
  },
} satisfies Handlers

export const surfaceLimits = {
  'surfaces.loft': 'Normal and straight lofts only.',
} satisfies Limits

function extrude(params: ParamsOf<'surfaces.extrude_curve'>, call: Call): BrepGeometry {
  const { curve_id, direction, distance, path_id, cap } = params
  const curve = curveOf(call.doc.object(curve_id), 'curve_id')
  if (path_id !== undefined) {
    return call.kernel.extrudeAlong(curve, curveOf(call.doc.object(path_id), 'path_id'), cap)
  }
  return call.kernel.extrude(curve, times(unit(direction ?? [0, 0, 1], 'direction'), distance), cap)
}

function loft(params: ParamsOf<'surfaces.loft'>, { doc, kernel }: Call): BrepGeometry {
  const { curve_ids, loft_type, closed, start_point, end_point } = params
  if (loft_type !== 'normal' && loft_type !== 'straight') {
    throw new Fault('NOT_IMPLEMENTED', `The built-in modeller makes no ${loft_type} lofts.`, {
      parameter: 'loft_type',
      next: 'Use normal or straight here; Rhino makes the others.',
    })
  }
  const sections = doc.objects(curve_ids).map((object) => curveOf(object, 'curve_ids'))
  return kernel.loft(sections, {
    straight: loft_type === 'straight',
    closed,
    ...(start_point ? { start: start_point } : {}),
    ...(end_point ? { end: end_point } : {}),
  })
}

function curveOf(object: DocumentObject, parameter: string): CurveGeometry {
  if (object.geometry.kind === 'curve') return object.geometry
  throw new Fault('INVALID_PARAMS', `Object ${object.id} is a ${kindOf(object)}, not a curve.`, {
    parameter,
    id: object.id,
    next: 'Name a curve: a line, polyline, circle, arc or free curve.',
  })
}
