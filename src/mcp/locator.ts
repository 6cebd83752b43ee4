import { createHash } from 'node:crypto'

/** What search finds and invoke takes. The letters stand in locators. */
export const ITEM_KINDS = ['tool', 'resource', 'resource_template'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

const LETTER: Record<ItemKind, string> = { tool: 't', resource: 'r', resource_template: 'p' }

/** Where an item is, and what it looked like when it was found. */
export interface Locator {
  processId: number
  kind: ItemKind
  /** Of the item's content: when it has changed since, the locator is stale. */
  hash: string
  /** A tool's name, or a resource's URI. */
  target: string
}

/** "tb1.4711.t.1a2b3c4d.create_box". Opaque to clients; the target stands last because it may hold dots. */
export const writeLocator = ({ processId, kind, hash, target }: Locator): string =>
  `tb1.${processId}.${LETTER[kind]}.${hash}.${target}`

/** Undefined for anything that {@link writeLocator} did not write. */
export function readLocator(text: string): Locator | undefined {
  const parts = /^tb1\.([1-9]\d{0,9})\.([trp])\.([0-9a-f]{8})\.(\S.{0,2000})$/s.exec(text)
  const kind = ITEM_KINDS.find((one) => LETTER[one] === parts?.[2])
  if (!parts || !kind) return undefined
  return { processId: Number(parts[1]), kind, hash: parts[3] ?? '', target: parts[4] ?? '' }
}

/** Eight hex digits over everything a client was told about an item, whatever the order of its keys. */
export function contentHash(content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest('hex')
    .slice(0, 8)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
