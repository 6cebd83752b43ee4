import type { Trouble } from '../../shared/event.ts'
import type { AgentIdentity } from '../definition.ts'
import type { ChildExit } from './child.ts'

/** What an agent's failure means for its status: sign in first, or something is wrong with the program. */
export type TroubleKind = 'signed_out' | 'limit' | 'offline' | 'crash' | 'timeout' | 'refused'

export interface AgentTrouble {
  kind: TroubleKind
  trouble: Trouble
}

/** A JSON-RPC error as ACP's SDK throws it, or anything else. */
interface Said {
  code: number | null
  message: string
  errorKind: string | null
  /** A translator's process is gone, while the translator itself lives. */
  exit: ChildExit | null
  remembers: boolean
}

const AUTH_WORDS =
  /authentication required|not logged in|not signed in|unauthenticated|api key (is missing|not valid|not found)|invalid api key/i
const LIMIT_WORDS = /rate limit|quota|resource_exhausted|too many requests|overloaded/i

/** A service that cannot be reached, in the words of Node, of Rust's reqwest, and of the agents' own. */
const OFFLINE_WORDS =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|fetch failed|getaddrinfo|connection ?error|connection ?refused|unable to connect|network error|error sending request|failed to connect|dns error/i

/**
 * Says in our words why a request to an agent failed. Codes: -32000 is ACP's "authentication required"; Gemini passes
 * the HTTP status of its API as the code and the API's JSON as the message; Claude marks limits in `data.errorKind`.
 */
export function troubleOf(error: unknown, agent: AgentIdentity, details: string): AgentTrouble {
  const said = read(error)
  if (said.exit) return crashTrouble(said.exit, agent, details, said.remembers)
  const reason = humanMessage(said.message)
  const withDetails = details ? { details: details } : {}
  if (said.code === -32000 || said.code === 401 || said.code === 403 || AUTH_WORDS.test(said.message)) {
    return {
      kind: 'signed_out',
      trouble: {
        title: `${agent.title} is not signed in`,
        cause: sentence(reason),
        next: agent.signIn,
        ...withDetails,
      },
    }
  }
  if (said.code === 429 || said.errorKind === 'rate_limit' || LIMIT_WORDS.test(said.message)) {
    return {
      kind: 'limit',
      trouble: {
        title: `${agent.title} is at its limit`,
        cause: sentence(reason),
        next: 'Wait a little and send it again, or take another agent.',
        ...withDetails,
      },
    }
  }
  if (OFFLINE_WORDS.test(said.message)) {
    return offlineTrouble(reason, agent, details)
  }
  return {
    kind: 'refused',
    trouble: {
      title: `${agent.title} could not go on`,
      cause: sentence(reason),
      next: 'Send it again. If it happens again, take another agent and look at the details.',
      ...withDetails,
    },
  }
}

export const offlineTrouble = (reason: string, agent: AgentIdentity, details = ''): AgentTrouble => ({
  kind: 'offline',
  trouble: {
    title: `${agent.title} cannot reach its service`,
    cause: sentence(reason),
    next: 'Look whether this computer is online, then send it again.',
    ...(details && { details }),
  },
})

/** The process is gone although nobody asked it to go. */
export function crashTrouble(exit: ChildExit, agent: AgentIdentity, details: string, remembers = false): AgentTrouble {
  const how = exit.error
    ? `It could not be started: ${exit.error.message}`
    : exit.signal
      ? `Its process was ended by ${exit.signal}`
      : `Its process ended with exit code ${exit.code}`
  return {
    kind: 'crash',
    trouble: {
      title: exit.error ? `${agent.title} does not start` : `${agent.title} stopped unexpectedly`,
      cause: sentence(how),
      next: exit.error
        ? `Look at the path of ${agent.title} in the settings, then look for agents again.`
        : `Send it again: it is started anew, ${remembers ? 'and remembers' : 'without memory of'} this conversation. What it changed in the model is in this turn and can be undone.`,
      ...(details ? { details } : {}),
    },
  }
}

export function timeoutTrouble(step: string, ms: number, agent: AgentIdentity, details: string): AgentTrouble {
  return {
    kind: 'timeout',
    trouble: {
      title: `${agent.title} does not answer`,
      cause: `It did not answer “${step}” within ${Math.round(ms / 1000)} s.`,
      next: `Start ${agent.title} in a terminal to see whether it asks for something, then look for agents again.`,
      ...(details ? { details } : {}),
    },
  }
}

function read(error: unknown): Said {
  const raw = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown
    message?: unknown
    data?: { errorKind?: unknown; details?: unknown; message?: unknown; exit?: unknown; remembers?: unknown } | null
  }
  // "Internal error" is JSON-RPC's own name for -32603; the agent's words are in its data.
  const inner = [raw.data?.details, raw.data?.message].find((words) => typeof words === 'string')
  const message = typeof raw.message === 'string' ? raw.message : String(error)
  return {
    code: typeof raw.code === 'number' ? raw.code : null,
    message: typeof inner === 'string' && /^internal error/i.test(message) ? inner : message,
    errorKind: typeof raw.data?.errorKind === 'string' ? raw.data.errorKind : null,
    exit: raw.data?.errorKind === 'crash' ? exitOf(raw.data.exit) : null,
    remembers: raw.data?.remembers === true,
  }
}

function exitOf(value: unknown): ChildExit {
  const { code, signal, error } = (value ?? {}) as { code?: unknown; signal?: unknown; error?: unknown }
  return {
    code: typeof code === 'number' ? code : null,
    signal: typeof signal === 'string' ? signal : null,
    error: typeof error === 'string' ? new Error(error) : null,
  }
}

/** Model APIs' errors arrive as JSON in the message, sometimes twice over: {"error": {"message": "…"}}. */
function humanMessage(message: string): string {
  let words = message
  for (let depth = 0; depth < 3; depth++) {
    try {
      const inner = JSON.parse(words) as { error?: { message?: unknown }; message?: unknown } | null
      const found = inner?.error?.message ?? inner?.message
      if (typeof found !== 'string') return words
      words = found
    } catch {
      return words
    }
  }
  return words
}

function sentence(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim().slice(0, 400)
  if (!line) return 'It gave no reason.'
  return /[.!?…]$/.test(line) ? line : `${line}.`
}
