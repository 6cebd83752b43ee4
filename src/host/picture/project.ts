import { axesOf, type Camera, slopes } from './camera.ts'

/**
 * From the model to the picture. Screen units are samples (two to a pixel each way), x to the right, y down. The third
 * number is nearness: larger is nearer, and it runs evenly across a flat face on screen (depth itself does not, in
 * perspective).
 */
export interface Projection {
  readonly perspective: boolean
  /** Samples for one model unit (parallel), or for one unit sideways at distance one (perspective). */
  readonly scale: number
  readonly near: number
  /** Nearness of something a little in front: near · factor + term. About a sample and a half nearer. */
  readonly lift: { readonly factor: number; readonly term: number }
  /** Camera coordinates of a point: right, up, distance ahead. Written to `out`. */
  toCamera(x: number, y: number, z: number, out: Float64Array): void
  /** Screen x, screen y, nearness of camera coordinates that are not behind `near`. In place. */
  toScreen(at: Float64Array): void
  /** A direction's right, up and towards-the-viewer parts. Written to `out`. */
  turn(x: number, y: number, z: number, out: Float64Array): void
}

export function projection(camera: Camera, width: number, height: number): Projection {
  const { right, up, forward } = axesOf(camera)
  const [lx, ly, lz] = camera.location
  const toTarget = Math.hypot(camera.target[0] - lx, camera.target[1] - ly, camera.target[2] - lz)
  const perspective = camera.projection === 'perspective'
  const scale = perspective ? height / 2 / slopes(camera, width / height).y : height / camera.height
  const [middleX, middleY] = [width / 2, height / 2]
  return {
    perspective,
    scale,
    near: perspective ? (camera.near ?? toTarget / 1000) : Number.NEGATIVE_INFINITY,
    lift: perspective ? { factor: 1 + 1.5 / scale, term: 0 } : { factor: 1, term: 1.5 / scale },
    toCamera(x, y, z, out) {
      const [dx, dy, dz] = [x - lx, y - ly, z - lz]
      out[0] = dx * right[0] + dy * right[1] + dz * right[2]
      out[1] = dx * up[0] + dy * up[1] + dz * up[2]
      out[2] = dx * forward[0] + dy * forward[1] + dz * forward[2]
    },
    toScreen(at) {
      const [a, b, depth] = at as unknown as [number, number, number]
      const size = perspective ? scale / depth : scale
      at[0] = middleX + a * size
      at[1] = middleY - b * size
      at[2] = perspective ? 1 / depth : toTarget - depth
    },
    turn(x, y, z, out) {
      out[0] = x * right[0] + y * right[1] + z * right[2]
      out[1] = x * up[0] + y * up[1] + z * up[2]
      out[2] = -(x * forward[0] + y * forward[1] + z * forward[2])
    },
  }
}
