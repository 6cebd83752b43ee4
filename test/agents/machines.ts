import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installAgent } from './install-agent.ts'
import { person } from './person.ts'

export const CLAUDE_VERSION = process.env.TICKBIRD_CLAUDE_VERSION ?? '2.1.332'
export const CODEX_VERSION = process.env.TICKBIRD_CODEX_VERSION ?? '0.171.0'
export const GEMINI_VERSION = '0.61.0'

/** Somebody who has Claude Code, and a key of their own or none. */
export const claudeMachine = (models: string, key: string | null) =>
  person(join(installAgent('@anthropic-ai/claude-code', CLAUDE_VERSION, { whole: true }), 'node_modules/.bin'), () => ({
    ANTHROPIC_BASE_URL: models,
    CLAUDE_CODE_MAX_RETRIES: '1',
    ...(key && { ANTHROPIC_API_KEY: key }),
  }))

/** A provider of the user's own on loopback, which needs a key of its own, or an account with OpenAI. */
export function codexMachine(models: string, key: string | null) {
  const bin = join(installAgent('@openai/codex', CODEX_VERSION, { whole: true }), 'node_modules/.bin')
  return person(bin, (home) => {
    mkdirSync(join(home, '.codex'))
    const access = key ? 'env_key = "OPENAI_TEST_KEY"' : 'requires_openai_auth = true'
    const config = `model = "gpt-5.1-codex"
model_provider = "script"

[model_providers.script]
name = "script"
base_url = "${models}/v1"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
${access}

[mcp_servers.theirs]
command = "/no/such/program"
`
    writeFileSync(join(home, '.codex/config.toml'), config)
    return { CODEX_HOME: join(home, '.codex'), ...(key && { OPENAI_TEST_KEY: key }) }
  })
}

/** A user's folder with Gemini's own settings in it, and what the environment of that user would be. */
export function geminiMachine(models: string, key: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'tickbird-gemini-'))
  mkdirSync(join(folder, '.gemini'))
  const settings = {
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    ...(key && { security: { auth: { selectedType: 'gemini-api-key' } } }),
  }
  writeFileSync(join(folder, '.gemini/settings.json'), JSON.stringify(settings))
  const bin = join(installAgent('@google/gemini-cli', GEMINI_VERSION), 'node_modules/.bin')
  // With an address but no key it takes the address for a gateway that needs none, so the one comes with the other.
  const access = key ? { GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: models } : {}
  const env = { PATH: bin, HOME: folder, USERPROFILE: folder, ...access }
  return { env, platform: process.platform, userFolder: folder, shell: null, places: [] }
}
