import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAgentService } from '../agents/service.ts'
import { openConversationStore } from '../conversation/store.ts'
import { homeFolder } from '../home/folder.ts'
import { diagnose, type Finding } from '../rhino/doctor.ts'
import { gatherFacts } from '../rhino/doctor-facts.ts'
import type { Trouble } from '../shared/event.ts'
import type { AgentStatus } from '../shared/status.ts'
import { say } from './output.ts'

const MARK = { ok: '✓', warn: '!', problem: '✗' } as const

/** `tickbird doctor`: what was found, and how to mend what is wrong. Exit 1 where something keeps Tickbird from working. */
export async function doctor(options: { json?: boolean }): Promise<void> {
  const home = homeFolder()
  const [facts, agents] = await Promise.all([
    gatherFacts({ home, env: process.env, platform: process.platform }),
    findAgents(home),
  ])
  const findings = diagnose({ ...facts, store: storeTrouble(home), agents })
  const healthy = findings.every(({ state }) => state !== 'problem')
  if (options.json) say.json({ healthy, findings })
  else for (const finding of findings) print(finding)
  process.exitCode = healthy ? 0 : 1
}

function print({ what, state, sentence, fix }: Finding): void {
  say.text(`${MARK[state]} ${what}: ${sentence}`)
  if (fix) say.text(`    ${fix}`)
}

async function findAgents(home: string): Promise<AgentStatus[]> {
  const agents = createAgentService({ toolNames: [], home })
  try {
    await agents.refresh()
    return agents.statuses()
  } finally {
    await agents.close()
  }
}

/** Where nothing was stored yet there is nothing to be wrong, and nothing to be made. */
function storeTrouble(home: string): Trouble | null {
  const folder = join(home, 'store')
  if (!existsSync(folder)) return null
  const store = openConversationStore(folder)
  store.close()
  return store.trouble
}
