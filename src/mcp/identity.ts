import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ABILITIES, type Ability } from './asking.ts'
import type { Client } from './caller.ts'

/**
 * How outside programs are told apart although they share a token. Clients of 2025's protocol say their name only once,
 * in `initialize`, and what they can be asked for; we hand both back to them as a session id, which they send with every
 * later request, so nothing has to be remembered here. Clients of 2026's protocol say it in every request, but have no id of their own: there one name
 * with one token is one client.
 */
export const SESSION_HEADER = 'mcp-session-id'

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
const NAMELESS = 'An outside client'

/** A session id for a client that introduces itself in `message`. */
export function newSessionId(message: unknown): string {
  const name = Buffer.from(nameIn(introduction(message))).toString('base64url')
  const declared = member(message, 'params', 'capabilities')
  const abilities = ABILITIES.filter((ability) => typeof member(declared, ability) === 'object')
  return [randomUUID(), name, abilities.map((ability) => ability[0]).join('')].join('.')
}

/** What the client of this session can be asked for. */
export function abilitiesIn(headers: IncomingMessage['headers']): ReadonlySet<Ability> {
  const letters = sessionIn(headers)?.[3] ?? ''
  return new Set(ABILITIES.filter((ability) => letters.includes(ability.slice(0, 1))))
}

function sessionIn(headers: IncomingMessage['headers']): RegExpExecArray | null {
  const session = headers[SESSION_HEADER]
  return typeof session === 'string' ? /^([\w-]{1,64})\.([\w-]{0,256})(?:\.([esr]{0,3}))?$/.exec(session) : null
}

/** What a client says about itself in this message; undefined where it says nothing. */
export function introduction(message: unknown): unknown {
  return member(message, 'params', '_meta', CLIENT_INFO) ?? member(message, 'params', 'clientInfo')
}

/** What the program behind a request calls itself, whoever holds the token; empty where it does not say. */
export function clientName(headers: IncomingMessage['headers'], message: unknown): string {
  const encoded = sessionIn(headers)
  if (encoded) return cleanName(decode(encoded[2] ?? ''))
  const said = introduction(message)
  return said === undefined ? '' : nameIn(said)
}

/** The client behind one request: the token's holder, and for outside programs which of them. */
export function identify(holder: Client, headers: IncomingMessage['headers'], message: unknown): Client {
  if (holder.kind === 'conversation') return holder
  const encoded = sessionIn(headers)
  if (encoded) {
    return { kind: 'outside', id: `${holder.id}/${encoded[1]}`, name: cleanName(decode(encoded[2] ?? '')) }
  }
  const name = nameIn(introduction(message))
  return { kind: 'outside', id: `${holder.id}/${name}`, name }
}

const decode = (text: string): string => Buffer.from(text, 'base64url').toString('utf8')

function nameIn(clientInfo: unknown): string {
  return cleanName(member(clientInfo, 'title') ?? member(clientInfo, 'name'))
}

/** One line, at most 64 characters: it ends up in the undo list and on cards. */
function cleanName(name: unknown): string {
  const line = typeof name === 'string' ? name.replaceAll(/[\p{C}\s]+/gu, ' ').trim() : ''
  return [...line].slice(0, 64).join('') || NAMELESS
}

function member(value: unknown, ...path: string[]): unknown {
  let at = value
  for (const key of path) at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined
  return at
}
