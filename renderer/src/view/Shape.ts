import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  Points,
  PointsMaterial,
  type Vector2,
} from 'three'
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js'
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js'
import type { DisplayObject } from '../../../src/shared/view.ts'
import { decode, type Extent, extentOf } from './decode.ts'
import { faceColor, type Palette } from './palette.ts'

export const VIEW_MODES = ['shaded', 'wireframe', 'ghosted'] as const
export type ViewMode = (typeof VIEW_MODES)[number]

/** What is special about an object at the moment. */
export interface Standing {
  readonly selected: boolean
  /** The last turn added or changed it. */
  readonly changed: boolean
  /** A card points at it. */
  readonly lit: boolean
}

const LINE = 1.25
const BOLD_LINE = 2.25
const DARK = '#1d1f22'

/** One object of the document on the stage: faces, edges, points, text. Frees what it holds with `dispose`. */
export class Shape {
  readonly group = new Group()
  readonly key: string
  readonly extent: Extent | null
  readonly #color: readonly number[]
  readonly #faces: MeshLambertMaterial | null = null
  readonly #lines: LineMaterial | null = null
  readonly #points: PointsMaterial | null = null
  readonly #text: MeshBasicMaterial | null = null
  readonly #isCurve: boolean

  /** Throws where the object's buffers make no sense. */
  constructor(object: DisplayObject) {
    const drawable = decode(object)
    this.key = object.key
    this.extent = extentOf(drawable)
    this.#color = object.color
    this.#isCurve = !drawable.positions
    if (drawable.positions) {
      this.#faces = new MeshLambertMaterial({
        side: DoubleSide,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      })
      this.#add(new Mesh(facesOf(drawable.positions, drawable.normals, drawable.triangles), this.#faces))
    }
    if (drawable.edges && drawable.edges.length > 0) {
      this.#lines = new LineMaterial({ linewidth: LINE })
      const geometry = new LineSegmentsGeometry()
      geometry.setPositions(drawable.edges)
      this.#add(new LineSegments2(geometry, this.#lines))
    }
    if (drawable.points) {
      this.#points = new PointsMaterial({ size: 6, sizeAttenuation: false })
      const geometry = new BufferGeometry()
      geometry.setAttribute('position', new BufferAttribute(drawable.points, 3))
      this.#add(new Points(geometry, this.#points))
    }
    if (object.text) {
      this.#text = new MeshBasicMaterial({ transparent: true, side: DoubleSide, depthWrite: false })
      this.#add(textMesh(object.text, this.#text))
    }
  }

  #add(child: Mesh | Points | LineSegments2): void {
    this.group.add(child)
  }

  style(mode: ViewMode, standing: Standing, palette: Palette): void {
    const { selected, changed, lit } = standing
    const edge = this.#edgeColor(standing, palette)
    if (this.#faces) {
      const color = faceColor(this.#color)
      if (selected) color.lerp(palette.selected, 0.65)
      else if (lit) color.lerp(palette.accent, 0.45)
      else if (changed) color.lerp(palette.accent, 0.12)
      this.#faces.color = color
      this.#faces.visible = mode !== 'wireframe'
      this.#faces.transparent = mode === 'ghosted'
      this.#faces.opacity = mode === 'ghosted' ? 0.35 : 1
      this.#faces.depthWrite = mode !== 'ghosted'
      this.#faces.needsUpdate = true
    }
    if (this.#lines) {
      this.#lines.color = edge
      this.#lines.linewidth = selected || lit || changed ? BOLD_LINE : this.#isCurve ? 1.75 : LINE
    }
    if (this.#points) this.#points.color = edge
    if (this.#text) this.#text.color = edge
  }

  #edgeColor({ selected, changed, lit }: Standing, palette: Palette): Color {
    if (selected) return palette.selected
    if (lit || changed) return palette.accent
    const [r = 0, g = 0, b = 0] = this.#color
    // Curves carry their own colour; black ones take the view's ink, to be seen on a dark ground too.
    if (!this.#isCurve || r + g + b < 60) return palette.edge
    return new Color(r / 255, g / 255, b / 255).convertSRGBToLinear()
  }

  /** Fat lines are drawn in screen space and need its size. */
  resize(size: Vector2): void {
    this.#lines?.resolution.copy(size)
  }

  dispose(): void {
    for (const child of this.group.children) {
      if (child instanceof Mesh || child instanceof Points || child instanceof LineSegments2) child.geometry.dispose()
    }
    this.#faces?.dispose()
    this.#lines?.dispose()
    this.#points?.dispose()
    this.#text?.map?.dispose()
    this.#text?.dispose()
    this.group.removeFromParent()
  }
}

function facesOf(positions: Float32Array, normals: Float32Array | null, triangles: Uint32Array | null): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(positions, 3))
  if (triangles) geometry.setIndex(new BufferAttribute(triangles, 1))
  if (normals) geometry.setAttribute('normal', new BufferAttribute(normals, 3))
  else geometry.computeVertexNormals()
  return geometry
}

/** Text lies in the plane of the ground, its lower left corner where the document has it. */
function textMesh({ value, at, height }: NonNullable<DisplayObject['text']>, material: MeshBasicMaterial): Mesh {
  const px = 64
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  const font = `${px}px "Inter Variable", sans-serif`
  const lines = value.split('\n')
  if (pen) pen.font = font
  canvas.width = Math.min(2048, Math.ceil(Math.max(1, ...lines.map((line) => pen?.measureText(line).width ?? px))))
  canvas.height = Math.min(2048, Math.ceil(px * 1.25 * lines.length))
  if (pen) {
    pen.font = font
    pen.fillStyle = '#ffffff'
    pen.textBaseline = 'middle'
    lines.forEach((line, i) => {
      pen.fillText(line, 0, px * 1.25 * (i + 0.5))
    })
  }
  material.map = new CanvasTexture(canvas)
  material.color = new Color(DARK)
  const scale = height / px
  const mesh = new Mesh(new PlaneGeometry(canvas.width * scale, canvas.height * scale), material)
  mesh.position.set(at[0] + (canvas.width * scale) / 2, at[1] + (canvas.height * scale) / 2, at[2])
  return mesh
}
