/** Where the `tickbird` command writes: results on stdout, one JSON value a line; words for people on stderr. */
export const say = {
  json(value: unknown): void {
    process.stdout.write(`${JSON.stringify(value)}\n`)
  },
  text(line: string): void {
    process.stdout.write(`${line}\n`)
  },
  note(line: string): void {
    process.stderr.write(`${line}\n`)
  },
  fail(line: string): void {
    process.stderr.write(`${line}\n`)
  },
}
