import { BufferAttribute, BufferGeometry, Group, LineSegments, Mesh, type MeshBasicMaterial, Points } from 'three'
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js'
import type { DisplayObject } from '../../../src/shared/view.ts'
import { decode, type Extent, extentOf } from './decode.ts'
import type { Materials, Standing } from './Materials.ts'
import { writeText } from './text.ts'

const FLOATS_PER_SEGMENT = 6
/** An object with more edges than this gets hairlines. */
const FAT_SEGMENTS = 4_000

/** One object of the document on the stage: faces, edges, points, text. Frees what it holds with `dispose`. */
export class Shape {
  readonly group = new Group()
  readonly key: string
  readonly extent: Extent | null
  /** False where the host has sent nothing to draw of it. */
  readonly visible: boolean
  readonly #color: readonly number[]
  readonly #faces: Mesh | null = null
  readonly #edges: Float32Array | null
  /** Its edges are those of every face of a mesh, not of a solid. */
  readonly #wires: boolean
  #fat: LineSegments2 | null = null
  #thin: LineSegments | null = null
  readonly #points: Points | null = null
  readonly #text: Mesh<BufferGeometry, MeshBasicMaterial> | null = null

  /** Throws where the object's buffers make no sense. */
  constructor(object: DisplayObject) {
    const { positions, normals, triangles, edges, points, ...rest } = decode(object)
    this.key = object.key
    this.extent = extentOf({ positions, normals, triangles, edges, points, ...rest })
    this.visible = this.extent !== null || object.text !== undefined
    this.#color = object.color
    this.#wires = object.kind === 'mesh' || object.kind === 'subd'
    if (positions) this.#faces = this.#add(new Mesh(facesOf(positions, normals, triangles)))
    this.#edges = edges && edges.length > 0 ? edges : null
    if (points) {
      const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(points, 3))
      this.#points = this.#add(new Points(geometry))
    }
    if (object.text) this.#text = this.#add(writeText(object.text))
  }

  #add<T extends Mesh | Points | LineSegments | LineSegments2>(child: T): T {
    this.group.add(child)
    return child
  }

  /** `crowded`: one of very many, whose plain edges are drawn as hairlines. */
  style(materials: Materials, standing: Standing, crowded: boolean): void {
    if (this.#faces) this.#faces.material = materials.faces(this.#color, standing)
    if (this.#edges) this.#drawEdges(this.#edges, materials, standing, crowded)
    if (this.#points) this.#points.material = materials.points(this.#color, standing)
    if (this.#text) materials.letter(this.#text.material, this.#color, standing)
  }

  #drawEdges(edges: Float32Array, materials: Materials, standing: Standing, crowded: boolean): void {
    const many = edges.length / FLOATS_PER_SEGMENT > FAT_SEGMENTS
    const thin = this.#faces !== null && (this.#wires || many || (crowded && standing === 'plain'))
    if (thin) {
      const geometry = () => new BufferGeometry().setAttribute('position', new BufferAttribute(edges, 3))
      this.#thin ??= this.#add(new LineSegments(geometry()))
      this.#thin.material = materials.hairlines(this.#wires ? (many ? 'many wires' : 'wires') : 'edges', standing)
    } else {
      this.#fat ??= this.#add(new LineSegments2(new LineSegmentsGeometry().setPositions(edges)))
      this.#fat.material = materials.lines(this.#faces ? null : this.#color, standing)
    }
    if (this.#thin) this.#thin.visible = thin
    if (this.#fat) this.#fat.visible = !thin
  }

  dispose(): void {
    for (const child of [this.#faces, this.#fat, this.#thin, this.#points, this.#text]) child?.geometry.dispose()
    this.#text?.material.map?.dispose()
    this.#text?.material.dispose()
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
