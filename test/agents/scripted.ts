import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { AgentRunner, type RunnerOptions } from '../../src/agents/runner/runner.ts'
import type { AgentConversation, AgentEvent } from '../../src/shared/agent.ts'

export const SCRIPT = new URL('./fixtures/scripted-agent.mjs', import.meta.url).pathname

/** A runner on the scripted agent, and what it logged. */
export function scriptedRunner(mode: string, more: Partial<RunnerOptions> = {}) {
  const logged: string[] = []
  const runner = new AgentRunner({
    agent: { id: 'scripted', title: 'Scripted', signIn: 'Sign in to the script.' },
    plan: {
      command: process.execPath,
      args: [SCRIPT, mode],
      env: {},
      passes: [],
      pathFolders: [dirname(process.execPath)],
    },
    folder: mkdtempSync(join(tmpdir(), 'tickbird-agents-')),
    environment: process.env,
    tools: new Set(['create_box', 'get_context']),
    version: '0.0.0',
    log: (line) => logged.push(line),
    ...more,
  })
  return { runner, logged }
}

export interface Heard {
  conversation: AgentConversation
  events: AgentEvent[]
  /** The agent's words so far. */
  text(): string
  /** Resolves with the first event that fits, also one that came before. */
  next(fits: (event: AgentEvent) => boolean): Promise<AgentEvent>
}

export async function converse(
  runner: AgentRunner,
  instructions = '',
  resume?: string,
  recall?: () => string,
): Promise<Heard> {
  const events: AgentEvent[] = []
  const waiting: { fits: (event: AgentEvent) => boolean; resolve: (event: AgentEvent) => void }[] = []
  const conversation = await runner.open({
    mcp: { url: 'http://127.0.0.1:9/mcp', token: 'token-for-tests' },
    instructions,
    ...(resume !== undefined && { resume: { session: resume, openedAt: 0 } }),
    ...(recall && { recall }),
    onEvent: (event) => {
      events.push(event)
      for (const waiter of [...waiting]) {
        if (!waiter.fits(event)) continue
        waiting.splice(waiting.indexOf(waiter), 1)
        waiter.resolve(event)
      }
    },
  })
  return {
    conversation,
    events,
    text: () => events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    next: (fits) => {
      const already = events.find(fits)
      return already ? Promise.resolve(already) : new Promise((resolve) => waiting.push({ fits, resolve }))
    },
  }
}

/** Resolves when no process has this id any more. */
export async function processGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
