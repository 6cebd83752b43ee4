import type { AgentConfiguration, AgentIdentity, TranslatorId } from '../definition.ts'

/** An agent by another maker, and how it is found and started. */
export interface Vendor extends AgentIdentity {
  /** Name of its command. */
  command: string
  /** How a person gets it. */
  install: string
  /** What it is started with to speak ACP, or its own protocol where there is a translator for that. */
  start: readonly string[]
  /** It has no `--version` that could be relied on: what is found is taken as it is. */
  unversioned?: true
  /** The first version that can be driven, where older ones are known not to. */
  oldest?: string
  translator?: TranslatorId
  /** What exits with 0 when somebody is signed in, where it has such a thing. Its output may name the person: unread. */
  signedIn?: readonly string[]
  env: Readonly<Record<string, string>>
  /** Which of the user's variables are meant for it. */
  passes: readonly string[]
}

export const VENDORS: readonly Vendor[] = [
  {
    id: 'claude',
    title: 'Claude',
    command: 'claude',
    install: 'Install Claude Code (claude.com/product/claude-code), then look for agents again.',
    signIn: 'Run `claude auth login` in a terminal, then look for agents again.',
    start: [],
    translator: 'claude',
    // `--tools` and `--strict-mcp-config` are younger than 2.0.
    oldest: '2.1.0',
    signedIn: ['auth', 'status'],
    env: {
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Hides MCP tools behind a search of its own otherwise; ours are chosen to fit.
      ENABLE_TOOL_SEARCH: 'false',
      // Milliseconds a call of a tool may take; a heavy boolean takes its time.
      MCP_TOOL_TIMEOUT: '600000',
    },
    passes: ['ANTHROPIC_*', 'CLAUDE_*'],
  },
  {
    id: 'gemini',
    title: 'Gemini',
    command: 'gemini',
    install: 'Install it with `npm install -g @google/gemini-cli`, then look for agents again.',
    signIn: 'Run `gemini` in a terminal and sign in there, or set GEMINI_API_KEY, then look for agents again.',
    start: ['--acp'],
    env: {
      // It starts itself again with more memory, and the first process then only waits.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      // In a folder it was not told to trust it starts no MCP servers, and says so nowhere. The folder is our own.
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    passes: ['GEMINI_*', 'GOOGLE_*', 'CLOUDSDK_*'],
  },
  {
    id: 'codex',
    title: 'Codex',
    command: 'codex',
    install: 'Install it with `npm install -g @openai/codex`, then look for agents again.',
    signIn: 'Run `codex login` in a terminal, then look for agents again.',
    start: [],
    translator: 'codex',
    // The app-server's threads and turns are younger than that.
    oldest: '0.100.0',
    signedIn: ['login', 'status'],
    env: {},
    passes: ['OPENAI_*', 'CODEX_*'],
  },
]

/** An ACP agent of the person's own. */
export const ownAgent = (id: string, { command = '', title = id }: AgentConfiguration): Vendor => ({
  id,
  title,
  command,
  install: 'Correct its command in the settings, or install it, then look for agents again.',
  signIn: `Sign in to ${title} in a terminal, then look for agents again.`,
  start: [],
  unversioned: true,
  env: {},
  passes: [],
})
