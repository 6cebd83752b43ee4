import type { UnitSystem } from './geometry.ts'

const METERS: Readonly<Record<UnitSystem, number | null>> = {
  none: null,
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
  other: null,
}

/** By what lengths grow when a model of one unit goes into another; null where a unit has no size. */
export function unitFactor(from: UnitSystem, to: UnitSystem): number | null {
  if (from === to) return 1
  const [a, b] = [METERS[from], METERS[to]]
  return a === null || b === null ? null : a / b
}
