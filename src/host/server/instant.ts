import { KNOWN_METHODS } from '../../tools/known.ts'
import { cancel, hello, jobStatus } from '../../tools/session.ts'
import { parseParams } from '../../tools/validate.ts'
import { Fault } from '../../wire/fault.ts'
import type { Request } from '../../wire/message.ts'
import type { Job, Jobs } from './jobs.ts'
import type { Welcome } from './welcome.ts'

/** Answers what never waits for the modeller; undefined for every other method. Throws Faults. */
export type Instant = (request: Request, welcome: Welcome) => Record<string, unknown> | undefined

const CAPABILITIES = ['undo.pictures', 'viewport.display_meshes']

export function instantMethods(jobs: Jobs, connection: number, version: string, shutDown: () => void): Instant {
  return ({ method, params }, welcome) => {
    switch (method) {
      case 'ping':
        return { alive: true }
      case 'hello':
        welcome.show(parseParams(hello, params).secret)
        return { host: 'embedded', version, rhino: null, pid: process.pid, capabilities: CAPABILITIES }
      case 'list_methods':
        return { methods: KNOWN_METHODS }
      case 'job.status':
        return status(jobs, parseParams(jobStatus, params).job_id)
      case 'rhino.cancel': {
        const { job_id } = parseParams(cancel, params)
        return jobs.cancel(job_id === undefined ? { connection } : { job: job_id })
      }
      case 'shutdown':
        shutDown()
        return { shutdown: 'The built-in modeller ends now.' }
      default:
        return undefined
    }
  }
}

function status(jobs: Jobs, id: string): Record<string, unknown> {
  const job = jobs.find(id)
  if (!job) {
    throw new Fault('OBJECT_NOT_FOUND', `There is no job ${id}.`, {
      id,
      next: 'A job is told about while it waits and runs, and for a minute after; look at the document instead.',
    })
  }
  return { job_id: id, state: job.state, ...ended(job) }
}

function ended({ outcome }: Readonly<Job>): Record<string, unknown> {
  if (!outcome) return {}
  if (!outcome.ok) return { error: outcome.fault.toWire() }
  return { result: JSON.parse(new TextDecoder().decode(outcome.json)) }
}
