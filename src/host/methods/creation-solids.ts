import type { Point } from '../../shared/geometry.ts'
import type { ParamsOf } from '../../tools/registry.ts'
import type { PlaneInput } from '../../tools/schema.ts'
import { Fault } from '../../wire/fault.ts'
import type { BrepGeometry, Frame } from '../geometry.ts'
import type { Call, Handlers } from './call.ts'
import { toFrame, worldFrame } from './frame.ts'
import { create } from './place.ts'

export const solids = {
  'geometry.create_box': (params, call) => create(call, params, () => box(params, call)),

  'geometry.create_sphere': (params, call) =>
    create(call, params, () => call.kernel.sphere(worldFrame(params.center), params.radius)),

  'geometry.create_cylinder': (params, call) =>
    create(call, params, () => call.kernel.cylinder(base(params), params.radius, params.height, params.cap)),

  'geometry.create_cone': (params, call) =>
    create(call, params, () => call.kernel.cone(base(params), params.radius, params.height, params.cap)),

  'geometry.create_torus': (params, call) =>
    create(call, params, () => {
      const { major_radius, minor_radius } = params
      if (minor_radius < major_radius) return call.kernel.torus(base(params), major_radius, minor_radius)
      throw new Fault('INVALID_PARAMS', `A tube of ${minor_radius} does not fit into a ring of ${major_radius}.`, {
        parameter: 'minor_radius',
        next: 'Make minor_radius less than major_radius.',
      })
    }),
} satisfies Handlers

function box(params: ParamsOf<'geometry.create_box'>, { kernel }: Call): BrepGeometry {
  const { corner, width, depth, height, plane, corners } = params
  if (corners) return kernel.boxFromCorners(corners)
  if (width === undefined || depth === undefined || height === undefined) {
    throw new Fault('INVALID_PARAMS', 'A box needs width, depth and height.', {
      parameter: width === undefined ? 'width' : depth === undefined ? 'depth' : 'height',
      next: 'Send width, depth and height in model units, or the eight corners.',
    })
  }
  return kernel.box(plane ? toFrame(plane, 'plane') : worldFrame(corner), width, depth, height)
}

/** Where a cylinder, a cone or a torus stands. */
function base(params: { base_center?: Point | undefined; base_plane?: PlaneInput | undefined }): Frame {
  return params.base_plane ? toFrame(params.base_plane, 'base_plane') : worldFrame(params.base_center)
}
