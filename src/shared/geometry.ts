import { z } from 'zod'

/** [x, y, z] in model units. */
export type Point = [number, number, number]
export type Vector = Point
/** [r, g, b], each 0 to 255. */
export type Color = [number, number, number]

export interface BoundingBox {
  min: Point
  max: Point
}

/** Exactly three numbers. The runtime schema is a plain array, because vendors refuse tuples in tool schemas. */
export const point = () => z.array(z.number()).length(3) as unknown as z.ZodType<Point, Point>

export const boundingBox = () => z.object({ min: point(), max: point() })

/** What an object is, in Rhino's words; `unsupported` is kept and written back but cannot be edited by this host. */
export const OBJECT_KINDS = [
  'point',
  'point_cloud',
  'curve',
  'surface',
  'brep',
  'extrusion',
  'mesh',
  'subd',
  'annotation',
  'block_instance',
  'light',
  'unsupported',
] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]

export const UNIT_SYSTEMS = [
  'none',
  'microns',
  'millimeters',
  'centimeters',
  'decimeters',
  'meters',
  'kilometers',
  'inches',
  'feet',
  'yards',
  'miles',
  'other',
] as const
export type UnitSystem = (typeof UNIT_SYSTEMS)[number]

/** What stands after a number on screen: "mm", "in"; empty where the document has no unit. */
export const UNIT_ABBREVIATION: Record<UnitSystem, string> = {
  none: '',
  microns: 'µm',
  millimeters: 'mm',
  centimeters: 'cm',
  decimeters: 'dm',
  meters: 'm',
  kilometers: 'km',
  inches: 'in',
  feet: 'ft',
  yards: 'yd',
  miles: 'mi',
  other: '',
}
