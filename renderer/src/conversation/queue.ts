import { panel, type Queued } from './panel.ts'

const keyOf = (conversation: string | null) => `tickbird.queue.${conversation ?? 'new'}`

/** What waited when the page was last open. It is held: a page that comes back does not send by itself. */
export function loadQueue(conversation: string | null): Queued[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(conversation)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isQueued) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

/** What was lined up for a new conversation goes with it once it exists. */
export function adoptQueue(conversation: string): void {
  const waiting = sessionStorage.getItem(keyOf(null))
  if (waiting) sessionStorage.setItem(keyOf(conversation), waiting)
  sessionStorage.removeItem(keyOf(null))
}

function isQueued(value: unknown): value is Queued {
  if (typeof value !== 'object' || value === null) return false
  return typeof Reflect.get(value, 'id') === 'string' && typeof Reflect.get(value, 'prompt') === 'string'
}

function change(edit: (queue: readonly Queued[]) => readonly Queued[]): void {
  const queue = edit(panel.getState().queue)
  panel.setState({ queue })
  const key = keyOf(panel.getState().open)
  if (queue.length > 0) sessionStorage.setItem(key, JSON.stringify(queue))
  else sessionStorage.removeItem(key)
}

export function enqueue(prompt: string, agent: string | null, held: string | null = null): void {
  change((queue) => [...queue, { id: crypto.randomUUID(), prompt, agent, held }])
}

export function dequeue(id: string): void {
  change((queue) => queue.filter((entry) => entry.id !== id))
}

/** Nothing goes by itself any more; `why` stands beside it. */
export function holdQueue(why: string): void {
  change((queue) => queue.map((entry) => ({ ...entry, held: entry.held ?? why })))
}

export function releaseQueue(): void {
  change((queue) => queue.map((entry) => ({ ...entry, held: null })))
}
