import type { ParamsOf } from '../../tools/registry.ts'
import { Fault } from '../../wire/fault.ts'
import type { Call, Handlers } from './call.ts'
import { toFrame, worldFrame } from './frame.ts'
import { create } from './place.ts'

export const creation = {
  'geometry.create_box': (params, call) => create(call, params, 'brep', () => box(params, call)),
} satisfies Handlers

function box(params: ParamsOf<'geometry.create_box'>, { kernel }: Call) {
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
