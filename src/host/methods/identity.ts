import { basename } from 'node:path'
import type { Document } from '../document/document.ts'

/** What people read instead of "Rhino 8". */
export const HOST_LABEL = 'Built-in modeller'

export const documentName = (doc: Document): string => (doc.path === null ? 'Untitled' : basename(doc.path))
