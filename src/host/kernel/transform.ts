import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { BoundingBox, Point } from '../../shared/geometry.ts'
import type { Geometry, Kernel, Matrix, MeshGeometry, OpaqueGeometry, TextGeometry } from '../geometry.ts'
import type { Core } from './core.ts'
import { deformedBrep } from './deform/brep.ts'
import { deformedCurve } from './deform/curve.ts'
import { type Affine, affine, after, mapCoordinates, mapPoint, mapVector } from './matrix.ts'
import { boxOfCoordinates } from './measure.ts'
import { cross, length, unit } from './space.ts'

export function transforms(core: Core): Pick<Kernel, 'transform'> {
  return {
    transform(geometry: Geometry, matrix: Matrix): Geometry {
      const map = affine(matrix)
      switch (geometry.kind) {
        case 'brep':
          return core.brep((map.uniform === null ? deformedBrep : moved)(core, core.raw(geometry), map))
        case 'curve':
          return core.curve((map.uniform === null ? deformedCurve : moved)(core, core.raw(geometry), map))
        case 'point':
          return { kind: 'point', at: mapPoint(map, geometry.at) }
        case 'mesh':
          return movedMesh(geometry, map)
        case 'text':
          return movedText(geometry, map)
        case 'opaque':
          return movedOpaque(geometry, matrix, map)
      }
    },
  }
}

/** Moves, turns, mirrors and even scales: every surface stays what it is, a sphere a sphere. */
function moved(core: Core, raw: TopoDS_Shape, { columns: [x, y, z], offset: t }: Affine): TopoDS_Shape {
  const { oc } = core
  return core.run({ tried: 'transform the object', next: 'Check the transform.' }, (keep) => {
    const map = keep(new oc.gp_Trsf())
    map.SetValues(x[0], y[0], z[0], t[0], x[1], y[1], z[1], t[1], x[2], y[2], z[2], t[2])
    return keep(new oc.BRepBuilderAPI_Transform(raw, map, true, false)).Shape()
  })
}

/** A mirror turns triangles inside out, so their corners change places. */
function movedMesh(mesh: MeshGeometry, map: Affine): MeshGeometry {
  const triangles = mesh.triangles.slice()
  if (map.determinant < 0) {
    for (let at = 0; at + 2 < triangles.length; at += 3) {
      const [b, c] = [triangles[at + 1] ?? 0, triangles[at + 2] ?? 0]
      triangles[at + 1] = c
      triangles[at + 2] = b
    }
  }
  return { ...mesh, vertices: mapCoordinates(map, mesh.vertices), triangles }
}

/** Text keeps its letters upright and readable: it moves, turns and grows, but is never slanted or mirrored. */
function movedText(text: TextGeometry, map: Affine): TextGeometry {
  const along = mapVector(map, text.frame.x)
  const up = mapVector(map, text.frame.y)
  const x = unit(along)
  const z = unit(cross(along, up))
  const y = cross(z, x)
  return {
    ...text,
    frame: { origin: mapPoint(map, text.frame.origin), x, y, z },
    height: text.height * length(up),
  }
}

function movedOpaque(opaque: OpaqueGeometry, matrix: Matrix, map: Affine): OpaqueGeometry {
  return {
    ...opaque,
    transform: opaque.transform ? after(matrix, opaque.transform) : [...matrix],
    bounds: opaque.bounds ? movedBounds(opaque.bounds, map) : null,
  }
}

function movedBounds({ min, max }: BoundingBox, map: Affine): BoundingBox | null {
  const corners: number[] = []
  for (let corner = 0; corner < 8; corner += 1) {
    const point: Point = [corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]]
    corners.push(...mapPoint(map, point))
  }
  return boxOfCoordinates(corners)
}
