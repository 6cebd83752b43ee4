/**
 * Reading what a vendor's program says: its format is not ours, not versioned, and moves. Whatever is not as expected
 * reads as missing, so that a field that moved costs one fact and never the turn.
 */
export type Fields = Readonly<Record<string, unknown>>

export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What may be read aloud of a name or state; never throws, whatever stands there. */
export const named = (value: unknown): string =>
  typeof value === 'object' || typeof value === 'function' ? 'unreadable' : String(value)

export const amount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The words of content blocks, MCP's or a model API's; null where there are none. */
export function wordsOf(content: unknown): string | null {
  if (typeof content === 'string') return text(content)
  const words = list(content).flatMap((block) => {
    const { type, text: said } = fields(block)
    return type === 'text' && typeof said === 'string' ? [said] : []
  })
  return words.length > 0 ? words.join('\n') : null
}
