/** The name among `known` that was most likely meant by `name`; undefined where none is close. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = plain(name.slice(0, 100))
  let best: string | undefined
  let bestDistance = Math.ceil(wanted.length / 3) + 1
  for (const candidate of known) {
    const distance = editDistance(wanted, plain(candidate))
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Letters to add, drop, change or swap with their neighbour to get from one word to the other. */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const cost = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= to.length; j++) {
      const change = cost(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swap = swapped ? cost(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(change, swap, cost(i - 1, j) + 1, cost(i, j - 1) + 1))
    }
  }
  return cost(from.length, to.length)
}
