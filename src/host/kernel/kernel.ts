import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { BrepGeometry, CurveGeometry, Geometry, Kernel, Shape } from '../geometry.ts'
import { booleans } from './boolean.ts'
import { Core } from './core.ts'
import { curves } from './curves.ts'
import { descriptions } from './describe.ts'
import { display } from './display.ts'
import { edgesOf } from './explore.ts'
import { loadOpenCascade, type OpenCascade } from './load.ts'
import { measure } from './measure.ts'
import { primitives } from './primitives.ts'
import { rounding } from './rounding.ts'
import { sweeps } from './sweep.ts'
import { withTemporaries } from './temporaries.ts'
import { transforms } from './transform.ts'

/** The door for the host's own file readers and writers, which work on the kernel's shapes themselves. */
export interface KernelInternals {
  readonly oc: OpenCascade
  /** Borrowed: valid while someone keeps `shape`; never delete or change it. */
  raw(shape: Shape): TopoDS_Shape
  /** Takes ownership of a face, shell, solid or compound: one reference, the caller's. */
  adoptBrep(raw: TopoDS_Shape): BrepGeometry
  /** Takes ownership of an edge or wire: one reference, the caller's. */
  adoptCurve(raw: TopoDS_Shape): CurveGeometry
  /** Runs `work` on the edges in the order their indices count (see explore.ts); they are deleted afterwards. */
  withEdges<T>(raw: TopoDS_Shape, work: (edges: readonly TopoDS_Shape[]) => T): T
}

/** Loads OpenCASCADE (about a second, 100 MB) and gives the kernel over it. */
export async function createKernel(): Promise<Kernel & KernelInternals> {
  const oc = await loadOpenCascade()
  const core = new Core(oc)
  const shapeOf = (geometry: Geometry): Shape | null =>
    geometry.kind === 'brep' || geometry.kind === 'curve' ? geometry.shape : null

  return {
    version: 'OpenCASCADE 8.0 (replicad-opencascadejs 1.1.0)',
    get liveShapes() {
      return core.shapes.live
    },
    retain(geometry: Geometry) {
      const shape = shapeOf(geometry)
      if (shape) core.shapes.retain(shape)
    },
    release(geometry: Geometry) {
      const shape = shapeOf(geometry)
      if (shape) core.shapes.release(shape)
    },
    ...primitives(core),
    ...curves(core),
    ...booleans(core),
    ...rounding(core),
    ...sweeps(core),
    ...transforms(core),
    ...descriptions(core),
    ...measure(core),
    ...display(core),

    oc,
    raw: (shape: Shape) => core.shapes.raw(shape),
    adoptBrep: (raw: TopoDS_Shape) => core.brep(raw),
    adoptCurve: (raw: TopoDS_Shape) => core.curve(raw),
    withEdges: <T>(raw: TopoDS_Shape, work: (edges: readonly TopoDS_Shape[]) => T): T =>
      withTemporaries((keep) => work(edgesOf(oc, keep, raw))),
  }
}
