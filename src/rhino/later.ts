import { setTimeout as wait } from 'node:timers/promises'
import { Fault, faultFromWire } from '../wire/fault.ts'
import type { RhinoSession } from './session.ts'

/** How long a host keeps the result of a call that timed out (contract §1), in milliseconds. */
const KEPT_MS = 60_000

/** The job of a call that timed out while it was running; undefined for every other failure. */
export function runningJob(error: unknown): string | undefined {
  if (!(error instanceof Fault) || error.code !== 'TIMEOUT') return undefined
  const { running, job_id } = error.details
  return running === true && typeof job_id === 'string' ? job_id : undefined
}

/**
 * Waits for the result of a call that timed out, asking the host now and then. Rejects with the call's own Fault, with
 * TIMEOUT where it still runs after `patienceMs`, with RHINO_BUSY where it was never begun.
 */
export async function laterResult(
  session: RhinoSession,
  job: string,
  { patienceMs = KEPT_MS, everyMs = 500, signal }: { patienceMs?: number; everyMs?: number; signal?: AbortSignal } = {},
): Promise<unknown> {
  const until = Date.now() + patienceMs
  for (;;) {
    const status = await session.call('job.status', { job_id: job }, signal ? { signal } : {})
    if (status.state === 'done') {
      if (status.error) throw faultFromWire(status.error)
      return status.result ?? {}
    }
    if (status.state === 'abandoned') {
      throw new Fault('RHINO_BUSY', 'Rhino never began the call, so nothing was changed.', { next: 'Call it again.' })
    }
    if (Date.now() >= until) {
      throw new Fault('TIMEOUT', 'The call is still running.', { running: true, job_id: job, next: 'Ask again later.' })
    }
    await wait(everyMs, undefined, signal ? { signal } : {})
  }
}
