import { type AgentService, TroubleError } from '../shared/agent.ts'

/** Until agents can be started: a service that has none. */
export function createAgentService(_options: { toolNames: readonly string[]; home: string }): AgentService {
  return {
    statuses: () => [],
    onStatus: () => () => undefined,
    refresh: async () => undefined,
    prepare: () => undefined,
    open: async ({ agent }) => {
      throw new TroubleError({
        title: 'No agent',
        cause: `“${agent}” is not known here.`,
        next: 'Choose another agent.',
      })
    },
    close: async () => undefined,
  }
}
