import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileSafely } from '../home/write.ts'
import { newToken } from '../mcp/tokens.ts'

/**
 * The token of outside clients: the same over restarts, because it stands in their configuration. Readable by the user
 * alone. Where the folder cannot be written, a token for this launch.
 */
export function outsideToken(home: string): string {
  const file = join(home, 'mcp-token')
  const kept = read(file)
  if (kept) return kept
  const token = newToken()
  try {
    writeFileSafely(file, token, { ifThere: 'keep' })
  } catch {
    return token
  }
  return read(file) ?? token
}

function read(file: string): string | null {
  try {
    const token = readFileSync(file, 'utf8').trim()
    return token.length >= 32 ? token : null
  } catch {
    return null
  }
}
