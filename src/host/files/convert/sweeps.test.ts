import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { Brep } from 'rhino3dm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BrepGeometry, OpaqueGeometry } from '../../geometry.ts'
import { createKernel } from '../../kernel/kernel.ts'
import { plainModel } from '../exchange/model.ts'
import { readFile, writeBytes } from '../files.ts'
import { loadRhino, type Rhino, withHandles } from '../rhino/load.ts'
import { brepFromRhino } from './brep-from-rhino.ts'
import { brepToRhino } from './brep-to-rhino.ts'
import { type HostKernel, Notes } from './context.ts'

let kernel: HostKernel
let rhino: Rhino

beforeAll(async () => {
  kernel = await createKernel()
  rhino = await loadRhino()
})

/** A wavy surface turned about z, from 0 to `angle`. */
function revolved(angle: number): TopoDS_Shape {
  const { oc } = kernel
  const profile = kernel.interpolatedCurve(
    [
      [1, 0, 0],
      [3, 0, 3],
      [2, 0, 6],
      [4, 0, 9],
    ],
    3,
  )
  const axis = new oc.gp_Ax1(new oc.gp_Pnt(0, 0, 0), new oc.gp_Dir(0, 0, 1))
  return new oc.BRepPrimAPI_MakeRevol(kernel.raw(profile.shape), axis, angle, true).Shape()
}

function offset(shape: TopoDS_Shape, by: number): TopoDS_Shape {
  const maker = new kernel.oc.BRepOffsetAPI_MakeOffsetShape()
  maker.PerformBySimple(shape, by)
  return maker.Shape()
}

function conversion() {
  return { rhino, kernel, tolerance: 0.001, notes: new Notes() }
}

describe('surfaces of revolution and their offsets', () => {
  it.each([
    ['turned all round', () => revolved(2 * Math.PI), 1e-6],
    ['turned in part', () => revolved(1.3), 1e-6],
    ['offset', () => offset(revolved(2 * Math.PI), 0.2), 1e-4],
  ])('%s: a valid Brep of the same area, there and back', (_, make, slack) => {
    const geometry = kernel.adoptBrep(make())
    const context = conversion()
    const back = withHandles(rhino, (keep) => {
      const { geometry: brep } = brepToRhino(context, 'id', geometry, keep)
      expect(brep).toBeInstanceOf(rhino.Brep)
      expect(brep.isValid).toBe(true)
      return brepFromRhino(context, brep as Brep, keep).geometry
    })
    expect(context.notes.list()).toEqual([])
    expect(Math.abs(kernel.area(back!)! / kernel.area(geometry)! - 1)).toBeLessThan(slack)
  })
})

describe('a surface that cannot be written exactly', () => {
  /** The offset of an extrusion has no end for the kernel, which then cannot convert it. */
  function stubborn(): BrepGeometry {
    const wave = kernel.interpolatedCurve(
      [
        [0, 0, 0],
        [3, 0, 3],
        [6, 0, 1],
      ],
      3,
    )
    return kernel.adoptBrep(offset(kernel.raw(kernel.extrude(wave, [0, 10, 0], false).shape), 0.3))
  }

  it('becomes a mesh that says so, in a note and in its user text', async () => {
    const model = plainModel([{ name: 'odd', geometry: stubborn() }], 'millimeters')
    const { bytes, notes } = await writeBytes(model, { format: '3dm' }, kernel)
    expect(notes).toEqual([expect.objectContaining({ code: 'fallback_mesh', ids: [model.objects[0]!.id] })])
    const { model: back } = await readFile(bytes, null, kernel)
    expect(back.objects).toMatchObject([
      { id: model.objects[0]!.id, name: 'odd', fileType: 'Mesh', userText: { 'embedded.fallback': 'mesh' } },
    ])
  })
})

describe('a Brep that the kernel cannot take whole', () => {
  it('stays as it is, shown by the faces that could be made, and is written back untouched', async () => {
    const doc = new rhino.File3dm()
    const box = rhino.Brep.createFromBoundingBox(new rhino.BoundingBox([0, 0, 0], [4, 5, 6]))
    doc.objects().addBrep(box, new rhino.ObjectAttributes())
    const sewing = kernel.oc.BRepBuilderAPI_Sewing.prototype
    const { NbFreeEdges } = sewing
    // Stands for a file whose faces do not meet: the kernel is made to say so.
    sewing.NbFreeEdges = () => 1
    try {
      const bytes = doc.toByteArray()
      const { model, notes } = await readFile(bytes, null, kernel)
      expect(notes).toMatchObject([{ code: 'kept_opaque', ids: [model.objects[0]!.id] }])
      const geometry = model.objects[0]!.geometry as OpaqueGeometry
      expect(geometry).toMatchObject({ kind: 'opaque', objectType: 'Brep', bounds: { min: [0, 0, 0], max: [4, 5, 6] } })
      expect(geometry.preview!.triangles.length / 3).toBe(12)
      expect(
        Buffer.compare(Buffer.from((await writeBytes(model, { format: '3dm' }, kernel)).bytes), Buffer.from(bytes)),
      ).toBe(0)
    } finally {
      sewing.NbFreeEdges = NbFreeEdges
    }
  })
})
