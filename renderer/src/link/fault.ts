import { ORPCError } from '@orpc/client'
import type { Trouble } from '../../../src/shared/event.ts'
import { Offline } from './connection.ts'

function isTrouble(data: unknown): data is Trouble {
  if (typeof data !== 'object' || data === null) return false
  return ['title', 'cause', 'next'].every((key) => typeof Reflect.get(data, key) === 'string')
}

/** Any failed call as a person reads it. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof ORPCError && isTrouble(error.data)) return error.data
  if (error instanceof Offline) {
    return {
      title: 'Not connected',
      cause: error.message,
      next: 'Wait until the connection is back, look whether it arrived, then try again.',
    }
  }
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') {
    return {
      title: 'The core did not take this',
      cause: 'Something in the request is empty, too long or of the wrong kind.',
      next: 'Change it and try again.',
      details: JSON.stringify(error.data ?? error.message, null, 2),
    }
  }
  return {
    title: 'Something in the core failed',
    cause: error instanceof Error ? error.message : String(error),
    next: 'Try again. If it happens again, the log in the data folder says more.',
  }
}
