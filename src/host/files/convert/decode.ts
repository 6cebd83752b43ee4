import type { CommonObject } from 'rhino3dm'
import type { EncodedObject } from '../model.ts'
import type { Rhino } from '../rhino/load.ts'

/** What the bytes we write ourselves are: the form openNURBS 8.35 writes for Rhino 6 and later. */
const OURS = { archive: 60, opennurbs: -1869833980 }

/** An object of bytes that were a file's. Null where rhino3dm does not know the class. The caller frees it. */
export function decode(rhino: Rhino, { archive, opennurbs, bytes }: Omit<EncodedObject, 'objectType'>) {
  const data = Buffer.from(bytes).toString('base64')
  return rhino.CommonObject.decode({ version: 10000, archive3dm: archive, opennurbs, data }) as CommonObject | null
}

/** An object of a class chunk we wrote. The caller frees it. */
export function decodeNew(rhino: Rhino, bytes: Uint8Array): CommonObject {
  const object = decode(rhino, { ...OURS, bytes })
  if (!object) throw new Error('openNURBS could not read what was written for it.')
  return object
}
