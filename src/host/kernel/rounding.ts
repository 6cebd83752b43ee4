import type { TopoDS_Shape } from 'replicad-opencascadejs'
import { Fault } from '../../wire/fault.ts'
import type { BrepGeometry, Geometry, Kernel } from '../geometry.ts'
import { invalid, positive } from './check.ts'
import type { Core } from './core.ts'
import { edgesOf } from './explore.ts'
import { unwrapped } from './solid.ts'

type Rounding = Pick<Kernel, 'filletEdges' | 'chamferEdges'>

interface Way {
  readonly maker: 'BRepFilletAPI_MakeFillet' | 'BRepFilletAPI_MakeChamfer'
  readonly tried: string
  readonly size: string
}

const FILLET: Way = { maker: 'BRepFilletAPI_MakeFillet', tried: 'round the edges', size: 'radius' }
const CHAMFER: Way = { maker: 'BRepFilletAPI_MakeChamfer', tried: 'chamfer the edges', size: 'distance' }

export function rounding(core: Core): Rounding {
  return {
    filletEdges: (brep, edges, radius) => worked(core, FILLET, brep, edges, radius),
    chamferEdges: (brep, edges, distance) => worked(core, CHAMFER, brep, edges, distance),
  }
}

function worked(core: Core, way: Way, geometry: Geometry, indices: readonly number[], size: number): BrepGeometry {
  positive(size, way.size)
  if (geometry.kind !== 'brep') {
    throw invalid(
      'object_id',
      `Only solids and polysurfaces have edges to work on; this is a ${geometry.kind}.`,
      'Name a solid.',
    )
  }
  if (indices.length === 0) throw invalid('edge_indices', 'No edge is named.', 'Name at least one edge by its index.')
  const raw = core.raw(geometry)
  const made = attempt(core, way, raw, indices, size)
  if (made) return core.brep(made)
  const fits = largestThatWorks(core, way, raw, indices, size)
  const edges = indices.length === 1 ? `edge ${indices[0]}` : `these ${indices.length} edges`
  throw new Fault('OPERATION_FAILED', `A ${way.size} of ${size} does not fit on ${edges}.`, {
    tried: way.tried,
    parameter: way.size,
    next:
      fits === null ? `Try a smaller ${way.size}, or fewer edges at once.` : `Try a ${way.size} of ${fits} or less.`,
    ...(fits === null ? {} : { fits }),
  })
}

/** The new shape, which the caller owns; null where the kernel finds none or only a broken one. */
function attempt(
  core: Core,
  way: Way,
  raw: TopoDS_Shape,
  indices: readonly number[],
  size: number,
): TopoDS_Shape | null {
  const { oc } = core
  try {
    return core.run({ tried: way.tried, next: `Try a smaller ${way.size}.` }, (keep) => {
      const edges = edgesOf(oc, keep, raw)
      const maker = keep(new oc[way.maker](raw))
      for (const index of new Set(indices)) {
        const edge = edges[index]
        if (!edge) {
          throw invalid(
            'edge_indices',
            `There is no edge ${index}; the object has ${edges.length} edges, 0 to ${edges.length - 1}.`,
            'List the edges of the object first.',
          )
        }
        maker.Add(size, edge)
      }
      maker.Build(keep(new oc.Message_ProgressRange()))
      if (!maker.IsDone()) return null
      const result = keep(maker.Shape())
      return core.isValid(result) ? unwrapped(oc, keep, result) : null
    })
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code === 'OPERATION_FAILED') return null
    throw thrown
  }
}

/** Halves the size a few times: a number that works is a better next step than "smaller". */
function largestThatWorks(
  core: Core,
  way: Way,
  raw: TopoDS_Shape,
  indices: readonly number[],
  size: number,
): number | null {
  let low = 0
  let high = size
  for (let round = 0; round < 4 && (low === 0 || high / low > 1.3); round += 1) {
    const middle = Number((low === 0 ? high / 3 : (low + high) / 2).toPrecision(2))
    const made = attempt(core, way, raw, indices, middle)
    if (made) {
      made.delete()
      low = middle
    } else high = middle
  }
  return low === 0 ? null : low
}
