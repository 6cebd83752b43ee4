import type { BoundingBox } from '../../shared/geometry.ts'
import type { Document } from '../document/document.ts'
import type { DocumentObject } from '../document/entry.ts'
import type { Frame } from '../geometry.ts'
import type { Camera } from '../picture/camera.ts'
import type { Grid } from '../picture/grid.ts'
import { type DisplayStyle, drawClearPicture, drawPicture } from '../picture/picture.ts'
import { colorOf } from './describe.ts'
import { lengthOf, subtract, worldFrame } from './frame.ts'

export interface Shot {
  readonly camera: Camera
  readonly style: DisplayStyle
  readonly width: number
  readonly height: number
  /** What there is to see, which sets the size of the grid. */
  readonly bounds: BoundingBox | null
}

/** A PNG of these objects, base64. */
export function photograph(doc: Document, objects: readonly DocumentObject[], shot: Shot): string {
  const { camera, style, width, height, bounds } = shot
  const drawn = objects.map((object) => ({
    mesh: doc.measures.mesh(object.geometry),
    color: colorOf(doc, object),
    selected: doc.selection.has(object.id),
  }))
  return drawPicture(drawn, camera, { width, height, style, grid: gridFor(camera, bounds) }).toString('base64')
}

/**
 * The same to be kept beside a turn: no selection, which is of one moment, and no ground, so that it lies on a light page
 * and on a dark one.
 */
export function photographForTurn(doc: Document, objects: readonly DocumentObject[], shot: Shot): string {
  const { camera, style, width, height, bounds } = shot
  const drawn = objects.map((object) => ({ mesh: doc.measures.mesh(object.geometry), color: colorOf(doc, object) }))
  const grid = { ...gridFor(camera, bounds), faint: true }
  return drawClearPicture(drawn, camera, { width, height, style, grid }).toString('base64')
}

/** A grid of a size that suits the model, on the plane that the camera looks at. */
function gridFor(camera: Camera, bounds: BoundingBox | null): Grid {
  const size = bounds ? lengthOf(subtract(bounds.max, bounds.min)) : 0
  const spacing = size > 0 ? 10 ** Math.ceil(Math.log10(size / 40)) : 1
  return { frame: planeOf(camera), spacing, lines: 50, majorEvery: 5 }
}

function planeOf({ projection, location, target }: Camera): Frame {
  const [x, y, z] = subtract(target, location).map(Math.abs) as [number, number, number]
  if (projection === 'perspective' || (z >= x && z >= y)) return worldFrame()
  if (y >= x) return { origin: [0, 0, 0], x: [1, 0, 0], y: [0, 0, 1], z: [0, -1, 0] }
  return { origin: [0, 0, 0], x: [0, 1, 0], y: [0, 0, 1], z: [1, 0, 0] }
}
