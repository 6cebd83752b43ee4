import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Api, type Link, Refused } from '../rpc.ts'
import { Connection, Offline } from './connection.ts'

/** A core to be switched on and off. Each opened link counts. */
class FakeCore {
  on = true
  refusing = false
  readonly links: (Link & { end(): void })[] = []

  open = async (): Promise<Link> => {
    if (this.refusing) throw new Refused('wrong key')
    if (!this.on) throw new Error('nobody answers')
    let alive = true
    let end = () => {}
    const closed = new Promise<void>((resolve) => {
      end = () => {
        alive = false
        resolve()
      }
    })
    const link = {
      api: { name: this.links.length } as unknown as Api,
      closed,
      alive: () => alive,
      end,
      close: () => end(),
    }
    this.links.push(link)
    return link
  }

  drop(): void {
    this.links.at(-1)?.end()
  }
}

let core: FakeCore
let connection: Connection

beforeEach(() => {
  vi.useFakeTimers()
  core = new FakeCore()
  connection = new Connection(core.open)
})
afterEach(() => {
  connection.end()
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const state = () => connection.state.getState().state

describe('one link', () => {
  test('opens, is lost, comes back', async () => {
    void connection.run()
    await settle()
    expect(state()).toBe('open')
    core.on = false
    await vi.advanceTimersByTimeAsync(10_000)
    core.drop()
    await settle()
    expect(state()).toBe('reconnecting')
    core.on = true
    await vi.advanceTimersByTimeAsync(5_000)
    expect(state()).toBe('open')
    expect(core.links).toHaveLength(2)
  })

  test('the pauses grow and stay bounded; a retry does not wait', async () => {
    core.on = false
    const open = vi.fn(core.open)
    connection = new Connection(open)
    void connection.run()
    await vi.advanceTimersByTimeAsync(60_000)
    const tries = open.mock.calls.length
    expect(tries).toBeGreaterThan(10)
    expect(tries).toBeLessThan(20)
    core.on = true
    connection.retry()
    await settle()
    expect(state()).toBe('open')
  })

  test('a core that hangs up at once is not called in a hot loop', async () => {
    void connection.run()
    connection.state.subscribe(() => core.drop())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(core.links.length).toBeGreaterThan(10)
    expect(core.links.length).toBeLessThan(20)
  })

  test('a refusal is told apart, and tried again all the same', async () => {
    core.refusing = true
    void connection.run()
    await settle()
    expect(state()).toBe('refused')
    core.refusing = false
    connection.retry()
    await settle()
    expect(state()).toBe('open')
  })
})

describe('calls', () => {
  test('without a link, or with one that goes meanwhile, they are Offline', async () => {
    await expect(connection.call(async () => 1)).rejects.toBeInstanceOf(Offline)
    void connection.run()
    await settle()
    const lost = connection.call(async () => {
      core.drop()
      throw new Error('AbortError')
    })
    await expect(lost).rejects.toBeInstanceOf(Offline)
  })

  test('an answer that is an error is passed on', async () => {
    void connection.run()
    await settle()
    await expect(connection.call(() => Promise.reject(new Error('no such turn')))).rejects.toThrow('no such turn')
  })
})

describe('streams', () => {
  test('go on where they were after every loss', async () => {
    void connection.run()
    await settle()
    const seen: number[] = []
    const source = async function* (from: number) {
      yield from
      yield from + 1
      core.drop()
      throw new Error('closed')
    }
    const over = new AbortController()
    const open = async () => source((seen.at(-1) ?? 0) + 1)
    void connection.follow(over.signal, open, (n) => seen.push(n))
    for (let i = 0; i < 5; i++) await vi.advanceTimersByTimeAsync(6_000)
    over.abort()
    expect(seen.length).toBeGreaterThanOrEqual(6)
    expect(seen).toEqual(seen.map((_, i) => i + 1))
  })

  test('an error of a living link goes to onFault, which may end it', async () => {
    void connection.run()
    await settle()
    const faults: unknown[] = []
    let opened = 0
    const open = async () => {
      opened += 1
      throw new Error('gone')
    }
    const done = connection.follow(
      new AbortController().signal,
      open,
      () => {},
      (error) => {
        faults.push(error)
        return faults.length < 3
      },
    )
    await vi.advanceTimersByTimeAsync(10_000)
    await done
    expect([opened, faults.length]).toEqual([3, 3])
  })

  test('a loss is no fault', async () => {
    void connection.run()
    await settle()
    const onFault = vi.fn(() => true)
    const over = new AbortController()
    const open = async () => {
      core.drop()
      throw new Error('AbortError')
    }
    void connection.follow(over.signal, open, () => {}, onFault)
    await vi.advanceTimersByTimeAsync(3_000)
    over.abort()
    expect(onFault).not.toHaveBeenCalled()
  })
})
