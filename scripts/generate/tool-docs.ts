import type { MethodSpec, ToolSpec } from '../../src/tools/define.ts'
import { methods, tools } from '../../src/tools/registry.ts'
import { entriesOf, type ValueEntry } from './method-table.ts'

const namesOf = (spec: MethodSpec) => [spec.method, ...(spec.twins ?? []).map((twin) => twin.method)]

/** What a program wants to know of the tools, without their schemas. */
export function toolList() {
  return {
    tools: tools.map((tool) => ({
      name: tool.name,
      title: tool.title,
      methods: namesOf(tool),
      effect: tool.effect,
      sets: tool.sets,
    })),
  }
}

const INTRODUCTION = `# Tools

Everything an agent can do, as MCP tools and as methods of the wire. This page is made from \`src/tools/\` by
\`npm run generate\`; do not edit it.

- **Lengths** are in the document's units, **angles** in degrees. A point is \`[x, y, z]\`, a colour \`[r, g, b]\` of 0 to 255,
  a layer its full path (\`Arch::Walls\`), an object its id.
- Other spellings are taken too: \`{"x": 1, "y": 2, "z": 3}\`, \`"1,2,3"\`, JSON as text, \`#rrggbb\`, ids with braces or capitals,
  one number for three equal scale factors, \`x-ray\` for \`XRay\`. Null for an optional parameter is as if it were absent.
- **Effect** says what a tool does: *read* nothing changes; *create*, *modify*, *delete* change the document and are undone
  with their turn; *view* changes what is seen or selected; *file* writes or opens files, which undo does not cover; *run*
  runs something else.
- The set *essentials* is what agents get unless they ask for more; *full* is everything.
- Every method also takes \`doc\`, the serial number of a document from \`rhino.list_documents\`.
`

/** The reference for people. */
export function toolPage(): string {
  const others = methods.filter((spec) => !tools.some((tool) => tool.method === spec.method))
  const families = [...new Set(tools.map(familyOf))]
  return `${[
    INTRODUCTION,
    summaryTable(),
    ...families.map((family) =>
      [`## ${family}`, '', ...tools.filter((tool) => familyOf(tool) === family).map(section)].join('\n'),
    ),
    [
      '## Methods without a tool',
      '',
      'For hosts and the panel, on the wire only.',
      '',
      ...others.map(wireSection),
    ].join('\n'),
  ].join('\n')}`
}

const familyOf = ({ method }: MethodSpec) => {
  const name = method.split('.')[0] ?? method
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

function summaryTable(): string {
  const rows = tools.map(
    (tool) =>
      `| [\`${tool.name}\`](#${tool.name}) | ${tool.title} | ${tool.effect} | ${tool.sets.includes('essentials') ? 'essentials' : ''} |`,
  )
  return ['| tool | what | effect | set |', '| --- | --- | --- | --- |', ...rows, ''].join('\n')
}

function section(tool: ToolSpec): string {
  const facts = [
    `Method ${namesOf(tool).map(code).join(', also ')}`,
    `effect *${tool.effect}*`,
    tool.sets.map((set) => `*${set}*`).join(' and '),
    ...(tool.minRhino ? [`Rhino ${tool.minRhino} and later`] : []),
  ]
  return [`### ${tool.name}`, '', tool.description, '', `${facts.join(' · ')}.`, '', ...tables(tool)].join('\n')
}

const wireSection = (spec: MethodSpec) =>
  [`### ${spec.method}`, '', `Effect *${spec.effect}*.`, '', ...tables(spec)].join('\n')

function tables(spec: MethodSpec): string[] {
  const lines: string[] = []
  const params = Object.entries(entriesOf(spec.input, 'input'))
  if (params.length > 0) {
    lines.push('| parameter | type | |', '| --- | --- | --- |')
    for (const [name, entry] of params) {
      const others = (spec.aliases?.[name] ?? []).map((other) =>
        typeof other === 'string' ? code(other) : other.map(code).join(' '),
      )
      const notes = [
        entry.required ? '**required**' : '',
        entry.default === undefined ? '' : `default ${code(JSON.stringify(entry.default))}`,
        (entry.description ?? '').replace(/\.$/, ''),
        spec.input.shape[name]?.meta()?.rare === true ? 'not shown to agents' : '',
        others.length > 0 ? `also taken as ${others.join(', ')}` : '',
      ]
      lines.push(`| ${code(name)} | ${typeText(entry)} | ${cell(notes.filter(Boolean).join('; '))} |`)
    }
    lines.push('')
  }
  const groups = (spec.oneOf ?? []).map((group) => group.map(code).join(' or '))
  if (groups.length > 0) lines.push(`Needs ${groups.join(', and ')}.`, '')
  const results = Object.entries(entriesOf(spec.output, 'output'))
  const texts = results.map(
    ([name, entry]) => `${code(name)} ${typeText(entry)}${entry.required ? '' : ' (not always)'}`,
  )
  lines.push(texts.length > 0 ? `Gives ${texts.join(', ')}.` : 'Gives nothing.', '')
  return lines
}

const code = (text: string) => `\`${text}\``
const cell = (text: string) => text.replaceAll('|', '\\|')

/** "number > 0", "list of points", "one of a, b". */
function typeText(entry: ValueEntry): string {
  const orNull = entry.nullable ? ' or null' : ''
  const kind = KIND_WORDS[entry.kind ?? '']
  if (kind) return `${kind}${orNull}`
  if (entry.enum) return `${entry.enum.map((option) => code(String(option))).join(', ')}${orNull}`
  if (entry.type === 'array') return `list of ${entry.items ? typeText(entry.items) : 'anything'}${orNull}`
  if (entry.type === 'object') return `object${orNull}`
  const limits = [
    entry.above === undefined ? '' : `> ${entry.above}`,
    entry.min === undefined || entry.min < -1e9 ? '' : `≥ ${entry.min}`,
    entry.max === undefined || entry.max > 1e9 ? '' : `≤ ${entry.max}`,
  ].filter(Boolean)
  const word = entry.type === 'string' ? 'text' : entry.type === 'integer' ? 'whole number' : entry.type
  return `${[word, limits.join(', ')].filter(Boolean).join(' ')}${orNull}`
}

const KIND_WORDS: Record<string, string> = {
  point: 'point',
  vector: 'direction',
  color: 'colour',
  plane: 'plane',
  guid: 'id',
  factors: 'factor or three',
  signed_length: 'number ≠ 0',
}
