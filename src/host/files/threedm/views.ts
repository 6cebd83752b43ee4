import type { Archive } from '../archive/archive.ts'
import { openArchive } from '../archive/archive.ts'
import { chunksIn, slice } from '../archive/chunk.ts'
import { CODE } from '../archive/codes.ts'
import { ArchiveWriter } from '../archive/writer.ts'
import type { FileView } from '../model.ts'
import { type Rhino, withHandles } from '../rhino/load.ts'
import { writeDocument } from './document.ts'

/** The record of named views: those that are as they were keep their bytes (clipping, wallpaper, display mode). */
export function namedViewsRecord(
  rhino: Rhino,
  archive: Archive,
  before: readonly FileView[],
  wanted: readonly FileView[],
): Uint8Array {
  const kept = viewChunks(archive)
  const known = new Map(before.map((view, i) => [JSON.stringify(view), kept[i]]))
  const chunks = wanted.map((view) => known.get(JSON.stringify(view)) ?? encodeView(rhino, archive.version, view))
  const out = new ArchiveWriter()
  out.chunk(CODE.namedViews, () => {
    out.i32(chunks.length)
    for (const chunk of chunks) out.whole(chunk)
  })
  return out.done()
}

/** The record begins with a count, then holds one chunk a view, then its CRC. */
function viewChunks(archive: Archive): Uint8Array[] {
  const record = archive.settings.find(({ code }) => code === CODE.namedViews)
  if (!record) return []
  return chunksIn(archive.bytes, record.body + 4, record.end - 4).map((chunk) => slice(archive.bytes, chunk))
}

function encodeView(rhino: Rhino, version: number, view: FileView): Uint8Array {
  const bytes = withHandles(rhino, (keep) => {
    const doc = keep(new rhino.File3dm())
    const port = keep(new rhino.ViewportInfo())
    // Changing the projection moves the camera, so it comes first.
    if (view.projection === 'perspective') port.changeToPerspectiveProjection(50, true, view.lens)
    else port.changeToParallelProjection(true)
    port.setCameraLocation(view.camera)
    port.setCameraDirection(view.target.map((value, k) => value - (view.camera[k] ?? 0)))
    port.setCameraUp(view.up)
    const distance = Math.hypot(...view.target.map((value, k) => value - (view.camera[k] ?? 0)))
    // The frustum is measured at its near side.
    const near = distance / 100
    const half = view.projection === 'parallel' ? view.halfWidth : view.halfWidth / 100
    port.setFrustum(-half, half, -half, half, near, distance * 100)
    if (view.projection === 'perspective') port.camera35mmLensLength = view.lens
    port.targetPoint = view.target
    const info = keep(new rhino.ViewInfo())
    info.name = view.name
    // Declared without its argument.
    ;(info.setViewport as (viewport: unknown) => void).call(info, port)
    keep(doc.namedViews()).add(info)
    return writeDocument(rhino, doc, version, keep)
  })
  const [chunk] = viewChunks(openArchive(bytes))
  if (!chunk) throw new Error(`The view "${view.name}" could not be encoded.`)
  return chunk
}
