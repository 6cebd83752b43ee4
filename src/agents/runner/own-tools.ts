/** The name under which every agent is given our MCP endpoint. */
export const MCP_SERVER_NAME = 'rhino'

/** What an agent says about a tool call, as far as it says it. */
export interface ClaimedCall {
  title?: string | null | undefined
  name?: string | null | undefined
  kind?: string | null | undefined
}

/** Never our tools, whatever they are called: a shell command's title is the command itself. */
const FOREIGN_KINDS = new Set(['execute', 'edit', 'delete', 'move', 'fetch', 'switch_mode'])

/** "mcp__rhino__x" (Claude), "mcp_rhino_x" (Gemini's function name), "rhino.x", "mcp.rhino.x" (Codex), "rhino/x". */
const PREFIXED = new RegExp(`^(?:mcp(?:__|[_.:/-]))?${MCP_SERVER_NAME}(?:__|[_.:/-])([a-z0-9_]+)$`)
/** "x (rhino MCP Server)": Gemini. */
const SUFFIXED = new RegExp(`^([a-z0-9_]+) \\(${MCP_SERVER_NAME} mcp server\\)$`)

/**
 * The name of our own tool that a reported call is for, or null. Whole strings are compared, never parts, because the
 * answer also decides which permission requests are granted without asking. `tools` are the catalogue's names.
 */
export function ownTool(call: ClaimedCall, tools: ReadonlySet<string>): string | null {
  if (call.kind && FOREIGN_KINDS.has(call.kind)) return null
  for (const said of [call.name, call.title]) {
    const text = said?.trim().toLowerCase()
    if (!text) continue
    const found = PREFIXED.exec(text)?.[1] ?? SUFFIXED.exec(text)?.[1]
    if (found !== undefined && tools.has(found)) return found
  }
  return null
}
