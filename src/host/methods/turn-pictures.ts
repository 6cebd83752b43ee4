import type { Document } from '../document/document.ts'
import type { DocumentObject } from '../document/entry.ts'
import { objectsAround } from '../document/past.ts'
import type { Turn } from '../document/turns.ts'
import { styleOf, viewNamed } from '../document/views.ts'
import { zoomTo } from '../picture/camera.ts'
import { photographForTurn } from './picture.ts'

/** The document before and after a turn, from the active view's side, with what changed in the frame. PNG, base64. */
export function picturesOf(
  doc: Document,
  turn: Turn,
  width: number,
  height: number,
): { before: string; after: string } {
  const { before, after } = objectsAround(doc, turn)
  const view = viewNamed(doc.views)
  const bounds = doc.boundsOf(changed(before, after)) ?? doc.boundsOf([...before, ...after])
  const camera = bounds ? zoomTo(view.camera, bounds, width / height) : view.camera
  const shot = { camera, style: styleOf(view.displayMode), width, height, bounds }
  const shoot = (objects: readonly DocumentObject[]) => photographForTurn(doc, doc.shownAmong(objects), shot)
  return { before: shoot(before), after: shoot(after) }
}

/** What is on one side only; a changed object is another value on either side. */
function changed(before: readonly DocumentObject[], after: readonly DocumentObject[]): DocumentObject[] {
  const [old, now] = [new Set(before), new Set(after)]
  return [...before.filter((object) => !now.has(object)), ...after.filter((object) => !old.has(object))]
}
