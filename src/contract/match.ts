/** A result is described by example: an object's named parts, a list's items one by one, numbers to within a hair. */

/** Relative above 1, absolute below. */
const HAIR = 1e-6

/** Where `actual` is not what `expected` describes, in words: "objects[0].length: 5, not 4". Empty where it is. */
export function differences(actual: unknown, expected: unknown, at = ''): string[] {
  const differs = () => [`${at || 'the result'}: ${short(actual)}, not ${short(expected)}`]
  if (typeof expected === 'number') return isNear(actual, expected, HAIR) ? [] : differs()
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return differs()
    const length = actual.length === expected.length ? [] : [`${at}: ${actual.length} items, not ${expected.length}`]
    return [...length, ...expected.flatMap((item, index) => differences(actual[index], item, `${at}[${index}]`))]
  }
  if (!isRecord(expected)) return Object.is(actual, expected) ? [] : differs()
  const [name, ...more] = Object.keys(expected)
  if (name?.startsWith('$') && more.length === 0) return holds(name, actual, expected[name]) ? [] : differs()
  if (!isRecord(actual)) return differs()
  return Object.entries(expected).flatMap(([key, part]) =>
    differences(actual[key], part, at === '' ? key : `${at}.${key}`),
  )
}

const fits = (actual: unknown, expected: unknown) => differences(actual, expected).length === 0

/** What cannot be said by example: {"$size": 3}. */
function holds(matcher: string, actual: unknown, wanted: unknown): boolean {
  switch (matcher) {
    case '$is':
      return (Array.isArray(actual) ? 'array' : actual === null ? 'null' : typeof actual) === wanted
    case '$near': {
      const [value, by] = wanted as [number, number]
      return typeof actual === 'number' && Math.abs(actual - value) <= by
    }
    case '$size':
      return Array.isArray(actual) && actual.length === wanted
    case '$over':
      return typeof actual === 'number' && actual > Number(wanted)
    case '$text':
      return typeof actual === 'string' && new RegExp(String(wanted), 'u').test(actual)
    case '$not':
      return !fits(actual, wanted)
    case '$has':
      return Array.isArray(actual) && (wanted as unknown[]).every((item) => actual.some((one) => fits(one, item)))
    case '$lacks':
      return Array.isArray(actual) && !actual.some((one) => fits(one, wanted))
    case '$only':
      return Array.isArray(actual) && sameItems(actual, wanted as unknown[])
    default:
      throw new Error(`There is no matcher ${matcher}.`)
  }
}

/** Each item of one list fits one of the other, whatever their order. */
function sameItems(actual: readonly unknown[], wanted: readonly unknown[]): boolean {
  const left = [...actual]
  for (const item of wanted) {
    const found = left.findIndex((one) => fits(one, item))
    if (found < 0) return false
    left.splice(found, 1)
  }
  return left.length === 0
}

const isNear = (actual: unknown, expected: number, by: number) =>
  typeof actual === 'number' && Math.abs(actual - expected) <= by * Math.max(1, Math.abs(expected))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
