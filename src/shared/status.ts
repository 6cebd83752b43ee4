import { z } from 'zod'
import { trouble } from './event.ts'
import { UNIT_SYSTEMS } from './geometry.ts'

export const documentStatus = z.object({
  serial: z.number().int(),
  /** File name, or "Untitled". */
  name: z.string(),
  path: z.string().nullable(),
  modified: z.boolean(),
  units: z.enum(UNIT_SYSTEMS),
  /** "mm"; empty where the document has no unit. */
  unit: z.string(),
  tolerance: z.number(),
  objects: z.number().int(),
  selected: z.number().int(),
  /** Grows with every change of the document or its selection. */
  revision: z.number().int(),
})
export type DocumentStatus = z.infer<typeof documentStatus>

export const HOST_STATES = ['starting', 'ready', 'busy', 'lost', 'failed'] as const

export const hostStatus = z.object({
  state: z.enum(HOST_STATES),
  kind: z.enum(['embedded', 'rhino']),
  /** "Rhino 8" or "Built-in modeller". */
  label: z.string(),
  processId: z.number().int().nullable(),
  /** While busy, lost or failed: what a person should know. */
  trouble: trouble.nullable(),
})
export type HostStatus = z.infer<typeof hostStatus>

export const AGENT_STATES = ['ready', 'missing', 'not_signed_in', 'broken', 'checking', 'unsupported'] as const

/**
 * What a ready agent is at: `stopped` until its next turn after the user stopped one; `crashed`, `limited` (by its
 * service) and `offline` (the service cannot be reached) until it is reached again.
 */
export const AGENT_ACTIVITIES = [
  'idle',
  'starting',
  'busy',
  'asking',
  'stopped',
  'crashed',
  'limited',
  'offline',
] as const
const choice = z.object({ id: z.string(), title: z.string() })

export const agentStatus = z.object({
  id: z.string(),
  /** "Claude", "Gemini", "Practice agent". */
  title: z.string(),
  state: z.enum(AGENT_STATES),
  /** True for the built-in agent that has no model behind it. */
  practice: z.boolean(),
  version: z.string().nullable(),
  /** Why it is not ready and what to do. */
  trouble: trouble.nullable(),
  /** Left out is `idle`. */
  activity: z.enum(AGENT_ACTIVITIES).optional(),
  /** Why it is crashed, limited or offline, and what to do. */
  activityTrouble: trouble.nullable().optional(),
  /** What it lets one choose, known once it was opened; and what is chosen now. */
  models: z.array(choice).optional(),
  model: z.string().nullable().optional(),
  modes: z.array(choice).optional(),
  mode: z.string().nullable().optional(),
})
export type AgentActivity = (typeof AGENT_ACTIVITIES)[number]
export type AgentStatus = z.infer<typeof agentStatus>

export const appStatus = z.object({
  version: z.string(),
  host: hostStatus,
  document: documentStatus.nullable(),
  agents: z.array(agentStatus),
  mcpUrl: z.string(),
  /** Why conversations cannot be kept (read-only folder, newer store); null where all is well. */
  storeTrouble: trouble.nullable(),
  /** Why the document is not the one that was worked on last; null where it is. */
  documentTrouble: trouble.nullable(),
  undoableTurn: z.object({ turn: z.string(), conversation: z.string().nullable(), label: z.string() }).nullable(),
  redoableTurn: z.object({ turn: z.string(), conversation: z.string().nullable(), label: z.string() }).nullable(),
})
export type AppStatus = z.infer<typeof appStatus>
