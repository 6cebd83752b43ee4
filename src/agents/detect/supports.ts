/** What an agent can do in the panel, for the table in the README. Proved by test/agents, with the version named. */
export interface Support {
  title: string
  tried: string
  /** How it goes on after a restart of Tickbird or a crash. */
  resumes: string
  tells: string
  models: string
  /** Its own shell and file tools. */
  ownTools: string
}

export const SUPPORT: readonly Support[] = [
  {
    title: 'practice agent',
    tried: 'built in',
    resumes: 'starts afresh',
    tells: '–',
    models: 'has none: [what it understands](docs/practice-agent.md)',
    ownTools: 'has none',
  },
  {
    title: 'Claude Code',
    tried: '2.1.332, 2.1.330',
    resumes: 'its own session',
    tells: 'tokens and cost',
    models: 'listed, chosen in the settings',
    ownTools: 'off, unless the settings leave them to it',
  },
  {
    title: 'Codex',
    tried: '0.171.0, 0.169.0',
    resumes: 'its own session',
    tells: 'tokens',
    models: 'listed, chosen in the settings',
    ownTools: 'off, unless the settings leave them to it',
  },
  {
    title: 'Gemini CLI',
    tried: '0.61.0',
    resumes: 'its own session; within its first minute it is told what was said',
    tells: 'tokens',
    models: 'listed, chosen in the settings',
    ownTools: 'asked about each time',
  },
  {
    title: 'any ACP agent, by its command',
    tried: 'Gemini CLI as one',
    resumes: 'its own session where it can, else it is told what was said',
    tells: 'what it reports',
    models: 'what it lists',
    ownTools: 'asked about each time',
  },
]
