/** Values that a case keeps from its steps, and where they are used again. */
export type Kept = Map<string, unknown>

/** The part of a value at a path like `objects.0.guid`; the value itself at an empty path. */
export function partAt(value: unknown, path: string): unknown {
  if (path === '') return value
  return path.split('.').reduce<unknown>((whole, key) => (whole as Record<string, unknown> | undefined)?.[key], value)
}

/** `given` with every `$name` and `${name}` replaced. Throws where nothing was kept under a name. */
export function filled(given: unknown, kept: Kept): unknown {
  if (typeof given === 'string') return filledText(given, kept)
  if (Array.isArray(given)) return given.map((item) => filled(item, kept))
  if (typeof given !== 'object' || given === null) return given
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, filled(value, kept)]))
}

function filledText(text: string, kept: Kept): unknown {
  const whole = /^\$([a-z]\w*)((?:\.\w+)*)$/.exec(text)
  if (whole) return partAt(named(whole[1] ?? '', kept), (whole[2] ?? '').slice(1))
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(named(name, kept)))
}

function named(name: string, kept: Kept): unknown {
  if (!kept.has(name)) throw new Error(`Nothing was kept as $${name}.`)
  return kept.get(name)
}
