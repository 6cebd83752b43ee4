/** Shapes of secrets that agents have been seen to print: vendors' keys, bearer tokens, key=value pairs. */
const SHAPES: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, '$1 •••'],
  [/\bsk-[A-Za-z0-9_*-]{6,}/g, 'sk-•••'],
  [/\bAIza[A-Za-z0-9_-]{10,}/g, 'AIza•••'],
  [/\b(ya29|eyJ)[A-Za-z0-9._-]{12,}/g, '$1•••'],
  [
    /\b([A-Za-z0-9_-]*(?:api[_-]?key|token|secret|password|authorization))(["']?\s*[:=]\s*["']?)[^\s"',;}]{4,}/gi,
    '$1$2•••',
  ],
]

/** Takes secrets out of text that is kept or shown: the given ones literally, and whatever looks like one. */
export function scrub(text: string, secrets: readonly string[] = []): string {
  let clean = text
  for (const secret of secrets) {
    if (secret.length >= 4) clean = clean.replaceAll(secret, '•••')
  }
  for (const [shape, replacement] of SHAPES) clean = clean.replace(shape, replacement)
  return clean
}
