/** Runs that a tokenizer never joins: letters (with the blank before them), up to three digits, signs. */
const RUNS = /\s?\p{L}+|\p{N}{1,3}|[^\p{L}\p{N}\s]+|\s+/gu
/** Letters of a common English word that one token holds, on the safe side. */
const LETTERS = 7
/** The same where a word has accents or is long, as German ones are. */
const RARE_LETTERS = 3
const LONG = 11

/**
 * How many tokens a text costs a model, at most: a few per cent more than o200k counts for JSON with English in it.
 * A real tokenizer brings megabytes of tables, and clients' models do not share one.
 */
export function tokensAtMost(text: string): number {
  let tokens = 0
  for (const [run] of text.matchAll(RUNS)) tokens += tokensOfRun(run.trim())
  return tokens
}

function tokensOfRun(run: string): number {
  // Other writing has about a token a sign, a picture sign up to three.
  if (/[^\0-\u024f\u2000-\u206f]/u.test(run)) return Math.ceil(run.length * 1.5)
  const rare = run.length > LONG || /[\u0080-\u024f]/u.test(run)
  return Math.ceil(run.length / (rare ? RARE_LETTERS : LETTERS)) || 1
}
