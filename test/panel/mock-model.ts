import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  EdgesGeometry,
  ExtrudeGeometry,
  Path,
  Shape,
  SphereGeometry,
} from 'three'
import type { ObjectBrief } from '../../src/shared/change.ts'
import type { Point } from '../../src/shared/geometry.ts'
import type { DisplayObject } from '../../src/shared/view.ts'

/** Geometry for the mock core: enough to see, exact enough to measure on screen. Sizes in mm. */

const base64 = (array: Float32Array | Uint32Array): string =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64')

export interface Solid {
  readonly display: DisplayObject
  readonly brief: ObjectBrief
}

interface Named {
  readonly guid: string
  readonly name: string
  readonly layer?: string
  readonly color?: number[]
}

export function solid(geometry: BufferGeometry, { guid, name, layer = 'Default', color = [0, 0, 0] }: Named): Solid {
  const positions = new Float32Array(geometry.getAttribute('position').array)
  const normals = new Float32Array(geometry.getAttribute('normal').array)
  const index = geometry.getIndex()?.array ?? Array.from({ length: positions.length / 3 }, (_, i) => i)
  const edges = new Float32Array(new EdgesGeometry(geometry, 25).getAttribute('position').array)
  geometry.computeBoundingBox()
  const { min, max } = geometry.boundingBox!
  const size: Point = [max.x - min.x, max.y - min.y, max.z - min.z]
  const display: DisplayObject = {
    guid,
    kind: 'brep',
    name,
    layer,
    color,
    key: `${guid}:${positions.length}:${positions[0]}`,
    positions: base64(positions),
    normals: base64(normals),
    triangles: base64(new Uint32Array(index)),
    edges: base64(edges),
  }
  return { display, brief: { guid, kind: 'brep', name, layer, size } }
}

/** A plate of 40 × 25 × 10 mm; rounded corners and holes as they come, step by step. */
export function plate(guid: string, { radius = 0, holes = false } = {}): Solid {
  const [w, d, h] = [40, 25, 10]
  const outline = new Shape()
  const r = Math.max(radius, 0.001)
  outline.moveTo(r, 0)
  outline.lineTo(w - r, 0)
  outline.absarc(w - r, r, r, -Math.PI / 2, 0)
  outline.lineTo(w, d - r)
  outline.absarc(w - r, d - r, r, 0, Math.PI / 2)
  outline.lineTo(r, d)
  outline.absarc(r, d - r, r, Math.PI / 2, Math.PI)
  outline.lineTo(0, r)
  outline.absarc(r, r, r, Math.PI, 1.5 * Math.PI)
  for (const [x, y] of holes
    ? [
        [6, 6],
        [34, 6],
        [6, 19],
        [34, 19],
      ]
    : []) {
    const hole = new Path()
    hole.absarc(x!, y!, 2.5, 0, 2 * Math.PI, true)
    outline.holes.push(hole)
  }
  return solid(new ExtrudeGeometry(outline, { depth: h, bevelEnabled: false, curveSegments: 24 }), {
    guid,
    name: 'Plate',
    layer: 'Parts::Plates',
  })
}

/** A small assembly of some kinds and colours. */
export function bracket(): Solid[] {
  return [
    solid(new BoxGeometry(60, 40, 6).translate(30, 20, 3), { guid: 'base', name: 'Base', layer: 'Bracket' }),
    solid(new BoxGeometry(6, 40, 40).translate(3, 20, 26), { guid: 'wall', name: 'Wall', layer: 'Bracket' }),
    solid(new CylinderGeometry(8, 8, 14, 48).rotateX(Math.PI / 2).translate(40, 20, 13), {
      guid: 'boss',
      name: 'Boss',
      layer: 'Bracket::Details',
      color: [90, 120, 150],
    }),
    solid(new SphereGeometry(5, 32, 20).translate(40, 20, 24), {
      guid: 'knob',
      name: 'Verschlussschraubendichtungsringabdeckung',
      layer: 'Bracket::Details',
      color: [170, 130, 70],
    }),
  ]
}

/** A picture as the store would keep one: an isometric drawing of the plate, or of nothing. */
export function picture(kind: 'empty' | 'plate' | 'rounded'): { mime: string; data: string } {
  const at = (x: number, y: number, z: number) => `${200 + (x - y) * 4.3},${190 + (x + y) * 1.9 - z * 4.6}`
  const face = (fill: string, ...points: string[]) =>
    `<polygon points="${points.join(' ')}" fill="${fill}" stroke="#26282b" stroke-width="1.2" stroke-linejoin="round"/>`
  const hole = ([x, y]: readonly [number, number]) => {
    const [cx, cy] = at(x, y, 10).split(',')
    return `<ellipse cx="${cx}" cy="${cy}" rx="15" ry="6.6" fill="#8d8c89" stroke="#26282b" stroke-width="1.2"/>`
  }
  const grid = Array.from({ length: 9 }, (_, i) => {
    const k = -20 + i * 10
    return `<path d="M${at(k, -30, 0)} L${at(k, 60, 0)} M${at(-30, k, 0)} L${at(60, k, 0)}" stroke="#d5d3ce" fill="none"/>`
  }).join('')
  const body =
    face('#b9b8b4', at(0, 25, 0), at(40, 25, 0), at(40, 25, 10), at(0, 25, 10)) +
    face('#a3a29e', at(40, 0, 0), at(40, 25, 0), at(40, 25, 10), at(40, 0, 10)) +
    face('#d3d2ce', at(0, 0, 10), at(40, 0, 10), at(40, 25, 10), at(0, 25, 10))
  const holes = (
    [
      [6, 6],
      [34, 6],
      [6, 19],
      [34, 19],
    ] as const
  )
    .map(hole)
    .join('')
  const drawing = kind === 'empty' ? '' : kind === 'plate' ? body : body + holes
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" viewBox="0 0 400 300"><rect width="400" height="300" fill="#e7e6e3"/>${grid}${drawing}</svg>`
  return { mime: 'image/svg+xml', data: Buffer.from(svg).toString('base64') }
}
