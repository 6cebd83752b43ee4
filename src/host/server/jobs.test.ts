import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_PAYLOAD_BYTES } from '../../wire/frame.ts'
import { frameOutcome } from './answers.ts'
import { type Job, Jobs, type Outcome } from './jobs.ts'

const DONE: Outcome = { ok: true, json: new TextEncoder().encode('{"count":1}') }

let started: string[]
let jobs: Jobs
let now: number
beforeEach(() => {
  vi.useFakeTimers()
  started = []
  now = 1000
  jobs = new Jobs(
    (job: Job) => started.push(job.id),
    () => now,
  )
})
afterEach(() => vi.useRealTimers())

function submit(wantedId: string | null, connection = 1, timeoutMs = 1000) {
  const answers: Outcome[] = []
  jobs.submit({ wantedId, connection, method: 'a.method', params: {}, timeoutMs, reply: (one) => answers.push(one) })
  return answers
}
const codes = (answers: Outcome[]) => answers.map((one) => (one.ok ? 'ok' : one.fault.code))

describe('jobs', () => {
  it('wait until the modeller is there, then run one at a time, in order', () => {
    submit('a')
    submit('b')
    expect(started).toEqual([])
    jobs.open()
    expect(started).toEqual(['a'])
    jobs.finish('a', DONE)
    expect(started).toEqual(['a', 'b'])
    expect(() => jobs.finish('a', DONE)).toThrow(/not running/)
  })

  it('that time out while waiting never run; while running, they answer once and keep their result', () => {
    jobs.open()
    const [running, waiting] = [submit('a'), submit('b')]
    vi.advanceTimersByTime(1000)
    expect([codes(running), codes(waiting)]).toEqual([['TIMEOUT'], ['RHINO_BUSY']])
    jobs.finish('a', DONE)
    expect(started).toEqual(['a'])
    expect(codes(running)).toEqual(['TIMEOUT'])
    expect(jobs.find('a')).toMatchObject({ state: 'done', outcome: DONE })
    expect(jobs.find('b')).toMatchObject({ state: 'abandoned' })
    now += 60_001
    expect(jobs.find('a')).toBeUndefined()
  })

  it('take their request’s id where it is free', () => {
    jobs.open()
    submit('same')
    submit('same')
    jobs.finish('same', DONE)
    expect(started[0]).toBe('same')
    expect(started[1]).toMatch(/^[0-9a-f-]{36}$/)
    submit('x'.repeat(65))
    jobs.finish(started[1]!, DONE)
    expect(started[2]).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('of a lost connection are given up; the one that runs keeps its result', () => {
    jobs.open()
    const [running, waiting, other] = [submit('a', 1), submit('b', 1), submit('c', 2)]
    jobs.connectionLost(1)
    expect(codes(waiting)).toEqual(['RHINO_BUSY'])
    jobs.finish('a', DONE)
    expect(codes(running)).toEqual([])
    expect(jobs.find('a')?.outcome).toBe(DONE)
    jobs.finish('c', DONE)
    expect(codes(other)).toEqual(['ok'])
  })

  it('are refused beyond what can wait, and forgotten beyond what can be told about', () => {
    jobs.open()
    const answers = Array.from({ length: 10_002 }, (_, at) => submit(`j${at}`))
    expect(codes(answers.at(-1) ?? [])).toEqual(['RHINO_BUSY'])
    for (let at = 0; at < 2000; at++) jobs.finish(`j${at}`, DONE)
    expect(jobs.find('j0')).toBeUndefined()
    expect(jobs.find('j1999')).toMatchObject({ state: 'done' })
  })
})

describe('answers', () => {
  it('are framed with the result as it stands, or TOO_LARGE in its place', () => {
    expect(JSON.parse(frameOutcome('ä"', DONE).subarray(4).toString())).toEqual({
      id: 'ä"',
      result: { count: 1 },
      error: null,
    })
    const huge = frameOutcome(7, { ok: true, json: new Uint8Array(MAX_PAYLOAD_BYTES) })
    expect(huge.readUInt32BE(0)).toBe(huge.length - 4)
    expect(JSON.parse(huge.subarray(4).toString())).toMatchObject({
      id: 7,
      result: null,
      error: { data: { code: 'TOO_LARGE' } },
    })
  })
})
