import { expect, test } from 'vitest'
import { greets, ScriptedHost, SECRET } from '../../test/fakes/scripted-host.ts'
import { Fault } from '../wire/fault.ts'
import { Connection } from './connection.ts'
import { laterResult, runningJob } from './later.ts'
import { DEFAULTS } from './settings.ts'

const slow = (details: Record<string, unknown>) => new Fault('TIMEOUT', 'slow', details)

test('only a call that timed out while it ran has a job', () => {
  expect(runningJob(slow({ running: true, job_id: 'j' }))).toBe('j')
  expect(runningJob(slow({ running: false, job_id: 'j' }))).toBeUndefined()
  expect(runningJob(slow({ running: true }))).toBeUndefined()
  expect(runningJob(new Fault('RHINO_BUSY', 'x', { running: true, job_id: 'j' }))).toBeUndefined()
  expect(runningJob(new Error('x'))).toBeUndefined()
})

/** What `laterResult` makes of a host that answers job.status with these, one after the other. */
async function later(states: Record<string, unknown>[], patienceMs = 60_000): Promise<unknown> {
  const host = await new ScriptedHost(
    greets((asked) =>
      asked.answer({ job_id: asked.params.job_id, ...(states.length > 1 ? states.shift() : states[0]) }),
    ),
  ).listen()
  const settings = { ...DEFAULTS, backoffMs: [1] }
  const session = new Connection({ kind: 'rhino', port: host.port, processId: null, secret: () => SECRET, settings })
  try {
    return await laterResult((job) => session.call('job.status', { job_id: job }), 'j', { everyMs: 1, patienceMs })
  } finally {
    await session.close()
    await host.close()
  }
}

test('waits until the job is done and gives its result', async () => {
  const running = { state: 'running' }
  expect(await later([{ state: 'pending' }, running, running, { state: 'done', result: { guid: 'g' } }])).toEqual({
    guid: 'g',
  })
})

test('a job that failed fails with its own fault', async () => {
  const error = { code: -32000, message: 'Too thick.', data: { code: 'OPERATION_FAILED' } }
  await expect(later([{ state: 'done', error }])).rejects.toMatchObject({
    code: 'OPERATION_FAILED',
    message: 'Too thick.',
  })
})

test('a result that the host no longer has is not made up', async () => {
  await expect(later([{ state: 'done' }])).rejects.toMatchObject({
    code: 'OPERATION_FAILED',
    message: expect.stringMatching(/was done, but its result was lost/),
  })
})

test('a job that never ran is safe to repeat', async () => {
  await expect(later([{ state: 'abandoned' }])).rejects.toMatchObject({ code: 'RHINO_BUSY' })
})

test('one that still runs when patience ends can be asked for again', async () => {
  const error = await later([{ state: 'running' }], 5).catch((reason: unknown) => reason)
  expect(runningJob(error)).toBe('j')
})
