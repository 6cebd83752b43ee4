/** One outside client: where its configuration of MCP servers is, and how an entry looks there. */
export interface ConnectableClient {
  /** The word for it on the command line. */
  id: string
  name: string
  /**
   * Where its file can be, the likeliest first: the first that is there is used, or else the first. `{home}` is the user's
   * folder, `{config}` the system's folder for settings (`~/.config`, `~/Library/Application Support`, `%APPDATA%`), and
   * `{env:NAME}` an environment variable: without that variable the line is passed over.
   */
  files: Readonly<Record<'darwin' | 'linux' | 'win32', readonly string[]>>
  format: 'json' | 'toml'
  /** The object in the file that holds one entry per server. */
  section: string
  /** What an entry has beside `command` and `args`. */
  extra?: Readonly<Record<string, string>>
  /** What a person does for the change to be seen. */
  afterwards: string
  /** Where the vendor says so. */
  source: string
}

const everywhere = (...files: string[]) => ({ darwin: files, linux: files, win32: files })

export const CLIENTS: readonly ConnectableClient[] = [
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    files: everywhere('{config}/Claude/claude_desktop_config.json'),
    format: 'json',
    section: 'mcpServers',
    afterwards: 'Quit Claude Desktop and open it again.',
    source: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    files: everywhere('{env:CLAUDE_CONFIG_DIR}/.claude.json', '{home}/.claude.json'),
    format: 'json',
    section: 'mcpServers',
    extra: { type: 'stdio' },
    afterwards: 'Start a new session of `claude`; `/mcp` shows the connection.',
    source: 'https://code.claude.com/docs/en/mcp',
  },
  {
    id: 'codex',
    name: 'Codex',
    files: everywhere('{env:CODEX_HOME}/config.toml', '{home}/.codex/config.toml'),
    format: 'toml',
    section: 'mcp_servers',
    afterwards: 'Start a new session of `codex`; `/mcp` shows the connection.',
    source: 'https://developers.openai.com/codex/mcp',
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    files: everywhere('{env:GEMINI_CLI_HOME}/.gemini/settings.json', '{home}/.gemini/settings.json'),
    format: 'json',
    section: 'mcpServers',
    afterwards: 'Start a new session of `gemini`; `/mcp` shows the connection.',
    source: 'https://geminicli.com/docs/tools/mcp-server/',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    files: everywhere('{home}/.cursor/mcp.json'),
    format: 'json',
    section: 'mcpServers',
    afterwards: 'Open Cursor’s settings, “MCP”, and switch tickbird on if it is off.',
    source: 'https://cursor.com/docs/context/mcp',
  },
  {
    id: 'vscode',
    name: 'VS Code',
    files: everywhere('{config}/Code/User/mcp.json'),
    format: 'json',
    section: 'servers',
    extra: { type: 'stdio' },
    afterwards: 'In VS Code run “MCP: List Servers” and start tickbird.',
    source: 'https://code.visualstudio.com/docs/agents/reference/mcp-configuration',
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    files: everywhere('{home}/.codeium/windsurf/mcp_config.json'),
    format: 'json',
    section: 'mcpServers',
    afterwards: 'In Cascade’s list of MCP servers press Refresh.',
    source: 'https://docs.windsurf.com/windsurf/cascade/mcp',
  },
  {
    id: 'zed',
    name: 'Zed',
    files: {
      darwin: ['{home}/.config/zed/settings.json'],
      linux: ['{config}/zed/settings.json'],
      win32: ['{config}/Zed/settings.json'],
    },
    format: 'json',
    section: 'context_servers',
    // Older versions ask for it, newer ones pass it over.
    extra: { source: 'custom' },
    afterwards: 'Nothing: Zed sees the change by itself.',
    source: 'https://zed.dev/docs/ai/mcp',
  },
  {
    id: 'lmstudio',
    name: 'LM Studio',
    files: everywhere('{home}/.lmstudio/mcp.json', '{home}/.cache/lm-studio/mcp.json'),
    format: 'json',
    section: 'mcpServers',
    afterwards: 'In LM Studio’s Program tab switch mcp/tickbird on.',
    source: 'https://lmstudio.ai/docs/app/mcp',
  },
]
