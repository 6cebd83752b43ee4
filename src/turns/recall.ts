import type { ConversationStore } from '../shared/store.ts'

/** How much of a conversation an agent is told that begins anew, in characters; and of one prompt or answer. */
const MOST = 8000
const MOST_OF_ONE = 1200

/**
 * What was said before `turn`, in short, the newest turns first to be kept: for an agent that begins anew in the midst of
 * a conversation. Empty where nothing was.
 */
export function recallOf(store: ConversationStore, conversation: string, turn: string): string {
  const answers = new Map<string, string>()
  for (const { event } of store.eventsOf(conversation, 'text')) {
    const said = answers.get(event.turn) ?? ''
    if (said.length <= MOST_OF_ONE) answers.set(event.turn, said + event.text)
  }
  const turns = store.eventsOf(conversation, 'turn.begin').filter(({ event }) => event.turn !== turn)
  const lines: string[] = []
  let length = 0
  for (const { event } of turns.toReversed()) {
    const answer = answers.get(event.turn)?.trim() ?? ''
    const line = `Designer: ${shortened(event.prompt)}\nYou: ${answer ? shortened(answer) : '(no words)'}`
    if (length + line.length > MOST) break
    length += line.length
    lines.unshift(line)
  }
  if (lines.length === 0) return ''
  const left = turns.length - lines.length
  const head = 'This conversation began before you. What was said, shortened; the document may have changed since:'
  return [head, ...(left > 0 ? [`(${left} earlier turns left out.)`] : []), ...lines].join('\n')
}

const shortened = (words: string): string => (words.length > MOST_OF_ONE ? `${words.slice(0, MOST_OF_ONE)}…` : words)
