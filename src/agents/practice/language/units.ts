import type { UnitSystem } from '../../../shared/geometry.ts'

/** Units a length may be written in, and what stands for each in a sentence. */
export const LENGTH_UNITS = {
  um: { meters: 1e-6, words: ['µm', 'um', 'micron', 'microns', 'micrometer', 'micrometers'] },
  mm: { meters: 1e-3, words: ['mm', 'millimeter', 'millimeters', 'millimetre', 'millimetres'] },
  cm: { meters: 1e-2, words: ['cm', 'centimeter', 'centimeters', 'centimetre', 'centimetres'] },
  dm: { meters: 0.1, words: ['dm', 'decimeter', 'decimeters', 'decimetre', 'decimetres'] },
  m: { meters: 1, words: ['m', 'meter', 'meters', 'metre', 'metres'] },
  km: { meters: 1000, words: ['km', 'kilometer', 'kilometers', 'kilometre', 'kilometres'] },
  in: { meters: 0.0254, words: ['in', 'inch', 'inches', '"', '″', '”'] },
  ft: { meters: 0.3048, words: ['ft', 'foot', 'feet', "'", '′', '’'] },
  yd: { meters: 0.9144, words: ['yd', 'yard', 'yards'] },
} as const

export type LengthUnit = keyof typeof LENGTH_UNITS

/** A length as it was written; `unit` null means the document's. */
export interface Length {
  value: number
  unit: LengthUnit | null
}

const METERS_OF_SYSTEM: Partial<Record<UnitSystem, number>> = {
  microns: 1e-6,
  millimeters: 1e-3,
  centimeters: 1e-2,
  decimeters: 0.1,
  meters: 1,
  kilometers: 1000,
  inches: 0.0254,
  feet: 0.3048,
  yards: 0.9144,
  miles: 1609.344,
}

const unitOf = new Map<string, LengthUnit>(
  Object.entries(LENGTH_UNITS).flatMap(([unit, { words }]) => words.map((word) => [word, unit as LengthUnit] as const)),
)

export const lengthUnit = (word: string): LengthUnit | undefined => unitOf.get(word.toLowerCase())

/** In the document's units. A document without a unit takes every number as it stands. */
export function inDocument(length: Length, system: UnitSystem): number {
  const document = METERS_OF_SYSTEM[system]
  if (length.unit === null || document === undefined) return length.value
  const value = (length.value * LENGTH_UNITS[length.unit].meters) / document
  // 25.4 mm is 1 in, not 0.9999999999999999.
  return Number(value.toPrecision(12))
}

export const isConverted = (length: Length, system: UnitSystem): boolean =>
  length.unit !== null && LENGTH_UNITS[length.unit].meters !== METERS_OF_SYSTEM[system]
