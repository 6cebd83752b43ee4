import { randomUUID } from 'node:crypto'
import type { UnitSystem } from '../../../shared/geometry.ts'
import type { Geometry } from '../../geometry.ts'
import type { FileModel } from '../model.ts'

/** What a format without layers, groups and the like holds. */
export interface PlainObject {
  readonly name: string
  readonly geometry: Geometry
}

/** A model of such a file: everything on one layer, with Rhino's usual tolerances. */
export function plainModel(objects: readonly PlainObject[], units: UnitSystem): FileModel {
  const layer = randomUUID()
  return {
    units,
    tolerances: { absolute: 0.001, angleRadians: Math.PI / 180, relative: 0.01 },
    layers: [
      {
        id: layer,
        parentId: null,
        name: 'Default',
        fullPath: 'Default',
        color: [0, 0, 0],
        visible: true,
        locked: false,
      },
    ],
    currentLayerId: layer,
    groups: [],
    objects: objects.map(({ name, geometry }) => ({
      id: randomUUID(),
      geometry,
      name,
      layerId: layer,
      color: [0, 0, 0],
      colorSource: 'layer',
      visible: true,
      locked: false,
      groupIds: [],
      userText: {},
      materialId: null,
      materialSource: 'layer',
      fileType: null,
      originId: null,
    })),
    materials: [],
    blocks: [],
    namedViews: [],
    userText: {},
    base: null,
  }
}
