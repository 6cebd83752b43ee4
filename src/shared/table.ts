/**
 * A lookup by words that come from outside. It inherits nothing, so that "constructor" or "toString" finds no entry where
 * a plain object would hand out its own machinery.
 */
export const table = <Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null), entries)
