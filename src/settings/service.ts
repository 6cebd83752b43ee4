import { TroubleError } from '../shared/agent.ts'
import { looksSecret, type Settings, type SettingsPatch, type SettingsView } from '../shared/settings.ts'
import { SettingsFile } from './file.ts'
import { isObject } from './read.ts'
import { type Keychain, Secrets } from './secrets.ts'

/** Settings and secrets together, as the core and the panel use them. */
export class SettingsService {
  readonly #file: SettingsFile
  readonly #secrets: Secrets
  readonly #listeners = new Set<() => void>()

  constructor(home: string, keychain: Keychain | null) {
    this.#file = new SettingsFile(home)
    this.#secrets = new Secrets(home, keychain)
    this.#file.onChange(() => this.#tell())
  }

  get current(): Settings {
    return this.#file.current
  }

  get problems(): readonly string[] {
    return [...this.#file.problems, ...this.#troubles()]
  }

  /** Called when a setting or a secret was changed, here or by hand. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Throws a TroubleError for what does not fit; nothing is changed then. */
  change(patch: SettingsPatch): void {
    refuseSecrets(patch)
    this.#file.change(patch)
  }

  /** Null takes it away. Its name stands in the settings, its value never. Throws a TroubleError. */
  async setSecret(agent: string, name: string, value: string | null): Promise<void> {
    const names = new Set(this.current.agents[agent]?.secrets ?? [])
    if (value === null) names.delete(name)
    else names.add(name)
    await this.#secrets.set(agent, name, value)
    this.#file.change({ agents: { [agent]: { secrets: names.size > 0 ? [...names] : null } } })
    this.#tell()
  }

  /** The variables of an agent's settings, secrets among them. */
  async environmentOf(agent: string): Promise<{ env: Record<string, string>; secret: string[]; unreadable: string[] }> {
    const { env = {}, secrets = [] } = this.current.agents[agent] ?? {}
    const { values, unreadable } = await this.#secrets.values(agent)
    const wanted = Object.fromEntries(Object.entries(values).filter(([name]) => secrets.includes(name)))
    const secret = [...Object.keys(wanted), ...Object.keys(env).filter(looksSecret)]
    return { env: { ...env, ...wanted }, secret, unreadable: unreadable.filter((name) => secrets.includes(name)) }
  }

  /** What may be shown. */
  async view(): Promise<SettingsView> {
    const { current, path } = this.#file
    const agents = Object.keys(current.agents)
    const secretsSet = Object.fromEntries(agents.map((agent) => [agent, this.#secrets.names(agent)]))
    const unreadable = await Promise.all(agents.map((agent) => this.#unreadable(agent)))
    return {
      settings: withoutSecrets(current),
      problems: [...this.problems, ...unreadable.flat()],
      secretsSet,
      secretStore: await this.#secrets.store(),
      file: path,
    }
  }

  close(): void {
    this.#file.close()
    this.#listeners.clear()
  }

  #troubles(): string[] {
    const { trouble } = this.#secrets
    return trouble === null ? [] : [`${trouble.title} (${trouble.cause.replace(/\.$/, '')}). ${trouble.next}`]
  }

  async #unreadable(agent: string): Promise<string[]> {
    const { unreadable } = await this.environmentOf(agent)
    return unreadable.map(
      (name) =>
        `The secret ${name} of ${agent} was sealed by the desktop app and cannot be opened here. Enter it again.`,
    )
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Stands where a secret that was written by hand must not be shown. */
const HIDDEN = '••••••'

const hidden = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, looksSecret(name) ? HIDDEN : value]))

function withoutSecrets(settings: Settings): Settings {
  const agents = Object.entries(settings.agents).map(([id, agent]) => [id, { ...agent, env: hidden(agent.env) }])
  const servers = Object.entries(settings.mcpServers).map(([name, { env, ...server }]) => [
    name,
    { ...server, headers: hidden(server.headers), ...(env && { env: hidden(env) }) },
  ])
  return { ...settings, agents: Object.fromEntries(agents), mcpServers: Object.fromEntries(servers) }
}

/** A panel that sends back what it was shown must not overwrite a secret, and new ones belong elsewhere. */
function refuseSecrets(patch: SettingsPatch): void {
  const agents = isObject(patch.agents) ? patch.agents : {}
  for (const agent of Object.values(agents)) {
    const env = isObject(agent) && isObject(agent.env) ? agent.env : {}
    const found = Object.entries(env).find(([name, value]) => value !== null && looksSecret(name))
    if (found) {
      const [name] = found
      throw new TroubleError({
        title: `${name.slice(0, 60)} looks like a secret`,
        cause: 'Variables are kept in a file that shows them to everybody who sees it.',
        next: 'Enter it as a secret of this agent instead.',
      })
    }
  }
  if (JSON.stringify(patch).includes(HIDDEN)) {
    throw new TroubleError({
      title: 'A hidden value cannot be kept',
      cause: 'A value that is not shown was sent back as it is shown.',
      next: 'Leave it out, or enter the whole value again.',
    })
  }
}
