/** Where Rhino is looked for and how long it is waited for; times in milliseconds. */
export interface WireSettings {
  host: string
  /** The one port to look at; null: wherever the listener files say. */
  port: number | null
  grasshopperPort: number
  connectMs: number
  callMs: number
  heavyMs: number
  /** How much longer we wait than the host itself does, so that its own answer says what became of the call. */
  graceMs: number
  /** An idle connection is pinged this often. */
  heartbeatMs: number
  /** A call that takes longer than this makes the session `busy`. */
  busyAfterMs: number
  /** Waits between tries to connect; the last one repeats. */
  backoffMs: readonly number[]
}

export const DEFAULT_PORT = 9876
export const GRASSHOPPER_PORT = 9877

export const DEFAULTS: WireSettings = {
  host: '127.0.0.1',
  port: null,
  grasshopperPort: GRASSHOPPER_PORT,
  connectMs: 10_000,
  callMs: 30_000,
  heavyMs: 120_000,
  graceMs: 2000,
  heartbeatMs: 10_000,
  busyAfterMs: 1000,
  backoffMs: [100, 300, 1000, 3000, 5000],
}

/** Longest time-out that is taken, in seconds: a day. Node's timers end at 24.8 days. */
const LONGEST_S = 86_400

/**
 * The settings with GOLEM's variables laid over them (contract §1; its time-outs are seconds). What cannot be used is
 * passed over and said in `notes`, one sentence each.
 */
export function settingsFromEnv(
  env: Readonly<Record<string, string | undefined>>,
  base: WireSettings = DEFAULTS,
): { settings: WireSettings; notes: string[] } {
  const notes: string[] = []
  const number = (name: string, lowest: number, highest: number, whole: boolean): number | undefined => {
    const text = env[name]?.trim()
    if (!text) return undefined
    const value = Number(text)
    if (value >= lowest && value <= highest && (!whole || Number.isInteger(value))) return value
    notes.push(
      `${name} is ${JSON.stringify(text.slice(0, 40))}, which is not a ${whole ? 'whole ' : ''}number from ${lowest} to ${highest}; it is not used.`,
    )
    return undefined
  }
  const seconds = (name: string): number | undefined => {
    const value = number(name, 0.001, LONGEST_S, false)
    return value === undefined ? undefined : value * 1000
  }
  const host = env.GOLEM_RHINO_HOST?.trim()
  const settings: WireSettings = {
    ...base,
    // "localhost" may be ::1, where nobody listens.
    host: !host ? base.host : host === 'localhost' ? '127.0.0.1' : host,
    port: number('GOLEM_RHINO_PORT', 1, 65_535, true) ?? base.port,
    grasshopperPort: number('GOLEM_GH_PORT', 1, 65_535, true) ?? base.grasshopperPort,
    callMs: seconds('GOLEM_TIMEOUT') ?? base.callMs,
    heavyMs: seconds('GOLEM_HEAVY_TIMEOUT') ?? base.heavyMs,
  }
  return { settings, notes }
}
