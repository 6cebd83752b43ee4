import { FAULT_CODES, Fault, type FaultCode } from '../wire/fault.ts'

const isCode = (value: unknown): value is FaultCode => FAULT_CODES.some((code) => code === value)

/**
 * GOLEM's plugin reports many failures as a result, {code, message, details} or {success: false, error, code}, with no
 * error beside it. The Fault that such a result means; undefined for a real one.
 */
export function failureInResult(result: unknown): Fault | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const { code, message, details, success, error, ...rest } = result as Record<string, unknown>
  if (success === false && typeof error === 'string')
    return new Fault(isCode(code) ? code : 'OPERATION_FAILED', error, rest)
  if (success !== undefined || error !== undefined) return undefined
  if (!isCode(code) || typeof message !== 'string' || Object.keys(rest).length > 0) return undefined
  return new Fault(code, message, typeof details === 'object' && details !== null ? { ...details } : {})
}
