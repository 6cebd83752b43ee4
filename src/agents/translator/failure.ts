import { RequestError } from '@agentclientprotocol/sdk'
import type { ChildExit } from '../runner/child.ts'

/** Errors of a translator as ACP carries them; `runner/trouble.ts` says them in people's words. */
const AUTH_REQUIRED = -32000

export const signedOut = (message: string): RequestError => new RequestError(AUTH_REQUIRED, message)

export const atLimit = (message: string): RequestError =>
  RequestError.internalError({ errorKind: 'rate_limit', message })

export const refused = (message: string): RequestError => RequestError.internalError({ message })

/** `remembers`: the next prompt starts the program again and continues the same conversation. */
export function processGone({ code, signal, error }: ChildExit, remembers: boolean): RequestError {
  return RequestError.internalError({
    errorKind: 'crash',
    exit: { code, signal, error: error?.message ?? null },
    remembers,
  })
}

/** What an HTTP status of the model's API means; null for one that says nothing special. */
export function failureOfStatus(status: number | null, message: string): RequestError | null {
  if (status === 401 || status === 403) return signedOut(message)
  if (status === 429 || status === 529) return atLimit(message)
  return null
}

export const asRequestError = (error: unknown): RequestError =>
  error instanceof RequestError ? error : refused(error instanceof Error ? error.message : String(error))
