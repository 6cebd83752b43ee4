import { extname } from 'node:path'
import { Fault } from '../../wire/fault.ts'
import { archiveVersion } from './archive/chunk.ts'

/** Formats the embedded host reads and writes. */
export type FileFormat = '3dm' | 'step' | 'stl' | 'obj'

const EXTENSIONS: Readonly<Record<string, FileFormat>> = {
  '.3dm': '3dm',
  '.3dmbak': '3dm',
  '.step': 'step',
  '.stp': 'step',
  '.stl': 'stl',
  '.obj': 'obj',
}

const NAMES: Readonly<Record<FileFormat, string>> = { '3dm': 'Rhino', step: 'STEP', stl: 'STL', obj: 'OBJ' }

/** The format a file's name promises. A Fault that lists what there is where the host knows no such format. */
export function formatOfPath(path: string): FileFormat {
  const extension = extname(path).toLowerCase()
  const format = EXTENSIONS[extension]
  if (format) return format
  const what = extension ? `Files that end in ${extension} are` : 'A file without an ending is'
  throw new Fault('NOT_IMPLEMENTED', `${what} not among the formats the embedded host knows.`, {
    parameter: 'file_path',
    next: 'Use .3dm, .step, .stl or .obj; other formats need Rhino.',
  })
}

/** What the bytes show themselves to be, or null where they could be several things. */
export function formatOfBytes(bytes: Uint8Array): FileFormat | null {
  if (archiveVersion(bytes) !== null) return '3dm'
  const head = Buffer.from(bytes.subarray(0, 512)).toString('latin1').trimStart()
  if (head.startsWith('ISO-10303-21')) return 'step'
  if (isBinaryStl(bytes) || /^solid\b[\s\S]*\bfacet\b/.test(head)) return 'stl'
  if (/^(?:#[^\n]*\n|\s)*(?:mtllib|o|g|v|usemtl)\s/.test(head)) return 'obj'
  return null
}

/** Binary STL has no mark of its own; its length follows from the count of triangles at byte 80. */
function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.length < 84) return false
  const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true)
  return count > 0 && bytes.length === 84 + count * 50
}

/** Refuses bytes that are plainly another format than the one asked for, naming both. */
export function checkFormat(bytes: Uint8Array, wanted: FileFormat): void {
  const found = formatOfBytes(bytes)
  if (found === null || found === wanted) return
  throw new Fault(
    'OPERATION_FAILED',
    `This is ${article(found)} ${NAMES[found]} file, though its name says ${NAMES[wanted]}.`,
    { parameter: 'file_path', next: `Give the file the ending .${found} and read it again.` },
  )
}

function article(format: FileFormat): string {
  return format === 'obj' || format === 'stl' ? 'an' : 'a'
}
