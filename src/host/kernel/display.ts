import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { DisplayMesh, Kernel, OpaqueGeometry } from '../geometry.ts'
import { positive } from './check.ts'
import type { Core, Keep } from './core.ts'
import { affine, mapCoordinates } from './matrix.ts'
import { meshDisplay } from './mesh.ts'
import { textStrokes } from './text.ts'

/**
 * Largest turn between two neighbouring facets, radians (18 on a circle): small fillets look round, and a plate with a
 * hundred holes still meshes in well under a second. Where more is seen, the tolerance asks for it.
 */
const ANGULAR = 0.35

const NOTHING = {
  positions: new Float32Array(),
  normals: new Float32Array(),
  triangles: new Uint32Array(),
  edges: new Float32Array(),
  points: new Float32Array(),
}

export function display(core: Core): Pick<Kernel, 'display'> {
  return {
    display(geometry, tolerance) {
      positive(tolerance, 'tolerance')
      switch (geometry.kind) {
        case 'brep':
        case 'curve':
          return core.run({ tried: 'mesh the object for drawing', next: 'Check the object for bad faces.' }, (keep) =>
            meshed(core, keep, core.raw(geometry), tolerance),
          )
        case 'point':
          return { ...NOTHING, points: new Float32Array(geometry.at) }
        case 'mesh':
          return meshDisplay(geometry)
        case 'text':
          return { ...NOTHING, edges: Float32Array.from(textStrokes(geometry)) }
        case 'opaque':
          return previewed(geometry)
      }
    },
  }
}

/** The preview is in the file's own place; what was done to the object since is applied only here. */
function previewed({ preview, transform }: OpaqueGeometry): DisplayMesh {
  if (!preview) return NOTHING
  const placed = (xyz: Float64Array) => (transform ? mapCoordinates(affine(transform), xyz) : xyz)
  const { triangles, lines } = preview
  const drawn = meshDisplay({ kind: 'mesh', vertices: placed(preview.vertices), triangles, quads: new Uint32Array() })
  return lines ? { ...drawn, edges: Float32Array.from(placed(lines)) } : drawn
}

function meshed(core: Core, keep: Keep, raw: TopoDS_Shape, tolerance: number): DisplayMesh {
  const { oc } = core
  const mesh = keep(oc.ReplicadMeshExtractor.extract(raw, tolerance, ANGULAR, false))
  const lines = keep(oc.ReplicadEdgeMeshExtractor.extract(raw, tolerance, ANGULAR))
  // The memory may have grown and moved with either call, so the buffer is looked up only now.
  const { buffer } = oc.wasmMemory
  const result = {
    positions: new Float32Array(buffer, mesh.getVerticesPtr(), mesh.getVerticesSize()).slice(),
    normals: new Float32Array(buffer, mesh.getNormalsPtr(), mesh.getNormalsSize()).slice(),
    triangles: new Uint32Array(buffer, mesh.getTrianglesPtr(), mesh.getTrianglesSize()).slice(),
    edges: toSegments(
      new Float32Array(buffer, lines.getLinesPtr(), lines.getLinesSize()),
      new Int32Array(buffer, lines.getEdgeGroupsPtr(), lines.getEdgeGroupsSize()),
    ),
    points: NOTHING.points,
  }
  // The triangulation would stay with the shape for as long as undo keeps it.
  oc.BRepTools.Clean(raw, true)
  return result
}

/** Polylines in groups of (first point, number of points, edge hash) to pairs of points. */
function toSegments(lines: Float32Array, groups: Int32Array): Float32Array {
  let count = 0
  for (let g = 0; g < groups.length; g += 3) count += Math.max(0, (groups[g + 1] ?? 0) - 1)
  const segments = new Float32Array(count * 6)
  let at = 0
  for (let g = 0; g < groups.length; g += 3) {
    const first = groups[g] ?? 0
    const last = first + (groups[g + 1] ?? 0) - 1
    for (let point = first; point < last; point += 1) {
      segments.set(lines.subarray(point * 3, point * 3 + 6), at)
      at += 6
    }
  }
  return segments
}
