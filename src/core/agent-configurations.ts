import type { AgentConfiguration } from '../agents/definition.ts'
import type { SettingsService } from '../settings/service.ts'

/** What the settings say of each agent, secrets included: for the agents' environment and nowhere else. */
export async function agentConfigurations(settings: SettingsService): Promise<Record<string, AgentConfiguration>> {
  const all = Object.entries(settings.current.agents).map(async ([id, agent]) => {
    const { env, secret } = await settings.environmentOf(id)
    const { path, command, title, model, mode, args, disabled } = agent
    return [id, { path, command, title, model, mode, args, disabled, env, secret }] as const
  })
  return Object.fromEntries(await Promise.all(all))
}
