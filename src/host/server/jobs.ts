import { randomUUID } from 'node:crypto'
import { Fault } from '../../wire/fault.ts'

export type Outcome = { readonly ok: true; readonly json: Uint8Array } | { readonly ok: false; readonly fault: Fault }
export type JobState = 'pending' | 'running' | 'done' | 'abandoned'

export interface Job {
  readonly id: string
  readonly connection: number
  readonly method: string
  readonly params: Record<string, unknown>
  state: JobState
  /** Cleared once the caller has an answer, whatever it was. */
  reply: ((outcome: Outcome) => void) | null
  /** Kept for a caller who did not get it, or did not wait for it. */
  outcome: Outcome | null
  timer: NodeJS.Timeout | null
  endedAt: number
}

export interface Asked {
  /** The caller's own id of the call becomes the job's where it is free, so that the caller knows it. */
  wantedId: string | null
  connection: number
  method: string
  params: Record<string, unknown>
  timeoutMs: number
  reply(outcome: Outcome): void
}

/** How long an ended job is told about, and a result kept that its caller did not get. */
const KEPT_MS = 60_000
const MAX_PENDING = 10_000
/** Jobs whose answer was sent: the last ones are still told about, for a client that gave up waiting before. */
const MAX_SENT = 1000
const MAX_SENT_BYTES = 64 * 1024

/**
 * The calls that wait for the modeller, one running at a time. A call that times out while it waits is abandoned and
 * will not run; one that times out while it runs goes on, and its result can be fetched (contract §1).
 */
export class Jobs {
  readonly #start: (job: Job) => void
  readonly #now: () => number
  readonly #jobs = new Map<string, Job>()
  readonly #pending = new Set<Job>()
  /** In the order they ended. */
  readonly #ended = new Set<Job>()
  readonly #sent = new Set<Job>()
  #running: Job | null = null
  #open = false

  /** `start` is given one job at a time; {@link finish} says that it ended. */
  constructor(start: (job: Job) => void, now: () => number = Date.now) {
    this.#start = start
    this.#now = now
  }

  /** Lets the jobs run: the modeller is there. */
  open(): void {
    this.#open = true
    this.#next()
  }

  submit({ wantedId, connection, method, params, timeoutMs, reply }: Asked): void {
    this.#forgetOld()
    if (this.#pending.size >= MAX_PENDING) {
      reply({ ok: false, fault: busy(`${MAX_PENDING} calls are waiting already.`, null) })
      return
    }
    const free = wantedId !== null && wantedId !== '' && wantedId.length <= 64 && !this.#jobs.has(wantedId)
    const id = free ? wantedId : randomUUID()
    const job: Job = { id, connection, method, params, state: 'pending', reply, outcome: null, timer: null, endedAt: 0 }
    job.timer = setTimeout(() => this.#timeOut(job), timeoutMs)
    this.#jobs.set(id, job)
    this.#pending.add(job)
    this.#next()
  }

  finish(id: string, outcome: Outcome): void {
    const job = this.#running
    if (job?.id !== id) throw new Error(`Job ${id} is not running.`)
    this.#running = null
    this.#end(job, 'done')
    if (job.reply) this.#send(job, outcome)
    else job.outcome = outcome
    this.#next()
  }

  /** Abandons what waits: one job, or all of a connection. What runs cannot be stopped. */
  cancel(which: { job: string } | { connection: number }): { cancelled: string[]; running: string | null } {
    const chosen = [...this.#pending].filter((job) =>
      'job' in which ? job.id === which.job : job.connection === which.connection,
    )
    for (const job of chosen) this.#abandon(job, 'was cancelled')
    return { cancelled: chosen.map((job) => job.id), running: this.#running?.id ?? null }
  }

  /** Nobody waits any more for the calls of a lost connection: those that wait will not run. */
  connectionLost(connection: number): void {
    for (const job of [...this.#pending]) if (job.connection === connection) this.#abandon(job, 'was given up')
    if (this.#running?.connection === connection) this.#running.reply = null
  }

  /** Undefined for a job that nobody knows, or that ended longer than a minute ago. */
  find(id: string): Readonly<Job> | undefined {
    this.#forgetOld()
    return this.#jobs.get(id)
  }

  /** Answers everything that is open: the modeller is gone. */
  failAll(fault: Fault): void {
    for (const job of this.#jobs.values()) if (job.reply) answer(job, { ok: false, fault })
    this.#pending.clear()
    this.#running = null
    this.#open = false
  }

  #next(): void {
    if (!this.#open || this.#running) return
    const [job] = this.#pending
    if (!job) return
    this.#pending.delete(job)
    job.state = 'running'
    this.#running = job
    this.#start(job)
  }

  #timeOut(job: Job): void {
    if (job.state === 'pending') {
      this.#abandon(job, 'waited too long')
      return
    }
    answer(job, { ok: false, fault: stillRunning(job) })
  }

  #abandon(job: Job, why: string): void {
    this.#pending.delete(job)
    this.#end(job, 'abandoned')
    const other = this.#running
      ? ` ${this.#running.method} is running.`
      : this.#open
        ? ''
        : ' The modeller is starting.'
    answer(job, { ok: false, fault: busy(`${job.method} ${why} and will not run.${other}`, job.id) })
  }

  #end(job: Job, state: JobState): void {
    job.state = state
    job.endedAt = this.#now()
    this.#ended.add(job)
    if (job.timer) clearTimeout(job.timer)
  }

  #send(job: Job, outcome: Outcome): void {
    answer(job, outcome)
    if (!outcome.ok || outcome.json.byteLength <= MAX_SENT_BYTES) job.outcome = outcome
    this.#sent.add(job)
    const [oldest] = this.#sent
    if (oldest && this.#sent.size > MAX_SENT) this.#forget(oldest)
  }

  #forgetOld(): void {
    const limit = this.#now() - KEPT_MS
    for (const job of this.#ended) {
      if (job.endedAt > limit) return
      this.#forget(job)
    }
  }

  #forget(job: Job): void {
    this.#jobs.delete(job.id)
    this.#ended.delete(job)
    this.#sent.delete(job)
  }
}

function answer(job: Job, outcome: Outcome): void {
  const { reply } = job
  job.reply = null
  reply?.(outcome)
}

function busy(message: string, id: string | null): Fault {
  return new Fault('RHINO_BUSY', message, {
    ...(id === null ? {} : { job_id: id }),
    next: 'Nothing was changed; it is safe to call again.',
  })
}

function stillRunning({ id, method }: Job): Fault {
  return new Fault('TIMEOUT', `${method} takes longer than expected and is still running.`, {
    running: true,
    job_id: id,
    next: 'Do not call it again: ask job.status with this job_id for the result, up to a minute after it ends.',
  })
}
