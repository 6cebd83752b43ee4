import { join } from 'node:path'
import { createAgentService } from '../agents/service.ts'
import { openConversationStore } from '../conversation/store.ts'
import { agentConfigurations } from '../core/agent-configurations.ts'
import { homeFolder } from '../home/folder.ts'
import { diagnose, type Finding } from '../rhino/doctor.ts'
import { gatherFacts } from '../rhino/doctor-facts.ts'
import { SettingsService } from '../settings/service.ts'
import { tools } from '../tools/registry.ts'
import { doctorLive, type LiveCommand } from './doctor-live.ts'
import { say } from './output.ts'

const MARK: Record<Finding['state'], string> = { ok: '✓', warn: '!', problem: '✗' }

/** `tickbird doctor`: what was found and how to mend what is missing. Exit 1 where something is a problem. */
export async function doctor(options: { live?: boolean } & LiveCommand): Promise<void> {
  if (options.live) return doctorLive(options)
  const home = homeFolder()
  const store = openConversationStore(join(home, 'store'))
  const settings = new SettingsService(home, null)
  const configuration = () => agentConfigurations(settings)
  const agents = createAgentService({ home, toolNames: tools.map(({ name }) => name), configuration })
  await agents.refresh()
  // Whether somebody is signed in shows only when a session is opened. The practice agent knows no sign-in.
  const startable = agents.statuses().filter(({ state, practice }) => state === 'ready' && !practice)
  await Promise.all(startable.map(({ id }) => agents.probe(id)))
  const facts = await gatherFacts({ home, env: process.env })
  const found = diagnose({ ...facts, store: store.trouble, agents: agents.statuses() })
  const findings = [...found, ...settingsFindings((await settings.view()).problems)]
  await agents.close()
  settings.close()
  store.close()
  if (options.json) say.json({ findings })
  else for (const finding of findings) print(finding)
  process.exit(findings.some(({ state }) => state === 'problem') ? 1 : 0)
}

/** Each problem says itself what to do. */
function settingsFindings(problems: readonly string[]): Finding[] {
  if (problems.length === 0) return [{ what: 'Settings', state: 'ok', sentence: 'They are in order.', fix: null }]
  return problems.map((sentence) => ({ what: 'Settings', state: 'warn', sentence, fix: null }))
}

function print({ what, state, sentence, fix }: Finding): void {
  say.text(`${MARK[state]} ${what}: ${sentence}`)
  if (fix) say.text(`    ${fix}`)
}
