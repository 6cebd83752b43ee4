import { type TrafficCall, trafficCall } from '../shared/traffic.ts'

/** How many calls are remembered. */
const KEPT = 500

/** The last calls of the log, kept to be looked at in the panel. */
export class Traffic {
  readonly #listeners = new Set<() => void>()
  #calls: TrafficCall[] = []
  #count = 0

  /** The log of calls with an ear: every line goes on to `log`. */
  hearing(log: (line: string) => void): (line: string) => void {
    return (line) => {
      log(line)
      this.#hear(line)
    }
  }

  /** What ended after the call with this number, oldest first; null where nothing did. */
  after(seq: number): TrafficCall[] | null {
    // A number from before a restart is of another count.
    const from = seq > this.#count ? 0 : seq
    const calls = this.#calls.filter((call) => call.seq > from)
    return calls.length > 0 ? calls : null
  }

  onCall = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #hear(line: string): void {
    const { at, client, code = null, ...rest }: Record<string, unknown> = JSON.parse(line)
    const [, conversation = null] = /^conversation (.+)$/.exec(String(client)) ?? []
    const read = trafficCall.safeParse({
      ...rest,
      seq: this.#count + 1,
      at: Date.parse(String(at)),
      client: conversation ? '' : client,
      conversation,
      code,
    })
    if (!read.success) return
    this.#count += 1
    this.#calls = [...this.#calls.slice(1 - KEPT), read.data]
    for (const listener of this.#listeners) listener()
  }
}
