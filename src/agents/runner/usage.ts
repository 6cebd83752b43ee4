import type { TurnUsage } from '../../shared/usage.ts'
import { amount, fields, text } from '../translator/read.ts'
import { TOKENS_META } from '../usage-meta.ts'

type Tokens = Pick<TurnUsage, 'input' | 'cached' | 'output'>
type Cost = NonNullable<TurnUsage['cost']>

/**
 * What each turn of one session took. Agents tell a session's cost as a sum, which starts again at nothing in a new
 * process; tokens come with the turn's end, from ACP's draft, from Gemini's own place, or from our translators.
 */
export class UsageMeter {
  #context: TurnUsage['context'] = null
  #tokens: Tokens | null = null
  #cost: Cost | null = null
  #costBefore = 0

  begin(): void {
    this.#tokens = null
    this.#costBefore = this.#cost?.amount ?? 0
  }

  /** A `usage_update`. */
  hear(update: unknown): void {
    const { used, size, cost, _meta } = fields(update)
    if (whole(used) !== null && whole(size) !== null && whole(size) !== 0) {
      this.#context = { used: whole(used) as number, size: whole(size) as number }
    }
    const spent = fields(cost)
    const currency = text(spent.currency)
    const value = amount(spent.amount)
    if (currency !== null && value !== null && value >= 0) {
      if (value < (this.#cost?.amount ?? 0)) this.#costBefore = 0
      this.#cost = { amount: value, currency: currency.slice(0, 10) }
    }
    const tokens = fields(fields(_meta)[TOKENS_META])
    if (Object.keys(tokens).length > 0) this.#tokens = tokensOf(tokens)
  }

  /** The turn's, from the answer to its prompt and from what was heard; undefined where nothing was told. */
  end(answer: unknown): TurnUsage | undefined {
    const { usage, _meta } = fields(answer)
    const { inputTokens, cachedReadTokens, outputTokens } = fields(usage)
    const { input_tokens: input, output_tokens: output } = fields(fields(fields(_meta).quota).token_count)
    const said = tokensOf({ input: inputTokens ?? input, cached: cachedReadTokens, output: outputTokens ?? output })
    const counted = said.input === null && said.output === null ? (this.#tokens ?? said) : said
    // A turn that was stopped is told as one without tokens, though it has a cost.
    const tokens = counted.input === 0 && counted.output === 0 ? NOTHING : counted
    const cost = this.#cost && {
      ...this.#cost,
      // To a millionth: sums of floating numbers differ in their last digits.
      amount: Math.round(Math.max(0, this.#cost.amount - this.#costBefore) * 1e6) / 1e6,
    }
    if (tokens.input === null && tokens.output === null && cost === null && this.#context === null) return undefined
    return { ...tokens, cost, context: this.#context }
  }
}

const NOTHING: Tokens = { input: null, cached: null, output: null }

const whole = (value: unknown): number | null => {
  const number = amount(value)
  return number !== null && Number.isInteger(number) && number >= 0 ? number : null
}

const tokensOf = ({ input, cached, output }: Record<string, unknown>): Tokens => ({
  input: whole(input),
  cached: whole(cached),
  output: whole(output),
})
