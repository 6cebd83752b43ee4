/** A line as a person types it, in its words: "a 'b c'" is a and b c. Quotes keep words together; no other signs count. */
export function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )
}

/** The same back in one line. */
export function joinWords(words: readonly string[]): string {
  return words
    .map((word) => (/^$|[\s"']/.test(word) ? (word.includes('"') ? `'${word}'` : `"${word}"`) : word))
    .join(' ')
}
