import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export interface LogLimits {
  /** A file that has grown past this many bytes is put aside. */
  bytes: number
  /** How many put-aside files are kept: `mcp.log.1` is the newest. */
  kept: number
}

/**
 * A log of lines that never takes more room than its limits, and never fails its caller: when the folder cannot be
 * written it says so once, by `complain`, and goes on without.
 */
export function openRotatingLog(
  path: string,
  complain: (why: string) => void,
  limits: LogLimits = { bytes: 2 * 1024 * 1024, kept: 3 },
): (line: string) => void {
  let size: number | null = null
  let broken = false
  return (line) => {
    if (broken) return
    const text = `${line}\n`
    try {
      if (size === null) {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        size = existsSync(path) ? statSync(path).size : 0
      }
      if (size > 0 && size + text.length > limits.bytes) {
        rotate(path, limits.kept)
        size = 0
      }
      appendFileSync(path, text, { mode: 0o600 })
      size += Buffer.byteLength(text)
    } catch (error) {
      broken = true
      complain(`Nothing more is written to ${path}: ${(error as Error).message}`)
    }
  }
}

function rotate(path: string, kept: number): void {
  for (let n = kept - 1; n >= 1; n--) if (existsSync(`${path}.${n}`)) renameSync(`${path}.${n}`, `${path}.${n + 1}`)
  renameSync(path, `${path}.1`)
}
