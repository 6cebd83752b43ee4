import { UNIT_SYSTEMS, type UnitSystem } from '../../../shared/geometry.ts'
import { Fault } from '../../../wire/fault.ts'
import type { MeshGeometry } from '../../geometry.ts'
import { type HostKernel, Notes } from '../convert/context.ts'
import type { FileModel, FileNote } from '../model.ts'
import { plainModel } from './model.ts'
import { type Triangulated, triangulate } from './triangles.ts'

/** Wavefront OBJ: one `o` an object, quads of meshes kept, the unit in a comment (the format has no place for it). */
export function writeObj(kernel: HostKernel, model: FileModel): { bytes: Uint8Array; notes: FileNote[] } {
  const notes = new Notes()
  const lines = ['# Tickbird', `# Units: ${model.units}`]
  let first = 1
  for (const part of triangulate(kernel, model, notes, 'OBJ')) {
    lines.push(`o ${part.object.name.replaceAll(/\s+/g, '_') || part.object.id}`)
    const { vertices } = part.mesh
    for (let i = 0; i < vertices.length; i += 3) lines.push(`v ${vertices[i]} ${vertices[i + 1]} ${vertices[i + 2]}`)
    for (const face of facesOf(part)) lines.push(`f ${face.map((index) => index + first).join(' ')}`)
    first += vertices.length / 3
  }
  notes.add('units', `OBJ files have no units: the numbers are ${model.units}, said in a comment.`)
  return { bytes: Buffer.from(`${lines.join('\n')}\n`, 'utf8'), notes: notes.list() }
}

function facesOf({ object, mesh }: Triangulated): number[][] {
  const quads = new Set(object.geometry.kind === 'mesh' ? object.geometry.quads : [])
  const faces: number[][] = []
  const corner = (at: number): number => mesh.triangles[at] ?? 0
  for (let t = 0; t * 3 < mesh.triangles.length; t++) {
    const at = t * 3
    if (quads.has(t)) {
      faces.push([corner(at), corner(at + 1), corner(at + 2), corner(at + 5)])
      t++
    } else {
      faces.push([corner(at), corner(at + 1), corner(at + 2)])
    }
  }
  return faces
}

/** One object on its way: the file's vertices it uses, in the order it first does. */
class ObjMesh {
  readonly name: string
  readonly #local = new Map<number, number>()
  readonly #triangles: number[] = []
  readonly #quads: number[] = []

  constructor(name: string) {
    this.name = name
  }

  /** More than four corners become a fan. */
  addFace(corners: readonly number[]): void {
    const indices = corners.map((corner) => {
      const known = this.#local.get(corner) ?? this.#local.size
      this.#local.set(corner, known)
      return known
    })
    if (indices.length === 4) this.#quads.push(this.#triangles.length / 3)
    for (let i = 2; i < indices.length; i++) {
      this.#triangles.push(indices[0] ?? 0, indices[i - 1] ?? 0, indices[i] ?? 0)
    }
  }

  geometry(points: readonly number[]): MeshGeometry | null {
    if (this.#triangles.length === 0) return null
    const vertices = new Float64Array(this.#local.size * 3)
    for (const [corner, index] of this.#local) vertices.set(points.slice(corner * 3, corner * 3 + 3), index * 3)
    const quads = Uint32Array.from(this.#quads)
    return { kind: 'mesh', vertices, triangles: Uint32Array.from(this.#triangles), quads }
  }
}

/** Reads the polygons of an OBJ file, one mesh for each of its objects or groups. Curves and materials are left out. */
export function readObj(bytes: Uint8Array): { model: FileModel; notes: FileNote[] } {
  const notes = new Notes()
  const points: number[] = []
  let units: UnitSystem = 'none'
  let current = new ObjMesh('')
  const meshes = [current]
  const lines = Buffer.from(bytes).toString('utf8').split(/\r?\n/)
  lines.forEach((line, i) => {
    const [word, ...rest] = line.trim().split(/\s+/)
    switch (word) {
      case 'v':
        points.push(...numbersOf(rest.slice(0, 3), i))
        break
      case 'f':
        current.addFace(rest.map((corner) => cornerOf(corner, points.length / 3, i)))
        break
      case 'o':
      case 'g':
        current = new ObjMesh(rest.join(' '))
        meshes.push(current)
        break
      case '#':
        units = unitsOf(rest) ?? units
        break
      case 'l':
      case 'p':
      case 'curv':
      case 'surf':
        notes.add('skipped', 'Lines, points and free-form shapes of the OBJ file were left out.')
        break
      default:
        break
    }
  })
  const objects = meshes.flatMap(({ name }, i) => {
    const geometry = meshes[i]?.geometry(points)
    return geometry ? [{ name, geometry }] : []
  })
  if (objects.length === 0) throw damaged('has no faces', null)
  if (units === 'none') notes.add('units', 'OBJ files have no units: the numbers were taken as they are.')
  return { model: plainModel(objects, units), notes: notes.list() }
}

/** "# Units: millimeters", as we and Rhino write it. */
function unitsOf(words: readonly string[]): UnitSystem | null {
  if (words[0]?.toLowerCase() !== 'units:') return null
  const name = words[1]?.toLowerCase()
  return UNIT_SYSTEMS.find((unit) => unit === name) ?? null
}

function numbersOf(words: readonly string[], line: number): number[] {
  const numbers = words.map(Number)
  if (numbers.length === 3 && numbers.every(Number.isFinite)) return numbers
  throw damaged('has a vertex that is not three numbers', line)
}

/** "7", "7/2", "7//3": one-based, or counted back from the last vertex. */
function cornerOf(word: string, count: number, line: number): number {
  const number = Number(word.split('/')[0])
  const index = number < 0 ? count + number : number - 1
  if (Number.isInteger(index) && index >= 0 && index < count) return index
  throw damaged(`has a face with the corner "${word.slice(0, 20)}", which does not exist`, line)
}

function damaged(what: string, line: number | null): Fault {
  const where = line === null ? '' : ` (line ${line + 1})`
  return new Fault('OPERATION_FAILED', `The OBJ file ${what}${where}.`, {
    next: 'Export it again from where it was made.',
  })
}
