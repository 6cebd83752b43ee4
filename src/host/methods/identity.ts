import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../../entries.ts'
import type { Document } from '../document/document.ts'

/** What people read instead of "Rhino 8". */
export const HOST_LABEL = 'Built-in modeller'

/** Of our package. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return version
}

export const documentName = (doc: Document): string => (doc.path === null ? 'Untitled' : basename(doc.path))
