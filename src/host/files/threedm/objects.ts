import type { ObjectAttributes } from 'rhino3dm'
import type { FileGroup, FileLayer, FileMaterial, FileObject } from '../model.ts'
import { colorOf, enumValue, sourceOf, textPairs } from './vocabulary.ts'

/** Tables by index, as attributes refer to them. */
export interface Tables {
  readonly layers: readonly FileLayer[]
  readonly groups: readonly FileGroup[]
  readonly materials: readonly FileMaterial[]
}

/** ON::object_mode. */
export const MODE = { normal: 0, hidden: 1, locked: 2, blockMember: 3 } as const

/** What attributes say, without the geometry. */
export function readAttributes(
  attributes: ObjectAttributes,
  tables: Tables,
): Omit<FileObject, 'geometry' | 'fileType'> {
  const mode = enumValue(attributes.mode)
  const { id } = attributes
  const groupList: unknown = attributes.groupCount > 0 ? attributes.getGroupList() : []
  const groupIndices = Array.isArray(groupList) ? groupList : []
  return {
    id,
    name: attributes.name,
    layerId: (tables.layers[attributes.layerIndex] ?? tables.layers[0])?.id ?? '',
    color: colorOf(attributes.objectColor),
    colorSource: sourceOf(attributes.colorSource),
    visible: mode !== MODE.hidden,
    locked: mode === MODE.locked,
    groupIds: groupIndices.flatMap((index) => tables.groups[index as number]?.id ?? []),
    userText: textPairs(attributes.getUserStrings()),
    materialId: tables.materials[attributes.materialIndex]?.id ?? null,
    materialSource: sourceOf(attributes.materialSource),
    originId: id,
  }
}
