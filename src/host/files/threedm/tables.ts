import type { File3dm } from 'rhino3dm'
import type { Point, Vector } from '../../../shared/geometry.ts'
import type { FileGroup, FileLayer, FileMaterial, FileView } from '../model.ts'
import type { Keep } from '../rhino/load.ts'
import { colorOf, NIL, textPairs } from './vocabulary.ts'

/** The tables of a document as rhino3dm reads them, in their order, which is their index. */

export function readLayers(doc: File3dm, keep: Keep): FileLayer[] {
  const table = keep(doc.layers())
  return range(table.count).map((i) => {
    const layer = keep(table.get(i))
    return {
      id: layer.id,
      parentId: parentOf(layer.parentLayerId),
      name: layer.name,
      fullPath: layer.name,
      color: colorOf(layer.color),
      visible: layer.visible,
      locked: layer.locked,
    }
  })
}

export function parentOf(id: string | undefined): string | null {
  return id === undefined || id === NIL ? null : id
}

/** Layers with their full paths. A parent that is missing adds nothing; a circle of parents ends at its own layer. */
export function withPaths(layers: readonly FileLayer[]): FileLayer[] {
  const byId = new Map(layers.map((layer) => [layer.id, layer]))
  return layers.map((layer) => {
    const path = [layer.name]
    const seen = new Set([layer.id])
    for (let up = byId.get(layer.parentId ?? ''); up && !seen.has(up.id); up = byId.get(up.parentId ?? '')) {
      seen.add(up.id)
      path.unshift(up.name)
    }
    return { ...layer, fullPath: path.join('::') }
  })
}

export function readGroups(doc: File3dm, keep: Keep): FileGroup[] {
  const table = keep(doc.groups())
  return range(table.count).map((i) => {
    const group = keep(table.get(i))
    return { id: group.id, name: group.name }
  })
}

export function readMaterials(doc: File3dm, keep: Keep): FileMaterial[] {
  const table = keep(doc.materials())
  return range(table.count).map((i) => {
    const material = keep(table.get(i))
    return {
      id: material.id,
      name: material.name,
      color: colorOf(material.diffuseColor),
      transparency: material.transparency,
    }
  })
}

export function readUserText(doc: File3dm, keep: Keep): Record<string, string> {
  const table = keep(doc.strings())
  return textPairs(range(table.count).map((i) => table.get(i)))
}

export function readNamedViews(doc: File3dm, keep: Keep): FileView[] {
  const table = keep(doc.namedViews())
  return range(table.count).map((i) => {
    const view = keep(table.get(i))
    // The view owns its viewport: freeing both frees it twice.
    const port = view.getViewport()
    const camera = port.cameraLocation as Point
    const frustum = port.getFrustum() as { left: number; right: number; near: number }
    const target = targetOf(camera, port.cameraDirection as Vector, port.targetPoint as Point)
    const half = (frustum.right - frustum.left) / 2
    const distance = Math.hypot(...target.map((value, k) => value - (camera[k] ?? 0)))
    return {
      name: view.name,
      camera,
      target,
      up: port.cameraUp as Vector,
      projection: port.isPerspectiveProjection ? 'perspective' : 'parallel',
      lens: port.camera35mmLensLength,
      halfWidth: port.isPerspectiveProjection && frustum.near > 0 ? (half * distance) / frustum.near : half,
    }
  })
}

/** A view without a target (Rhino's unset value is about −1.23e308) looks at the point its direction leads to. */
function targetOf(camera: Point, direction: Vector, target: Point): Point {
  if (target.every((value) => Math.abs(value) < 1e300)) return target
  return [camera[0] + direction[0], camera[1] + direction[1], camera[2] + direction[2]]
}

/** Parents before children, else in the file's order. A circle of parents is opened at its first layer. */
export function parentsFirst(layers: readonly FileLayer[]): FileLayer[] {
  const byId = new Map(layers.map((layer) => [layer.id, layer]))
  const sorted = new Set<FileLayer>()
  for (const layer of layers) {
    const line: FileLayer[] = []
    for (let up: FileLayer | undefined = layer; up && !sorted.has(up) && !line.includes(up); ) {
      line.unshift(up)
      up = byId.get(up.parentId ?? '')
    }
    for (const next of line) sorted.add(next)
  }
  return [...sorted]
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}
