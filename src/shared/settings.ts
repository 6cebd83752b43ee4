import { z } from 'zod'

/**
 * What a person can set, as `settings.json` in the data folder keeps it. Keys that are not known here are kept as they
 * are: a newer Tickbird, or the person, may know them.
 */
const name = z.string().trim().min(1).max(200)
const texts = z.record(z.string().min(1).max(200), z.string().max(20_000))

/** What becomes of a call: it goes ahead, or the person is asked first. */
export const GRANTS = ['allow', 'ask'] as const

export const agentSettings = z.looseObject({
  /** Absolute path of the agent's program; left out, it is looked for. */
  path: name.optional(),
  /** An ACP agent of the person's own: a command to look for, or its absolute path. Only for agents we do not know. */
  command: name.optional(),
  /** How an agent of the person's own is called. */
  title: z.string().trim().min(1).max(60).optional(),
  /** As the agent itself names it; left out, the agent's own choice. */
  model: name.optional(),
  mode: name.optional(),
  /** Put behind the agent's own arguments. */
  args: z.array(z.string().max(4000)).max(100).default([]),
  /** Variables beside those an agent gets anyway. What is secret belongs into `secrets`. */
  env: texts.default({}),
  /** Names of variables whose values are kept apart, not in this file. */
  secrets: z.array(name).max(50).default([]),
  /** Not looked for and not offered. */
  disabled: z.boolean().default(false),
})

/** By what a tool does to the document. Reading is never asked about. */
export const permissionSettings = z.looseObject({
  create: z.enum(GRANTS).default('allow'),
  modify: z.enum(GRANTS).default('allow'),
  delete: z.enum(GRANTS).default('allow'),
  file: z.enum(GRANTS).default('allow'),
  view: z.enum(GRANTS).default('allow'),
  /** Scripts and Rhino's own commands. */
  run: z.enum(GRANTS).default('allow'),
  /** The agent's own tools, outside Rhino. */
  other: z.enum(GRANTS).default('ask'),
  /** Deleting more objects than this in one call is asked about. */
  bulk: z.number().int().min(1).max(1_000_000).default(50),
})

/** A program, or an address, that serves MCP. */
export const mcpServerSettings = z
  .looseObject({
    command: z.string().min(1).optional(),
    args: z.array(z.string()).default([]),
    env: texts.optional(),
    cwd: z.string().optional(),
    url: z.url({ protocol: /^https?$/ }).optional(),
    headers: texts.default({}),
    disabled: z.boolean().default(false),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), 'needs a command or an http(s) url')
export type McpServerSettings = z.infer<typeof mcpServerSettings>

export const retentionSettings = z.looseObject({
  /** Oldest conversations go when all of them together are larger; null keeps everything. Bytes. */
  maxBytes: z.number().int().min(1_000_000).nullable().default(null),
  /** Conversations not touched for so many days go; null keeps everything. */
  maxDays: z.number().int().min(1).max(36_500).nullable().default(null),
})

/** Every part has a default, so that a file may hold only what was changed. `prefault`: defaults of the inside apply. */
const PARTS = {
  agents: z.record(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,40}$/), agentSettings).default({}),
  /** The agent of a new conversation; left out, the first that is ready. */
  defaultAgent: name.optional(),
  permissions: permissionSettings.prefault({}),
  /** Lets clients without the secret in, for GOLEM-3DMCP's own client. */
  allowLegacy: z.boolean().default(false),
  mcpServers: z.record(name, mcpServerSettings).default({}),
  /** Folders of tools that the person added, beside those in `toolsets/` of the data folder. */
  toolsets: z.array(z.string().min(1).max(4096)).max(200).default([]),
  retention: retentionSettings.prefault({}),
  /** Told to every agent beside our own instructions. */
  instructions: z.string().max(20_000).default(''),
  /** Agents keep their own shell and file tools. */
  ownTools: z.boolean().default(false),
}
export const settings = z.looseObject(PARTS)
export type Settings = z.infer<typeof settings>
export type SettingsPart = keyof typeof PARTS
export const SETTINGS_PARTS = PARTS

/** Where secrets are kept: sealed by the system's keychain, or in a file that only this person can read. */
export const SECRET_STORES = ['keychain', 'file'] as const

/** The settings as a panel sees them: values of secrets are never among them, only their names. */
export const settingsView = z.object({
  settings,
  /** What in the file could not be used, a sentence each; the defaults hold there. */
  problems: z.array(z.string()),
  /** By agent: the secrets that have a value here. */
  secretsSet: z.record(z.string(), z.array(z.string())),
  secretStore: z.enum(SECRET_STORES),
  /** Where the file is. */
  file: z.string(),
})
export type SettingsView = z.infer<typeof settingsView>

/** Only what is to change; null takes a key out again, so that its default holds (RFC 7396, JSON merge patch). */
export const settingsPatch = z.record(z.string().max(64), z.unknown())
export type SettingsPatch = z.infer<typeof settingsPatch>

/** Whether a variable or header of this name holds something that must not be shown. */
export const looksSecret = (variable: string): boolean =>
  /key|token|secret|passw|credential|authorization|cookie/i.test(variable)
