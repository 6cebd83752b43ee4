import { CLIENTS, type ConnectableClient } from '../../src/connect/clients.ts'
import { snippet } from '../../src/connect/snippet.ts'

const INTRODUCTION = `# Connecting other programs

Any program that speaks MCP can use Tickbird's tools: it starts \`tickbird mcp\`, which joins the running Tickbird or starts
one. This page is made from \`src/connect/clients.ts\` by \`npm run generate\`; do not edit it.

In a clone that is built (\`npm run build\`):

\`\`\`
npm run -s tickbird -- connect              # every client below that is on this machine
npm run -s tickbird -- connect claude-code  # one of them
npm run -s tickbird -- connect --dry-run    # say what would be written, write nothing
npm run -s tickbird -- connect --undo       # take it out again
\`\`\`

The file as it was stays beside it as \`….before-tickbird\`; other entries and comments stay as they are; a file that cannot
be read is left alone. \`--tools full\` offers every tool, \`--tools envelope\` only search and invoke.

A program that is not in the list takes the same two lines: the command is your Node, its arguments are the full path of
\`dist/cli.js\` and \`mcp\`. One that speaks MCP over HTTP takes the address and token that \`tickbird serve\` prints.
`

const SYSTEMS = [
  ['darwin', 'macOS'],
  ['linux', 'Linux'],
  ['win32', 'Windows'],
] as const

/** The page for people: one short section a client. */
export const connectPage = (): string => [INTRODUCTION, ...CLIENTS.map(section)].join('\n')

function section(client: ConnectableClient): string {
  const entry = { command: '/full/path/of/node', args: ['/full/path/of/tickbird/dist/cli.js', 'mcp'] }
  const places = SYSTEMS.map(([system, name]) => ({
    name,
    files: client.files[system].map((file) => shown(file, system)),
  }))
  const [first] = places
  const same = places.every(({ files }) => files.join() === first?.files.join())
  return `## ${client.name}

\`tickbird connect ${client.id}\` writes this into ${same ? `${code(first?.files)}:` : 'its settings:'}

\`\`\`${client.format}
${snippet(client, entry)}
\`\`\`
${same ? '' : `\n${places.map(({ name, files }) => `- ${name}: ${code(files)}`).join('\n')}\n`}
${client.afterwards} [More](${client.source}).
`
}

const code = (files: readonly string[] = []): string => files.map((file) => `\`${file}\``).join(', else ')

function shown(file: string, system: (typeof SYSTEMS)[number][0]): string {
  const config = { darwin: '~/Library/Application Support', linux: '~/.config', win32: '%APPDATA%' }[system]
  return file
    .replace('{home}', '~')
    .replace('{config}', config)
    .replace(/\{env:(\w+)\}/, '$$$1')
}
