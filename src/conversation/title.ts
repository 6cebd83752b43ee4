/** Longest title that a prompt is shortened to, in characters, the ellipsis included. */
export const MAX_TITLE = 60

/** A conversation's title from its first prompt: one line, cut at a word boundary, "…" where something is missing. */
export function titleFromPrompt(prompt: string): string {
  const line = oneLine(prompt)
  const characters = [...new Intl.Segmenter().segment(line.slice(0, MAX_TITLE * 20))].map(({ segment }) => segment)
  if (characters.length <= MAX_TITLE) return characters.join('')
  const room = characters.slice(0, MAX_TITLE - 1)
  const boundary = characters[MAX_TITLE - 1] === ' ' ? room.length : room.lastIndexOf(' ')
  const kept = boundary > 0 ? room.slice(0, boundary) : room
  return `${kept.join('').replace(/[\s,;:.–-]+$/u, '')}…`
}

/**
 * Text as it fits in a list: blanks for line breaks and control characters, which the store could not keep, and nothing that
 * turns the direction of what stands around it.
 */
export function oneLine(text: string): string {
  return text
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
