import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server'
import type { Ability } from './asking.ts'
import type { Client } from './caller.ts'
import type { OfferedSet } from './listing.ts'
import type { Profile } from './profiles/profile.ts'

/** Who sits behind a request, and what they are offered. */
export interface Seat {
  readonly client: Client
  readonly set: OfferedSet
  /** How the lists must look for it. */
  readonly profile: Profile
  /** What it can be asked for; known of 2025's clients only, the others say it with each request. */
  readonly abilities: ReadonlySet<Ability>
}

/** The SDK carries what is known of a request's sender as "auth". The token itself stays in front of the door. */
export const authOf = (seat: Seat): AuthInfo => ({
  token: '',
  clientId: seat.client.kind,
  scopes: [],
  extra: { seat },
})

export function seatOf(context: ServerContext): Seat {
  const seat = context.http?.authInfo?.extra?.seat
  if (!seat) throw new Error('A request came past the token check.')
  return seat as Seat
}

/** One word for one client. */
export const whoIs = (client: Client): string =>
  `${client.kind} ${client.kind === 'conversation' ? client.conversation : client.id}`
