import { randomUUID } from 'node:crypto'
import type { DisplayObject } from '../../shared/view.ts'
import type { Document } from '../document/document.ts'
import type { DocumentObject } from '../document/entry.ts'
import { kindOf } from '../document/measures.ts'
import { compose } from '../document/summary.ts'
import type { Handlers } from './call.ts'
import { colorOf } from './describe.ts'

/** Base64 characters of one answer; what is over comes when the caller asks again with what it has. */
const MAX_CHARACTERS = 32 * 1024 * 1024

export const display = {
  'viewport.display_meshes'({ known, ids }, { doc }) {
    const has = new Set(known)
    const wanted = ids === undefined ? null : new Set(ids)
    const shown = doc.shownObjects()
    const visible = shown.map((object) => ({ guid: object.id, key: keyOf(doc, object) }))
    const objects: DisplayObject[] = []
    let characters = 0
    for (const [at, object] of shown.entries()) {
      const key = visible[at]?.key ?? ''
      if (has.has(key) || (wanted && !wanted.has(object.id))) continue
      const drawn = drawing(doc, object, key)
      characters += sizeOfDrawing(drawn)
      if (characters > MAX_CHARACTERS && objects.length > 0) break
      objects.push(drawn)
    }
    return { revision: doc.revision, objects, visible, selection: [...doc.selection], changed: newestChanges(doc) }
  },
} satisfies Handlers

/** Each value of an object has a number; a value that undo brings back is the same one, and need not be sent again. */
const numbers = new WeakMap<DocumentObject, number>()
let lastNumber = 0
/** Another process counts anew. */
const RUN = randomUUID().slice(0, 8)

function keyOf(doc: Document, object: DocumentObject): string {
  let number = numbers.get(object)
  if (number === undefined) {
    lastNumber += 1
    number = lastNumber
    numbers.set(object, number)
  }
  return `${RUN}.${number}.${colorOf(doc, object).join('-')}`
}

function drawing(doc: Document, object: DocumentObject, key: string): DisplayObject {
  const { geometry } = object
  const mesh = doc.measures.mesh(geometry)
  return {
    guid: object.id,
    kind: kindOf(object),
    name: object.name,
    layer: doc.layers.pathOf(object.layerId),
    color: colorOf(doc, object),
    key,
    ...buffer('positions', mesh.positions),
    ...buffer('normals', mesh.normals),
    ...buffer('triangles', mesh.triangles),
    ...buffer('edges', mesh.edges),
    ...buffer('points', mesh.points),
    ...(geometry.kind === 'text'
      ? { text: { value: geometry.text, at: geometry.frame.origin, height: geometry.height } }
      : {}),
  }
}

type BufferName = 'positions' | 'normals' | 'triangles' | 'edges' | 'points'

function buffer(name: BufferName, { buffer, byteOffset, byteLength }: Float32Array | Uint32Array) {
  return byteLength === 0 ? {} : { [name]: Buffer.from(buffer, byteOffset, byteLength).toString('base64') }
}

function sizeOfDrawing({ positions, normals, triangles, edges, points }: DisplayObject): number {
  return [positions, normals, triangles, edges, points].reduce((sum, text) => sum + (text?.length ?? 0), 0)
}

/** What the newest turn added or changed, as far as it is there. */
function newestChanges(doc: Document): string[] {
  const turn = doc.ledger.done.findLast((record) => record.turn !== null)?.turn
  if (!turn) return []
  return compose(doc.ledger.recordsOf(turn).map((record) => record.changes))
    .filter(({ table, id }) => table === 'object' && doc.tables.get('object', id))
    .map(({ id }) => id)
}
