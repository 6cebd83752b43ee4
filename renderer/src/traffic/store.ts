import { createStore } from 'zustand/vanilla'
import type { TrafficCall } from '../../../src/shared/traffic.ts'
import { core } from '../link/core.ts'
import { perFrame } from '../link/frame.ts'

const KEPT = 500

/** The last calls, oldest first, while their screen is open. */
export const traffic = createStore<{ calls: readonly TrafficCall[] }>(() => ({ calls: [] }))

export function followTraffic(): () => void {
  const over = new AbortController()
  let calls: readonly TrafficCall[] = []
  const show = perFrame(() => traffic.setState({ calls }))
  show()
  void core.follow(
    over.signal,
    (api, signal) => api.traffic.watch({ after: calls.at(-1)?.seq ?? 0 }, { signal }),
    (batch) => {
      // A core that was started anew counts from 1 again.
      const known = (batch[0]?.seq ?? 0) > (calls.at(-1)?.seq ?? 0) ? calls : []
      calls = [...known, ...batch].slice(-KEPT)
      show()
    },
  )
  return () => over.abort()
}
