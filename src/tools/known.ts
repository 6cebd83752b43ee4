import { methodNames } from './registry.ts'

/** Every name a caller may reasonably use, second names included. Sorted. */
export const KNOWN_METHODS: readonly string[] = [...methodNames].sort()

const known = new Set(KNOWN_METHODS)

/** True for names that deserve NOT_IMPLEMENTED rather than NOT_FOUND where nobody handles them. */
export const isKnownMethod = (method: string): boolean => known.has(method)
