import type { BRepAdaptor_Curve2d, BRepAdaptor_Surface, TopoDS_Face, TopoDS_Shape } from 'replicad-opencascadejs'
import { anatomyOf } from './anatomy.ts'
import type { Core, Keep } from './core.ts'
import { partsOf } from './explore.ts'
import { integrate } from './length.ts'
import { cross, length } from './space.ts'
import { fromDir } from './vocabulary.ts'

/** Relative error asked of the kernel. Without one it takes too few points on rational surfaces and along free curves. */
const EPSILON = 1e-7

/** The area of all faces. */
export function areaOf(core: Core, keep: Keep, raw: TopoDS_Shape): number {
  const known = core.known.get(raw)
  if (known) return known.area
  const { oc } = core
  if (anatomyOf(core, keep, raw).plain) {
    const properties = keep(new oc.GProp_GProps())
    oc.BRepGProp.SurfaceProperties(raw, properties, false, false)
    return properties.Mass()
  }
  let sum = 0
  for (const part of partsOf(oc, keep, raw, 'FACE')) {
    const face = keep(oc.TopoDS.Face(part))
    const surface = keep(new oc.BRepAdaptor_Surface(face, true))
    switch (surface.GetType()) {
      case oc.GeomAbs_SurfaceType.GeomAbs_SurfaceOfExtrusion:
        sum += sweptArea(core, keep, face, surface, 'u')
        break
      case oc.GeomAbs_SurfaceType.GeomAbs_SurfaceOfRevolution:
        sum += sweptArea(core, keep, face, surface, 'v')
        break
      default: {
        const properties = keep(new oc.GProp_GProps())
        oc.BRepGProp.SurfaceProperties(face, properties, EPSILON, false)
        sum += properties.Mass()
      }
    }
  }
  return sum
}

/**
 * The kernel's area of a swept face is up to 1 % wrong, whatever error is asked of it. But there the stretch of the
 * surface depends on one parameter alone (`along`), so that by Green's theorem the area is an integral round the border:
 * of the other parameter times the stretch.
 */
function sweptArea(core: Core, keep: Keep, face: TopoDS_Face, surface: BRepAdaptor_Surface, along: 'u' | 'v'): number {
  const { oc } = core
  const { TopAbs_REVERSED } = oc.TopAbs_Orientation
  let sum = 0
  for (const part of partsOf(oc, keep, face, 'EDGE')) {
    const edge = keep(oc.TopoDS.Edge(part))
    const border = keep(new oc.BRepAdaptor_Curve2d(edge, face))
    const turn = edge.Orientation() === TopAbs_REVERSED ? -1 : 1
    sum += turn * borderIntegral(border, surface, along)
  }
  return Math.abs(sum)
}

function borderIntegral(border: BRepAdaptor_Curve2d, surface: BRepAdaptor_Surface, along: 'u' | 'v'): number {
  const [first, last] = [border.FirstParameter(), border.LastParameter()]
  const at = (t: number): { u: number; v: number; du: number; dv: number } => {
    const [point, slope] = [border.EvalD0(t), border.EvalDN(t, 1)]
    const values = { u: point.X(), v: point.Y(), du: slope.X(), dv: slope.Y() }
    point.delete()
    slope.delete()
    return values
  }
  const stretch = (u: number, v: number): number =>
    length(cross(fromDir(surface.EvalDN(u, v, 1, 0)), fromDir(surface.EvalDN(u, v, 0, 1))))
  const density = (share: number): number => {
    const { u, v, du, dv } = at(first + (last - first) * share)
    const step = along === 'u' ? du : dv
    return step === 0 ? 0 : (along === 'u' ? v : u) * step * stretch(u, v)
  }
  return (last - first) * integrate(density)
}
