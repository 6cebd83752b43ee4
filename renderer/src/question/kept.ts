import type { Draft } from './draft.ts'

const keyOf = (request: string) => `tickbird.answers.${request}`

/** What was filled in before a reload. */
export function loadDrafts(request: string): Readonly<Record<string, Draft>> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(request)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter((pair): pair is [string, Draft] => isDraft(pair[1])))
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

export function keepDrafts(request: string, drafts: Readonly<Record<string, Draft>>): void {
  if (Object.keys(drafts).length > 0) sessionStorage.setItem(keyOf(request), JSON.stringify(drafts))
  else sessionStorage.removeItem(keyOf(request))
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const list = (key: string) => Array.isArray(Reflect.get(value, key))
  return typeof Reflect.get(value, 'text') === 'string' && list('labels') && list('point') && list('objects')
}
