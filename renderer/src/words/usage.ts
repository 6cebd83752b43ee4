import type { TurnUsage } from '../../../src/shared/usage.ts'
import { number } from './numbers.ts'

/** "840", "12.4 k", "1.2 M" */
export function tokens(n: number): string {
  if (n < 1000) return number(n, 0)
  return n < 999_500 ? `${number(n / 1e3, n < 99_950 ? 1 : 0)} k` : `${number(n / 1e6, 1)} M`
}

/** "0.03 USD"; small sums keep two digits that say something. */
export function money(amount: number, currency: string): string {
  const decimals = amount >= 0.01 || amount === 0 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(amount)))
  return `${number(amount, decimals)} ${currency}`
}

/** "12.4 k tokens · 0.03 USD"; null where the agent tells nothing. */
export function usageLine({ input, cached, output, cost }: TurnUsage): string | null {
  const known = [input, cached, output].filter((n) => n !== null)
  const parts = [
    known.length > 0 && `${tokens(known.reduce((sum, n) => sum + n, 0))} tokens`,
    cost && money(cost.amount, cost.currency),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : null
}

/** The same piece by piece: "3.1 k read, 9.2 k of them known already, 110 written". */
export function usageDetail({ input, cached, output, context }: TurnUsage): string {
  const parts = [
    input !== null && `${tokens(input)} read`,
    cached !== null && cached > 0 && `${tokens(cached)} read from the cache`,
    output !== null && `${tokens(output)} written`,
    context && `${number((100 * context.used) / Math.max(1, context.size), 0)} % of what it can have in mind`,
  ].filter(Boolean)
  return parts.join(', ')
}
