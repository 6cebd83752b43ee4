import type { HostChoice } from '../../../src/shared/host.ts'
import type { HostStatus } from '../../../src/shared/status.ts'

export const HOST_WORDS: Readonly<Record<HostStatus['state'], string>> = {
  starting: 'starting',
  ready: 'ready',
  busy: 'busy',
  lost: 'not running',
  failed: 'did not start',
}

/** "bracket.3dm, plate.3dm" or what keeps it from being worked in. */
export function hostWords({ kind, processId, state, documents }: HostChoice): string {
  if (state !== 'ready') return HOST_WORDS[state]
  if (kind === 'embedded' && processId === null) return 'works without Rhino'
  if (documents.length === 0) return HOST_WORDS.ready
  const front = documents.find(({ active }) => active)
  const rest = documents.filter((document) => document !== front)
  return [...(front ? [front] : []), ...rest].map(({ name }) => name || 'Untitled').join(', ')
}
