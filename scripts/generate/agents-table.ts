import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SUPPORT } from '../../src/agents/detect/supports.ts'

const BEGIN = '<!-- agents: made by npm run generate -->'
const END = '<!-- end of agents -->'

const ROWS = [
  ['agent', 'tried with', 'after a restart', 'tells', 'models', 'its own shell and file tools'],
  ...SUPPORT.map(({ title, tried, resumes, tells, models, ownTools }) => [
    title,
    tried,
    resumes,
    tells,
    models,
    ownTools,
  ]),
]

/** The README with the table of agents as the sources have it. Run from the project's folder. */
export function readmeWithAgents(): string {
  const readme = readFileSync(join(process.cwd(), 'README.md'), 'utf8').replaceAll('\r\n', '\n')
  const [before, rest] = readme.split(BEGIN)
  const [, after] = (rest ?? '').split(END)
  if (before === undefined || after === undefined) throw new Error(`README.md has lost its marks ${BEGIN} … ${END}.`)
  return `${before}${BEGIN}\n\n${table(ROWS)}\n\n${END}${after}`
}

/** Every column as wide as its widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
