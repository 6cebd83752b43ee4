import { kindOf } from '../document/measures.ts'
import { objectBrief } from '../document/summary.ts'
import { cameraOf, viewNamed } from '../document/views.ts'
import type { Call, Handlers } from './call.ts'
import { documentName, HOST_LABEL } from './identity.ts'

/** Objects and selected ones that the overview lists. */
const LISTED = 50

export const context = {
  'context.get'(_params, call) {
    const { doc, connection } = call
    const selected = [...doc.selection].map((id) => doc.object(id))
    const newest = doc.tables.sorted('object').slice(-LISTED).toReversed()
    const view = viewNamed(doc.views)
    const camera = cameraOf(view, doc.shownBounds())
    const open = doc.turns.of(connection) ?? [...doc.turns].find((turn) => turn.connection !== null)
    return {
      document: overview(call),
      selection: { count: selected.length, objects: selected.slice(0, LISTED).map((one) => objectBrief(doc, one)) },
      objects: newest.map((one) => objectBrief(doc, one)),
      view: {
        name: view.name,
        projection: camera.projection,
        camera: camera.location,
        target: camera.target,
        display_mode: view.displayMode,
      },
      layers: layersInUse(call),
      grasshopper: { loaded: false, document: null },
      open_turn: open?.id ?? null,
      busy: null,
      host: { kind: 'embedded' as const, label: HOST_LABEL },
    }
  },
} satisfies Handlers

function overview({ doc }: Call) {
  const kinds: Record<string, number> = {}
  for (const object of doc.tables.map('object').values()) kinds[kindOf(object)] = (kinds[kindOf(object)] ?? 0) + 1
  const { units, tolerances } = doc.settings
  return {
    serial: doc.serial,
    name: documentName(doc),
    path: doc.path,
    modified: doc.modified,
    revision: doc.revision,
    units,
    absolute_tolerance: tolerances.absolute,
    angle_tolerance: (tolerances.angleRadians * 180) / Math.PI,
    object_count: doc.tables.map('object').size,
    layer_count: doc.tables.map('layer').size,
    kinds,
    bounding_box: doc.shownBounds(),
  }
}

function layersInUse({ doc }: Call) {
  const counts = objectsPerLayer(doc.tables.map('object').values())
  const { currentLayerId } = doc.settings
  return doc.layers.all().map((layer) => ({
    path: doc.layers.path(layer),
    objects: counts.get(layer.id) ?? 0,
    current: layer.id === currentLayerId,
    visible: layer.visible,
    locked: layer.locked,
  }))
}

export function objectsPerLayer(objects: Iterable<{ readonly layerId: string }>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { layerId } of objects) counts.set(layerId, (counts.get(layerId) ?? 0) + 1)
  return counts
}
