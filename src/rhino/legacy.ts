import { FAULT_CODES, Fault, type FaultCode } from '../wire/fault.ts'

const isCode = (value: unknown): value is FaultCode => FAULT_CODES.some((code) => code === value)

/**
 * GOLEM's plugin reports many failures as a result {code, message, details} with no error beside it. The Fault that such
 * a result means; undefined for a real one.
 */
export function failureInResult(result: unknown): Fault | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const { code, message, details, ...rest } = result as Record<string, unknown>
  if (!isCode(code) || typeof message !== 'string' || Object.keys(rest).length > 0) return undefined
  return new Fault(code, message, typeof details === 'object' && details !== null ? { ...details } : {})
}
