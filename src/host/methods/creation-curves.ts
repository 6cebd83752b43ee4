import type { Point } from '../../shared/geometry.ts'
import type { ParamsOf } from '../../tools/registry.ts'
import type { PlaneInput } from '../../tools/schema.ts'
import { Fault } from '../../wire/fault.ts'
import type { CurveGeometry, Frame } from '../geometry.ts'
import type { Call, Handlers, Limits } from './call.ts'
import { toFrame, worldFrame } from './frame.ts'
import { create } from './place.ts'

export const curves = {
  'geometry.create_point': (params, call) => create(call, params, () => ({ kind: 'point', at: params.point })),

  'geometry.create_line': (params, call) => create(call, params, () => call.kernel.line(params.start, params.end)),

  'geometry.create_polyline': (params, call) =>
    create(call, params, () => call.kernel.polyline(params.points, params.closed)),

  'geometry.create_circle': (params, call) =>
    create(call, params, () => call.kernel.circle(at(params.plane, params.center, 'plane'), params.radius)),

  'geometry.create_arc': (params, call) => create(call, params, () => arc(params, call)),

  'geometry.create_nurbs_curve': (params, call) => create(call, params, () => nurbs(params, call)),

  'geometry.create_interp_curve': (params, call) => ({
    ...create(call, params, () => call.kernel.interpolatedCurve(params.points, params.degree)),
    degree: params.degree,
  }),

  'geometry.create_text': (params, call) =>
    create(call, params, () => {
      const { text, height, font, bold, italic } = params
      return { kind: 'text', text, frame: at(params.plane, params.point, 'plane'), height, font, bold, italic }
    }),
} satisfies Handlers

export const curveLimits = {
  'geometry.create_text': 'Drawn in one plain font here; in Rhino and in files it has the font it was given.',
} satisfies Limits

function at(plane: PlaneInput | undefined, origin: Point | undefined, parameter: string): Frame {
  return plane ? toFrame(plane, parameter) : worldFrame(origin)
}

function arc(params: ParamsOf<'geometry.create_arc'>, { kernel }: Call): CurveGeometry {
  const { start, end, point_on, center, plane, radius, start_angle = 0, end_angle } = params
  if (start && end && point_on) return kernel.arcThrough(start, point_on, end)
  if (radius === undefined || end_angle === undefined) {
    throw new Fault('INVALID_PARAMS', 'An arc needs three points, or a centre, a radius and two angles.', {
      parameter: radius === undefined ? 'radius' : 'end_angle',
      next: 'Send start, end and point_on; or center, radius, start_angle and end_angle.',
    })
  }
  const sweep = end_angle - start_angle
  if (sweep % 360 === 0) {
    throw new Fault('INVALID_PARAMS', 'The angles of the arc are the same, or a whole turn apart.', {
      parameter: 'end_angle',
      next: 'Send two different angles; for a whole turn use geometry.create_circle.',
    })
  }
  // Counter-clockwise from the first angle to the second, as Rhino draws it.
  const turn = ((sweep % 360) + 360) % 360
  return kernel.arc(at(plane, center, 'plane'), radius, radians(start_angle), radians(start_angle + turn))
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

function nurbs(params: ParamsOf<'geometry.create_nurbs_curve'>, { kernel }: Call): CurveGeometry {
  const { points, degree, weights, knots, periodic } = params
  return kernel.nurbsCurve({
    points,
    degree,
    periodic,
    ...(weights ? { weights } : {}),
    ...(knots ? { knots } : {}),
  })
}
