import { Fault, type FaultDetails } from '../../wire/fault.ts'
import type { OpenCascade } from './load.ts'

/** What to say when the kernel gives up: what was tried in the designer's words, and what to do next. */
export interface Attempt {
  readonly tried: string
  readonly next: string
}

/**
 * The one place where the kernel's failures become Faults. OpenCASCADE throws C++ exceptions, which arrive as
 * WebAssembly.Exception (not an Error) and stay allocated until their count is taken down.
 */
export function kernelFault(oc: OpenCascade, thrown: unknown, attempt: Attempt): Fault {
  if (thrown instanceof Fault) return thrown
  const details: FaultDetails = { tried: attempt.tried, next: attempt.next }
  if (thrown instanceof WebAssembly.Exception) {
    const [type, message] = oc.getExceptionMessage(thrown)
    oc.decrementExceptionRefcount(thrown)
    return new Fault('OPERATION_FAILED', `The kernel could not ${attempt.tried}.`, {
      ...details,
      kernel: message ? `${type}: ${message}` : type,
    })
  }
  if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
    return new Fault('INTERNAL_ERROR', `The geometry kernel broke down while it tried to ${attempt.tried}.`, {
      tried: attempt.tried,
      next: 'Save your work and restart the embedded host; its memory can no longer be trusted.',
      kernel: thrown.message,
      restart: true,
    })
  }
  throw thrown
}
