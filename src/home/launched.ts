import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileSafely } from './write.ts'

const launched = z.object({
  pid: z.number().int(),
  /** The program and its arguments, as they were given. */
  command: z.array(z.string()),
  /** From the start until the plugin listened. */
  seconds: z.number(),
})

/** The last Rhino that Tickbird started with the plugin, and how: what only a real Rhino can tell about starting it. */
export type Launched = z.infer<typeof launched>

const fileIn = (home: string): string => join(home, 'launched.json')

/** Never throws: it is a note for the doctor, and costs the launch nothing. */
export function noteLaunched(home: string, one: Launched): void {
  try {
    writeFileSafely(fileIn(home), `${JSON.stringify(one)}\n`)
  } catch (error) {
    console.error(`How Rhino was started could not be noted: ${String(error)}`)
  }
}

/** Null where this process was started in another way, or nobody knows. */
export function launchedAs(home: string, pid: number): Launched | null {
  try {
    const one = launched.parse(JSON.parse(readFileSync(fileIn(home), 'utf8')))
    return one.pid === pid ? one : null
  } catch {
    return null
  }
}
