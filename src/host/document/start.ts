import { randomUUID } from 'node:crypto'
import type { UnitSystem } from '../../shared/geometry.ts'
import type { FileModel } from '../files/model.ts'
import { BLACK } from './layers.ts'

/** A new document: one layer, millimetres, a hundredth of a unit, one degree. */
export function emptyModel(units: UnitSystem = 'millimeters'): FileModel {
  const id = randomUUID()
  return {
    units,
    tolerances: { absolute: 0.01, angleRadians: Math.PI / 180, relative: 0.01 },
    layers: [{ id, parentId: null, name: 'Default', fullPath: 'Default', color: BLACK, visible: true, locked: false }],
    currentLayerId: id,
    groups: [],
    objects: [],
    materials: [],
    blocks: [],
    namedViews: [],
    userText: {},
    base: null,
  }
}
