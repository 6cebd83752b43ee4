import type { Color, UnitSystem } from '../../../shared/geometry.ts'
import type { FileSource } from '../model.ts'
import type { Rhino } from '../rhino/load.ts'

/** Rhino's numbers and words for things, in ours and back. */

/** rhino3dm's enumerations are objects with a `value` at run time, though they are declared as numbers. */
export function enumValue(member: unknown): number {
  if (typeof member === 'number') return member
  const value = (member as { value?: unknown } | null | undefined)?.value
  return typeof value === 'number' ? value : -1
}

/** ON::LengthUnitSystem. */
const UNITS: ReadonlyMap<number, UnitSystem> = new Map<number, UnitSystem>([
  [0, 'none'],
  [1, 'microns'],
  [2, 'millimeters'],
  [3, 'centimeters'],
  [4, 'meters'],
  [5, 'kilometers'],
  [8, 'inches'],
  [9, 'feet'],
  [10, 'miles'],
  [14, 'decimeters'],
  [19, 'yards'],
])

export function unitsOf(member: unknown): UnitSystem {
  return UNITS.get(enumValue(member)) ?? 'other'
}

/** rhino3dm's member for a unit; null for "other", which only a file that has one can keep. */
export function unitMember(rhino: Rhino, units: UnitSystem): unknown {
  for (const member of Object.values(rhino.UnitSystem)) {
    if (UNITS.get(enumValue(member)) === units) return member
  }
  return null
}

const SOURCES: readonly FileSource[] = ['layer', 'object', 'material', 'parent']

export function sourceOf(member: unknown): FileSource {
  return SOURCES[enumValue(member)] ?? 'layer'
}

export function colorSourceMember(rhino: Rhino, source: FileSource) {
  const { ColorFromLayer, ColorFromObject, ColorFromMaterial, ColorFromParent } = rhino.ObjectColorSource
  return { layer: ColorFromLayer, object: ColorFromObject, material: ColorFromMaterial, parent: ColorFromParent }[
    source
  ]
}

export function materialSourceMember(rhino: Rhino, source: FileSource) {
  const { MaterialFromLayer, MaterialFromObject, MaterialFromParent } = rhino.ObjectMaterialSource
  return {
    layer: MaterialFromLayer,
    object: MaterialFromObject,
    material: MaterialFromObject,
    parent: MaterialFromParent,
  }[source]
}

export function colorOf(raw: unknown): Color {
  const { r = 0, g = 0, b = 0 } = (raw ?? {}) as { r?: number; g?: number; b?: number }
  return [r, g, b]
}

export function rhinoColor([r, g, b]: Color): { r: number; g: number; b: number; a: number } {
  return { r, g, b, a: 255 }
}

export const NIL = '00000000-0000-0000-0000-000000000000'

/** Pairs of user text as rhino3dm gives them. */
export function textPairs(raw: unknown): Record<string, string> {
  const pairs: Record<string, string> = {}
  if (!Array.isArray(raw)) return pairs
  for (const pair of raw) {
    if (Array.isArray(pair) && typeof pair[0] === 'string') pairs[pair[0]] = String(pair[1] ?? '')
  }
  return pairs
}
