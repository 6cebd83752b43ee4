import type { ResultOf } from '../tools/registry.ts'
import type { AskStatus } from './later.ts'

/** How far a call is. `total` is left out where it is not known; `done` grows. */
export interface Progress {
  done: number
  total?: number
  text?: string
}

/** Between two questions, in ms. */
const EVERY_MS = 1000

/**
 * Asks now and then how far a job is and tells it, until stopped: the host's own figure, or how many seconds it takes
 * already. A host that does not answer is asked again.
 */
export function follow(status: AskStatus, job: string, title: string, tell: (progress: Progress) => void): () => void {
  const begun = Date.now()
  let last = -1
  let asking = false
  const timer = setInterval(async () => {
    if (asking) return
    asking = true
    const answer = await status(job).catch(() => undefined)
    asking = false
    if (stopped || !answer) return
    const progress = figure(answer, title, Math.round((Date.now() - begun) / 1000))
    if (progress && progress.done > last) {
      last = progress.done
      tell(progress)
    }
  }, EVERY_MS)
  timer.unref()
  let stopped = false
  return () => {
    stopped = true
    clearInterval(timer)
  }
}

function figure({ state, progress }: ResultOf<'job.status'>, title: string, seconds: number): Progress | undefined {
  if (progress) {
    return { done: Math.round(progress.fraction * 100), total: 100, text: progress.label || `${title} is running.` }
  }
  if (state === 'pending') return { done: seconds, text: `${title} waits for Rhino (${seconds} s).` }
  if (state === 'running') return { done: seconds, text: `${title} is running (${seconds} s).` }
  return undefined
}
