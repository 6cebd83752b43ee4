/** One line of the bench: a ratio within this run, against its limit where it has one. */
export interface Measured {
  what: string
  ours: number
  unit: string
  /** What it is compared with, in the same unit; null for a plain number. */
  base: number | null
  limit: number | null
  /** Where the limit comes from decides how it reads: a ratio, or the number itself. */
  kind: 'ratio' | 'number'
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Median ms of `times` runs after `warm` ones that do not count. */
export async function timed(times: number, work: () => unknown, warm = Math.ceil(times / 5)): Promise<number> {
  for (let run = 0; run < warm; run++) await work()
  const taken: number[] = []
  for (let run = 0; run < times; run++) {
    const begun = performance.now()
    await work()
    taken.push(performance.now() - begun)
  }
  return median(taken)
}

/**
 * Medians of two kinds of work, run in turn after `warm` runs that do not count: what else the machine does then hits both
 * alike.
 */
export async function timedInTurn(
  times: number,
  ours: () => unknown,
  base: () => unknown,
  warm = Math.ceil(times / 5),
): Promise<{ ours: number; base: number }> {
  const taken = { ours: [] as number[], base: [] as number[] }
  for (let run = -warm; run < times; run++) {
    for (const [name, work] of [
      ['base', base],
      ['ours', ours],
    ] as const) {
      const begun = performance.now()
      await work()
      if (run >= 0) taken[name].push(performance.now() - begun)
    }
  }
  return { ours: median(taken.ours), base: median(taken.base) }
}

export const figureOf = ({ kind, ours, base }: Measured): number => (kind === 'ratio' && base ? ours / base : ours)

export function lineOf(measured: Measured): string {
  const { what, ours, unit, base, limit, kind } = measured
  const value = figureOf(measured)
  const shown = kind === 'ratio' ? `${value.toFixed(2)}×` : `${value.toFixed(1)} ${unit}`
  const detail = base === null ? '' : `  (${ours.toFixed(2)} ${unit} against ${base.toFixed(2)} ${unit})`
  const bound = limit === null ? '' : value <= limit ? `  within ${limit}` : `  OVER ${limit}`
  return `${what.padEnd(58)} ${shown.padStart(12)}${bound}${detail}`
}
