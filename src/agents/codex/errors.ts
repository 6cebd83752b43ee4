import type { RequestError } from '@agentclientprotocol/sdk'
import { atLimit, failureOfStatus, refused, signedOut } from '../translator/failure.ts'
import { amount, type Fields, fields, text } from '../translator/read.ts'

const LIMITS = new Set(['usageLimitExceeded', 'rateLimitExceeded', 'serverOverloaded', 'sessionBudgetExceeded'])

/**
 * Why a turn failed. `codexErrorInfo` is a word, or an object of one member that may hold the HTTP status of the
 * service: `{httpConnectionFailed: {httpStatusCode: 401}}`.
 */
export function errorOf(error: Fields): RequestError {
  const message = text(error.message) ?? 'It gave no reason.'
  const info = error.codexErrorInfo
  if (info === 'unauthorized') return signedOut(message)
  if (typeof info === 'string' && LIMITS.has(info)) return atLimit(message)
  const statuses = Object.values(fields(info)).map((inner) => amount(fields(inner).httpStatusCode))
  const status = statuses.find((one) => one !== null) ?? statusIn(message)
  return failureOfStatus(status, message) ?? refused(message)
}

/** "unexpected status 401 Unauthorized: …", "exceeded retry limit, last status: 429 Too Many Requests": where it moved. */
const statusIn = (message: string): number | null => {
  const found = /\bstatus:? (\d{3})\b/.exec(message)?.[1]
  return found === undefined ? null : Number(found)
}
