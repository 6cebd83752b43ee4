import { execFileSync } from 'node:child_process'

/** Ids of this process' descendants whose command line holds the word, the deepest last. Not on Windows. */
export function descendants(word: string): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((row) => (row ? [{ pid: Number(row[1]), parent: Number(row[2]), args: row[3] ?? '' }] : []))
  const below = (parent: number): typeof rows =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)])
  return below(process.pid)
    .filter(({ args }) => args.includes(word) && !args.startsWith('/bin/sh -c read'))
    .map(({ pid }) => pid)
}
