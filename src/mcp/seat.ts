import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server'
import type { Client } from './caller.ts'
import type { OfferedSet } from './listing.ts'

/** Who sits behind a request, and what they are offered. */
export interface Seat {
  readonly client: Client
  readonly set: OfferedSet
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
