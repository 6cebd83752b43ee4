import { Fault } from '../../../wire/fault.ts'
import type { MeshGeometry } from '../../geometry.ts'
import { type HostKernel, Notes } from '../convert/context.ts'
import type { FileModel, FileNote } from '../model.ts'
import { plainModel } from './model.ts'
import { triangulate, VertexTable } from './triangles.ts'

const HEADER = 80
const RECORD = 50

/** STL says no unit; whoever reads it must be told. */
const NO_UNITS = 'STL files have no units: the numbers were taken as they are.'

/** Binary STL: every triangle with its normal, in single precision. */
export function writeStl(kernel: HostKernel, model: FileModel): { bytes: Uint8Array; notes: FileNote[] } {
  const notes = new Notes()
  const parts = triangulate(kernel, model, notes, 'STL')
  const count = parts.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0)
  const bytes = Buffer.alloc(HEADER + 4 + count * RECORD)
  bytes.write(`Tickbird, units: ${model.units}`, 0, HEADER, 'latin1')
  bytes.writeUInt32LE(count, HEADER)
  let at = HEADER + 4
  for (const { mesh } of parts) {
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      const corners = [0, 1, 2].map((k) => cornerOf(mesh.vertices, mesh.triangles[t + k] ?? 0))
      for (const [x = 0, y = 0, z = 0] of [normalOf(corners), ...corners]) {
        at = bytes.writeFloatLE(z, bytes.writeFloatLE(y, bytes.writeFloatLE(x, at)))
      }
      at = bytes.writeUInt16LE(0, at)
    }
  }
  notes.add('units', `STL files have no units: the numbers are ${model.units}.`)
  return { bytes, notes: notes.list() }
}

function cornerOf(vertices: Float64Array, index: number): number[] {
  return [...vertices.subarray(index * 3, index * 3 + 3)]
}

function normalOf([a = [], b = [], c = []]: readonly number[][]): number[] {
  const [u, v] = [b, c].map((end) => end.map((value, k) => value - (a[k] ?? 0))) as [number[], number[]]
  const [ux = 0, uy = 0, uz = 0] = u
  const [vx = 0, vy = 0, vz = 0] = v
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const length = Math.hypot(...normal)
  return length > 0 ? normal.map((value) => value / length) : [0, 0, 0]
}

/** Reads binary and text STL as one mesh a solid, joined where corners are the same. */
export function readStl(bytes: Uint8Array): { model: FileModel; notes: FileNote[] } {
  const notes = new Notes()
  notes.add('units', NO_UNITS)
  const solids = isBinary(bytes) ? [readBinary(bytes)] : readText(Buffer.from(bytes).toString('latin1'))
  const objects = solids.filter(({ geometry }) => geometry.triangles.length > 0)
  if (objects.length === 0) throw damaged('has no triangles')
  return { model: plainModel(objects, 'none'), notes: notes.list() }
}

/** A text STL begins with "solid", but some binary ones do too: there the length tells. */
function isBinary(bytes: Uint8Array): boolean {
  const count = bytes.length >= HEADER + 4 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(HEADER, true) : 0
  if (bytes.length === HEADER + 4 + count * RECORD) return true
  return !/^\s*solid\b/.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))
}

function readBinary(bytes: Uint8Array): { name: string; geometry: MeshGeometry } {
  if (bytes.length < HEADER + 4) throw damaged('is cut off in its header')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint32(HEADER, true)
  if (bytes.length < HEADER + 4 + count * RECORD) {
    throw damaged(`is cut off: it says it has ${count} triangles, and has ${Math.floor((bytes.length - 84) / RECORD)}`)
  }
  const table = new VertexTable()
  const triangles: number[] = []
  for (let t = 0; t < count; t++) {
    for (let corner = 1; corner <= 3; corner++) {
      const at = HEADER + 4 + t * RECORD + corner * 12
      const [x, y, z] = [0, 4, 8].map((offset) => view.getFloat32(at + offset, true)) as [number, number, number]
      if (!Number.isFinite(x + y + z)) throw damaged(`has no number at byte ${at}`)
      triangles.push(table.add(x, y, z))
    }
  }
  return { name: '', geometry: mesh(table, triangles) }
}

function readText(text: string): { name: string; geometry: MeshGeometry }[] {
  return text
    .split(/\bendsolid\b[^\n]*/)
    .filter((part) => part.includes('vertex'))
    .map((part) => {
      const table = new VertexTable()
      const triangles = [...part.matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/g)].map(([whole, ...numbers]) => {
        const [x, y, z] = numbers.map(Number) as [number, number, number]
        if (!Number.isFinite(x + y + z)) throw damaged(`has no numbers in "${whole.slice(0, 60)}"`)
        return table.add(x, y, z)
      })
      if (triangles.length % 3 !== 0) throw damaged('ends in the middle of a triangle')
      return { name: /\bsolid[ \t]+([^\n\r]*)/.exec(part)?.[1]?.trim() ?? '', geometry: mesh(table, triangles) }
    })
}

function mesh(table: VertexTable, triangles: readonly number[]): MeshGeometry {
  const whole = { vertices: Float64Array.from(table.coordinates), triangles: Uint32Array.from(triangles) }
  return { kind: 'mesh', ...whole, quads: new Uint32Array() }
}

function damaged(what: string): Fault {
  return new Fault('OPERATION_FAILED', `The STL file ${what}.`, { next: 'Export it again from where it was made.' })
}
