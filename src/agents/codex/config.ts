import type { McpServer } from '@agentclientprotocol/sdk'
import { type Fields, fields } from '../translator/read.ts'

/** Seconds a call of our tools may take; a heavy boolean takes its time. */
const TOOL_SECONDS = 600
const STARTUP_SECONDS = 30

/** Given at the server's start: nothing that phones home, and no shell with the user's own start-up files. */
export const SERVER_ARGS = ['app-server', '-c', 'check_for_update_on_startup=false', '-c', 'analytics.enabled=false']

/** Abilities of its own that are off: what it does in Rhino it does with our tools. Names it does not know do no harm. */
const FEATURES_OFF = [
  'apps',
  'browser_use',
  'code_mode_host',
  'computer_use',
  'goals',
  'hooks',
  'image_generation',
  'in_app_browser',
  'multi_agent',
  'plugins',
  'shell_tool',
  'skill_search',
  'sleep_tool',
  'tool_suggest',
  'unified_exec',
  'view_image',
  'workspace_dependencies',
]

/** Those that are left to it where the person wants that; each use is asked about. */
const OWN_TOOLS = new Set(['shell_tool', 'unified_exec', 'view_image'])

/**
 * What a thread is started or resumed with: read-only, our servers, the user's own servers off. `own` is the user's
 * configuration as `config/read` tells it. The token of our endpoint goes in here, over stdin, never on a command line.
 */
export function threadSettings(cwd: string, servers: readonly McpServer[], own: Fields, ownTools = false) {
  const given = servers.flatMap((server) => {
    if (!('type' in server) || server.type !== 'http') return []
    const http_headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]))
    const limits = { tool_timeout_sec: TOOL_SECONDS, startup_timeout_sec: STARTUP_SECONDS }
    return [[server.name, { url: server.url, http_headers, ...limits }] as const]
  })
  const config: Record<string, unknown> = {
    web_search: 'disabled',
    ...Object.fromEntries(
      FEATURES_OFF.filter((name) => !ownTools || !OWN_TOOLS.has(name)).map((name) => [`features.${name}`, false]),
    ),
  }
  for (const name of Object.keys(fields(own.mcp_servers))) config[`mcp_servers.${name}.enabled`] = false
  for (const [name, server] of given) {
    delete config[`mcp_servers.${name}.enabled`]
    config[`mcp_servers.${name}`] = server
  }
  return {
    cwd,
    approvalPolicy: 'on-request',
    approvalsReviewer: 'user',
    sandbox: ownTools ? 'workspace-write' : 'read-only',
    config,
  }
}
