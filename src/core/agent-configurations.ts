import type { AgentConfiguration } from '../agents/definition.ts'
import { VENDORS } from '../agents/detect/vendors.ts'
import type { SettingsService } from '../settings/service.ts'

/**
 * What the settings say of each agent, secrets included: for the agents' environment and nowhere else. `model` is every
 * agent's, whatever the settings say.
 */
export async function agentConfigurations(
  settings: SettingsService,
  model?: string,
): Promise<Record<string, AgentConfiguration>> {
  const { ownTools, agents } = settings.current
  const ids = new Set([...VENDORS.map(({ id }) => id), ...Object.keys(agents)])
  const all = [...ids].map(async (id) => {
    const { env, secret } = await settings.environmentOf(id)
    const { path, command, title, mode, args = [], disabled = false, model: own } = agents[id] ?? {}
    return [id, { path, command, title, model: model ?? own, mode, args, disabled, env, secret, ownTools }] as const
  })
  return Object.fromEntries(await Promise.all(all))
}
