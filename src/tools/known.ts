import golem from './golem.json' with { type: 'json' }
import { methodNames } from './registry.ts'

/**
 * Methods of the contract (§1) that are not defined in this room yet. A host answers NOT_IMPLEMENTED for them, so that a
 * caller can tell "not here yet" from "no such thing". A line goes when its method gets a definition.
 */
export const PLANNED: readonly string[] = [
  'selection.pick',
  'selection.highlight',
  'units.get',
  'units.set',
  'material.list',
  'material.create',
  'material.assign',
  'block.define',
  'block.insert',
  'block.list',
  'block.explode',
  'analysis.length',
  'analysis.area',
  'analysis.volume',
  'analysis.centroid',
  'analysis.bounding_box',
  'analysis.closest_point',
  'analysis.curvature',
  'analysis.distance',
  'analysis.check',
  'grasshopper.search',
  'grasshopper.describe',
  'grasshopper.place',
  'grasshopper.connect',
  'grasshopper.read_graph',
  'grasshopper.apply_graph',
  'grasshopper.solve',
]

/** Every name a caller may reasonably use: what is defined, GOLEM's 138, and what the contract promises. Sorted. */
export const KNOWN_METHODS: readonly string[] = [
  ...new Set([...methodNames, ...golem.methods.map(({ method }) => method), ...PLANNED]),
].sort()

const known = new Set(KNOWN_METHODS)

/** True for names that deserve NOT_IMPLEMENTED rather than NOT_FOUND where nobody handles them. */
export const isKnownMethod = (method: string): boolean => known.has(method)
