import { join } from 'node:path'
import { ENTRY } from '../entries.ts'
import { type AgentConversation, type AgentService, type OpenAgentConversation, TroubleError } from '../shared/agent.ts'
import type { AgentStatus } from '../shared/status.ts'
import { VERSION } from '../version.ts'
import { ownNodeFolder } from './runner/environment.ts'
import { AgentRunner } from './runner/runner.ts'

export interface AgentServiceOptions {
  toolNames: readonly string[]
  home: string
}

const PRACTICE: AgentStatus = {
  id: 'practice',
  title: 'Practice agent',
  state: 'ready',
  practice: true,
  version: VERSION,
  trouble: null,
}

export function createAgentService(options: AgentServiceOptions): AgentService {
  const runner = new AgentRunner({
    agent: { id: 'practice', title: 'Practice agent', signIn: 'It needs no sign-in.' },
    plan: { command: process.execPath, args: [ENTRY.practice], env: {}, passes: [], pathFolders: ownNodeFolder() },
    folder: join(options.home, 'agents', 'practice'),
    environment: process.env,
    tools: new Set(options.toolNames),
    version: VERSION,
    log: () => undefined,
  })
  return {
    statuses: () => [PRACTICE],
    onStatus: () => () => undefined,
    refresh: async () => undefined,
    prepare: () => void runner.prepare().catch(() => undefined),
    open: ({ agent, ...rest }: OpenAgentConversation): Promise<AgentConversation> => {
      if (agent === 'practice') return runner.open(rest)
      throw new TroubleError({
        title: 'No such agent',
        cause: `“${agent}” is not known here.`,
        next: 'Choose another agent.',
      })
    },
    close: () => runner.close(),
  }
}
