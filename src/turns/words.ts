import type { DocumentStatus } from '../shared/status.ts'
import type { Wording } from '../tools/define.ts'
import { wordingFor } from '../tools/wording.ts'

/** How sentences about this document are written; plain numbers while no document is known. */
export function wordsFor(document: DocumentStatus | null): Wording {
  return wordingFor(document?.units ?? 'none', document?.tolerance ?? 0.001)
}
