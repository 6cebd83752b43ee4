import type { SpawnNode } from '../node-child.ts'

/** Agents that speak a protocol of their own. */
export type TranslatorId = 'claude' | 'codex'

/** How an agent is started. Detection turns a definition into one of these; a custom command is one already. */
export interface LaunchPlan {
  /** Absolute path of a program; of a script of ours where `spawn` is given. */
  command: string
  /** How our own Node programs are started. */
  spawn?: SpawnNode
  /** Whose protocol it speaks, where that is not ACP. */
  translator?: TranslatorId
  args: readonly string[]
  /** Values the agent gets whatever the user's environment says. */
  env: Readonly<Record<string, string>>
  /** Names of the user's variables that this agent may see beside the common ones; `GEMINI_*` is a prefix. */
  passes: readonly string[]
  /** Put in front of PATH. */
  pathFolders: readonly string[]
  /** Names in `env` whose values must be seen nowhere. */
  secret?: readonly string[]
  model?: string
  mode?: string
  ownTools?: boolean
}

/** What the settings say of one agent. */
export interface AgentConfiguration {
  /** Absolute path of its program; else it is looked for. */
  path?: string | undefined
  /** Of an ACP agent that we do not know: a command to look for, or its absolute path. */
  command?: string | undefined
  title?: string | undefined
  model?: string | undefined
  mode?: string | undefined
  args: readonly string[]
  /** Secrets among them. */
  env: Readonly<Record<string, string>>
  /** Names in `env` whose values must not be seen. */
  secret: readonly string[]
  disabled: boolean
  /** Its own shell and file tools are left to it. */
  ownTools?: boolean
}

/** What the runner needs to know to speak of an agent and with it. */
export interface AgentIdentity {
  id: string
  /** "Gemini", "Practice agent". */
  title: string
  /** One sentence: how a person signs in. */
  signIn: string
}
