import type { McpServer } from '@agentclientprotocol/sdk'
import type { ChildCommand } from '../runner/child.ts'

const LINES_BOTH_WAYS = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']

/**
 * How `claude` is started for one session: our tools and no others, nothing of the user's settings, questions on stdio.
 * Tokens go through the environment, because every user of the machine can read a command line; Claude puts `${NAME}`
 * in headers in place itself.
 */
export function claudeCommand(
  { command, args, env, cwd, ownTools }: ChildCommand,
  servers: readonly McpServer[],
  session: { id: string; resume: boolean; model: string | null },
): ChildCommand {
  const { config, secrets } = mcpConfig(servers)
  const allowed = servers.map(({ name }) => `mcp__${name}`)
  return {
    command,
    args: [
      ...args,
      ...LINES_BOTH_WAYS,
      '--include-partial-messages',
      '--strict-mcp-config',
      '--mcp-config',
      JSON.stringify(config),
      '--setting-sources',
      '',
      '--tools',
      ownTools ? 'default' : '',
      ...(session.model === null ? [] : ['--model', session.model]),
      ...(allowed.length > 0 ? ['--allowedTools', ...allowed] : []),
      '--permission-prompt-tool',
      'stdio',
      '--permission-mode',
      'default',
      session.resume ? '--resume' : '--session-id',
      session.id,
    ],
    env: { ...env, ...secrets },
    cwd,
  }
}

/** Only HTTP servers: it is what the runner gives. */
function mcpConfig(servers: readonly McpServer[]) {
  const secrets: Record<string, string> = {}
  const entries = servers.flatMap((server) => {
    if (!('type' in server) || server.type !== 'http') return []
    const headers = server.headers.map(({ name, value }) => {
      const variable = `TICKBIRD_MCP_HEADER_${Object.keys(secrets).length}`
      secrets[variable] = value
      return [name, `\${${variable}}`]
    })
    return [[server.name, { type: 'http', url: server.url, headers: Object.fromEntries(headers) }]]
  })
  return { config: { mcpServers: Object.fromEntries(entries) }, secrets }
}
