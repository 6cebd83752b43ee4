import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What does not belong to a toolset's own code, or would take long to look through. */
const PASSED_OVER = /^(?:\..*|node_modules|__pycache__)$/
const MOST_FILES = 1000
const DEEPEST = 5

/** Changes with every file in a folder that is written, added or taken away. Empty where there is no such folder. */
export function fingerprint(folder: string): string {
  const found: string[] = []
  const look = (path: string, depth: number) => {
    for (const entry of entriesOf(path)) {
      if (found.length >= MOST_FILES || PASSED_OVER.test(entry.name)) continue
      const inner = join(path, entry.name)
      if (entry.isDirectory()) depth < DEEPEST && look(inner, depth + 1)
      else found.push(`${inner} ${stampOf(inner)}`)
    }
  }
  look(folder, 0)
  return found.length === 0 ? '' : createHash('sha256').update(found.sort().join('\n')).digest('hex')
}

/** A folder that cannot be read now may be there again a moment later. */
function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return []
  }
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.mtimeMs} ${stat.size}` : 'gone'
}
