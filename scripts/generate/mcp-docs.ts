import { ANSWER_MS, MOST_ROUNDS } from '../../src/mcp/asking.ts'
import { CORE_TOOLS } from '../../src/mcp/core-tools/specs.ts'
import { envelopeTools } from '../../src/mcp/envelope.ts'
import { MAX_BODY_BYTES } from '../../src/mcp/guard.ts'
import { MAX_BATCH_CHARACTERS, MAX_READS } from '../../src/mcp/invoke.ts'
import { DEFAULT_SET } from '../../src/mcp/listing.ts'
import { PROFILES } from '../../src/mcp/profiles/profile.ts'
import { promptList } from '../../src/mcp/prompts.ts'
import { LIVES_S } from '../../src/mcp/request-state.ts'
import { RESOURCES, TEMPLATES } from '../../src/mcp/resources.ts'
import { MAX_PICTURE_CHARACTERS } from '../../src/mcp/result.ts'
import { MOST_TASKS, SOON_MS } from '../../src/mcp/tasks/door.ts'
import { LIVES_MS } from '../../src/mcp/tasks/task.ts'
import { LIMITS, MOST_TOOLS } from '../../src/mcp/toolsets/manifest.ts'
import { tools, toolsOf } from '../../src/tools/registry.ts'

const INTRODUCTION = `# MCP

What an outside program finds at Tickbird, over \`tickbird mcp\` (stdio) and over HTTP alike. How to connect one:
[connect.md](connect.md). Every tool with its arguments: [tools.md](tools.md). Tools of your own: [toolsets.md](toolsets.md).
This page is made from \`src/mcp/\` by \`npm run generate\`; do not edit it.

- **Protocol**: 2024-11-05 to 2025-11-25 by \`initialize\`, and 2026-07-28 without it; one address serves all of them.
- **HTTP**: \`POST /mcp\` on 127.0.0.1, with the token that \`tickbird serve\` prints as \`Authorization: Bearer …\`. A request from
  a web page is refused, whatever token it has.
- **Errors**: a tool that fails answers with \`isError\`, a sentence with the code and the next step, and the same for programs
  in \`_meta["tickbird/error"]\` as \`{code, details, next}\`.
- **Undo**: consecutive calls of one client are one turn, which the panel shows and \`undo_turn\` takes back.
- **What undo cannot bring back** (a file that is replaced, unsaved changes), and deleting many objects, is asked
  about first: by a question where the client can be asked, else by a token in \`confirm\`. \`dryRun\` tells beforehand.
- **Long calls**: progress where the client asks for it; cancelling reaches Rhino. A client that knows
  \`io.modelcontextprotocol/tasks\` gets a task for every call that takes longer than ${SOON_MS / 1000} s.
- **Other programs' MCP tools** (Revit, AutoCAD, any server in \`settings.json\` under \`mcpServers\`) are found by
  \`search_dynamic\` and run by \`invoke_dynamic\`; their answers pass through untouched.
`

/** The page for people who connect a program. */
export function mcpPage(): string {
  return [INTRODUCTION, sets(), beside(), resources(), prompts(), profiles(), limits()].join('\n')
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const code = (text: string): string => `\`${text}\``

function sets(): string {
  const fixed = envelopeTools.map(({ name }) => code(name)).join(', ')
  const rows = [
    ['`envelope`', `${envelopeTools.length}`, `${fixed}: everything else is found and run through them`],
    ['`essentials`', `${toolsOf('essentials').length + envelopeTools.length}`, 'everyday modelling, and the envelope'],
    [
      '`full`',
      `${tools.length + CORE_TOOLS.length + envelopeTools.length}`,
      'every tool; a client that takes fewer gets the most needed ones',
    ],
  ]
  return `## Tool sets

Chosen by \`--tools\`, or \`?tools=\` in the address; \`${DEFAULT_SET}\` when left out. Tools of your own come with the last two.

${table(['set', 'tools', 'holds'], rows)}
`
}

function beside(): string {
  const rows = [...envelopeTools, ...CORE_TOOLS].map(({ name, title, description }) => [
    code(name),
    title ?? name,
    description ?? '',
  ])
  return `## Tools beside Rhino's

${table(['tool', 'what', ''], rows)}
`
}

function resources(): string {
  const rows = [...RESOURCES, ...TEMPLATES].map(({ uri, title, mimeType, description }) => [
    code(uri),
    title,
    mimeType,
    description,
  ])
  return `## Resources

All can be watched: clients are told when the document has changed.

${table(['URI', 'what', 'type', ''], rows)}
`
}

function prompts(): string {
  const rows = promptList.map(({ name, title, description, arguments: given = [] }) => [
    code(name),
    title ?? name,
    given.map((one) => `${code(one.name)}${one.required ? '' : ' (optional)'}`).join(', '),
    description ?? '',
  ])
  return `## Prompts

${table(['prompt', 'what', 'arguments', ''], rows)}
`
}

function profiles(): string {
  const rows = PROFILES.map(({ id, title, clients, mostTools, longestName, fold, rules }) => [
    code(id),
    title,
    clients.map(code).join(', '),
    mostTools === null ? 'any number' : `${mostTools}`,
    `${longestName}`,
    [
      rules.typeLists ? '' : 'one type a parameter',
      rules.untyped ? '' : 'no parameter without a type',
      fold.length === 0 ? '' : `${fold.map(code).join(', ')} in words`,
    ]
      .filter(Boolean)
      .join('; '),
  ])
  const known = PROFILES.flatMap(({ title, sources }) => sources.map((source) => `- ${title}: ${source}`))
  return `## Profiles

What a client takes of a tool list differs from vendor to vendor. A client gets the list in the form of its own vendor, by the
name that it gives itself; \`--profile\`, or \`?profile=\` in the address, asks for another.

${table(['profile', 'for', 'name holds', 'tools', 'longest name', 'differs by'], rows)}

How that is known:

${known.join('\n')}
`
}

function limits(): string {
  const minutes = (ms: number) => `${ms / 60_000} min`
  const kilobytes = (bytes: number) => `${bytes / 1024} KiB`
  const { seconds, megabytes, kilobytes: given } = LIMITS
  const rows = [
    ['one request', kilobytes(MAX_BODY_BYTES)],
    ['one picture', `${MAX_PICTURE_CHARACTERS} characters of base64`],
    ['reads in one `invoke_dynamic`', `${MAX_READS}, ${MAX_BATCH_CHARACTERS} characters together`],
    ['questions in one call', `${MOST_ROUNDS}, ${minutes(ANSWER_MS)} each`],
    ['a confirmation, or the state of a question', minutes(LIVES_S * 1000)],
    ['tasks', `${MOST_TASKS} at once, kept for ${minutes(LIVES_MS)}`],
    ['tools in one toolset', `${MOST_TOOLS}`],
    ['one call of a toolset', `${seconds.usual} s (up to ${seconds.most} s)`],
    ['memory of a toolset', `${megabytes.usual} MB (up to ${megabytes.most} MB)`],
    ['result of a toolset', `${given.usual} KB (up to ${given.most} KB)`],
  ]
  return `## Limits

${table(['what', 'at most'], rows)}
`
}
