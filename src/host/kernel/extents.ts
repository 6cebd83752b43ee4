import type { Bnd_Box, TopoDS_Shape } from 'replicad-opencascadejs'
import type { BoundingBox } from '../../shared/geometry.ts'
import type { Core, Keep } from './core.ts'
import { partsOf } from './explore.ts'
import { isElementary } from './surface-type.ts'

/** A face whose loose box sticks out of what is known by less than this (its own tolerance) is inside. Model units. */
const SLACK = 3e-7

/**
 * The exact box of a shape. The kernel's own exact box of a curved face searches its extremes, which costs more than
 * the boolean that made it; so the flat faces come first, exact and at once, and only faces whose quick, loose box
 * reaches further are searched.
 */
export function extentsOf(core: Core, keep: Keep, raw: TopoDS_Shape): BoundingBox | null {
  const { oc } = core
  const box = keep(new oc.Bnd_Box())
  const exactly = (shape: TopoDS_Shape) => oc.BRepBndLib.AddOptimal(shape, box, false, false)
  const faces = partsOf(oc, keep, raw, 'FACE')
  if (faces.length === 0) exactly(raw)
  else {
    const flat = faces.filter((face) => isElementary(oc, keep, face, ['PLANE']))
    for (const face of flat) exactly(face)
    for (const face of faces) {
      if (flat.includes(face)) continue
      const loose = keep(new oc.Bnd_Box())
      oc.BRepBndLib.Add(face, loose, false)
      if (!within(loose, box)) exactly(face)
    }
    // Wires and points that stand beside the faces.
    for (const edge of partsOf(oc, keep, raw, 'EDGE', 'FACE')) exactly(edge)
  }
  return boxFrom(box)
}

function within(inner: Bnd_Box, outer: Bnd_Box): boolean {
  const a = boxFrom(inner)
  const b = boxFrom(outer)
  if (!a || !b) return false
  return (
    a.min.every((low, axis) => low >= (b.min[axis] ?? 0) - SLACK) &&
    a.max.every((high, axis) => high <= (b.max[axis] ?? 0) + SLACK)
  )
}

function boxFrom(box: Bnd_Box): BoundingBox | null {
  if (box.IsVoid()) return null
  return {
    min: [box.GetXMin(), box.GetYMin(), box.GetZMin()],
    max: [box.GetXMax(), box.GetYMax(), box.GetZMax()],
  }
}
