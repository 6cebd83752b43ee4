import { setTimeout as wait } from 'node:timers/promises'
import type { ResultOf } from '../tools/registry.ts'
import { Fault, faultFromWire } from '../wire/fault.ts'

/** How a host is asked what became of a job. Rejects as `job.status` does. */
export type AskStatus = (job: string) => Promise<ResultOf<'job.status'>>

export interface LaterOptions {
  /** How long it is asked, in ms. */
  patienceMs: number
  /** Pause between two questions, in ms. */
  everyMs?: number
  signal?: AbortSignal | undefined
}

/** The job of a call that timed out while it was running; undefined for every other failure. */
export function runningJob(error: unknown): string | undefined {
  if (!(error instanceof Fault) || error.code !== 'TIMEOUT') return undefined
  const { running, job_id } = error.details
  return running === true && typeof job_id === 'string' ? job_id : undefined
}

/**
 * Waits for the result of a call whose answer did not come, asking the host now and then. Rejects with the call's own
 * Fault, with TIMEOUT where it still runs after `patienceMs`, with RHINO_BUSY where it was never begun, with
 * {@link Unknown} where the host cannot say, and with the signal's reason.
 */
export async function laterResult(
  status: AskStatus,
  job: string,
  { patienceMs, everyMs = 500, signal }: LaterOptions,
): Promise<unknown> {
  const until = Date.now() + patienceMs
  for (;;) {
    signal?.throwIfAborted()
    const { state, result, error } = await asked(status, job)
    if (state === 'done') {
      if (error) throw faultFromWire(error)
      if (result === undefined) throw notKept()
      return result
    }
    if (state === 'abandoned') {
      throw new Fault('RHINO_BUSY', 'Rhino never began the call, so nothing was changed.', { next: 'Call it again.' })
    }
    if (Date.now() >= until) throw stillRunning(job, patienceMs)
    await wait(everyMs, undefined, signal ? { signal } : {}).catch(() => undefined)
  }
}

/** A host too busy to answer is asked again; any other failure says nothing about the job. */
async function asked(status: AskStatus, job: string): Promise<Partial<ResultOf<'job.status'>>> {
  try {
    return await status(job)
  } catch (error) {
    if (error instanceof Fault && error.code === 'TIMEOUT') return {}
    throw new Unknown(error)
  }
}

/** What became of a job cannot be said. */
export class Unknown extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'Unknown'
  }
}

/** A host keeps large results only for who has not got them. */
const notKept = (): Fault =>
  new Fault('OPERATION_FAILED', 'It was done, but its result was lost on the way.', {
    next: 'Do not repeat a change: look at the document, which has it.',
  })

const stillRunning = (job: string, patienceMs: number): Fault =>
  new Fault('TIMEOUT', `Rhino is still working on it after ${Math.round(patienceMs / 60_000)} more minutes.`, {
    running: true,
    job_id: job,
    next: 'Do not repeat it. Ask the designer to press Esc in Rhino, then look at the document.',
  })
