import { setTimeout as wait } from 'node:timers/promises'

/** How long one step of closing may take, in ms: far more than any that is well needs. */
const STEP_MS = 25_000

/** Whether work was done, well or not, within so many ms. What it comes to later is let go. */
export async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  const patience = new AbortController()
  const late = wait(ms, false, { signal: patience.signal }).catch(() => false)
  const done = work.then(
    () => true,
    (error: unknown) => {
      console.error(error)
      return true
    },
  )
  const inTime = await Promise.race([done, late])
  patience.abort()
  return inTime
}

/**
 * Takes every step, also after one that failed or hangs: what is left open would keep the process, or a child of it. To be
 * called once; calls after that wait for the same end.
 */
export function closingOnce(steps: readonly (() => unknown)[]): () => Promise<void> {
  let closing: Promise<void> | null = null
  const takeAll = async () => {
    for (const step of steps) await within(Promise.resolve().then(step), STEP_MS)
  }
  return () => (closing ??= takeAll())
}

/** How long turns may take to end, in ms. */
const TURNS_MS = 4000

/**
 * Ends the turns and keeps the document. A host that is in a long call cannot be asked for either: then it is ended, what
 * waits for it fails, and the turns end with what is known of them.
 */
export async function settleTurns(parts: {
  turns: readonly { close(): Promise<void> }[]
  keep(): Promise<void>
  endHost(): Promise<void>
  turnsMs?: number
}): Promise<void> {
  const { turnsMs = TURNS_MS } = parts
  const ended = Promise.all(parts.turns.map((turns) => turns.close()))
  if (await within(ended, turnsMs)) return parts.keep()
  await parts.endHost()
  await within(ended, turnsMs)
}
