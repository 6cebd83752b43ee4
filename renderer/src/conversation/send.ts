import type { Answer } from '../../../src/shared/question.ts'
import { Offline } from '../link/connection.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { adoptDraft, saveDraft } from './draft.ts'
import { lastSeq, openConversation } from './follow.ts'
import { isRunning, nextAgent, note, type PanelState, panel } from './panel.ts'
import { adoptQueue, dequeue, enqueue, holdQueue, releaseQueue } from './queue.ts'

/** Sends a prompt, or lines it up behind what runs and waits. */
export async function submit(prompt: string): Promise<void> {
  const state = panel.getState()
  const agent = nextAgent(state)
  const offline = core.state.getState().state !== 'open'
  if (offline || state.queue.length > 0 || (isRunning(state) && !state.open)) enqueue(prompt, agent)
  else if (state.open && mustWait(state)) await lineUp(state.open, prompt, agent)
  else await send(prompt, agent)
}

const mustWait = (state: PanelState): boolean => isRunning(state) || state.waiting.items.length > 0

/** Behind the running turn: the core keeps it and sends it when the turn has ended well. */
async function lineUp(conversation: string, prompt: string, agent: string | null): Promise<void> {
  try {
    await core.call((api) => api.queue.add({ conversation, prompt, ...(agent ? { agent } : {}) }))
  } catch (error) {
    if (error instanceof Offline) enqueue(prompt, agent, LOST)
    else {
      saveDraft(conversation, prompt)
      note(troubleOf(error))
    }
  }
}

const LOST = 'The connection was lost while this was sent.'

/** One prompt to the open conversation, which is made now if it is a new one. Nothing typed is ever lost. */
async function send(prompt: string, agent: string | null): Promise<void> {
  panel.setState({ sending: { prompt, after: lastSeq() } })
  const with_ = agent ? { agent } : {}
  try {
    let conversation = panel.getState().open
    if (!conversation) {
      const head = await core.call((api) => api.conversations.create(with_))
      conversation = head.id
      panel.setState((state) => ({ heads: [head, ...(state.heads ?? []).filter((h) => h.id !== head.id)] }))
      adoptDraft(head.id)
      adoptQueue(head.id)
      openConversation(head.id)
      panel.setState({ sending: { prompt, after: 0 }, agent })
    }
    const id = conversation
    await core.call((api) => api.turn.send({ conversation: id, prompt, ...with_ }))
  } catch (error) {
    giveBack(prompt, agent, error)
  }
}

function giveBack(prompt: string, agent: string | null, error: unknown): void {
  const begun = !panel.getState().sending
  panel.setState({ sending: null })
  if (begun) return
  if (error instanceof Offline) {
    enqueue(prompt, agent, LOST)
    return
  }
  saveDraft(panel.getState().open, prompt)
  note(troubleOf(error))
}

/** Hands on what waits in this page as soon as it can go. Called after every change. */
export function sendNext(): void {
  const state = panel.getState()
  const next = state.queue[0]
  if (!next || next.held || !state.loaded || core.state.getState().state !== 'open') return
  if (state.open && mustWait(state)) {
    dequeue(next.id)
    void lineUp(state.open, next.prompt, next.agent)
    return
  }
  if (isRunning(state)) return
  const last = state.turns.at(-1)?.end
  if (last && last.outcome !== 'done') {
    holdQueue(last.outcome === 'stopped' ? 'You stopped the turn before.' : 'The turn before failed.')
    return
  }
  dequeue(next.id)
  void send(next.prompt, next.agent)
}

/** Now, whatever held it back; behind the running turn if there is one. */
export function sendQueued(id: string): void {
  const state = panel.getState()
  const entry = state.queue.find((queued) => queued.id === id)
  if (!entry || isRunning(state)) return
  releaseQueue()
  dequeue(id)
  void send(entry.prompt, entry.agent)
}

/** Ends the running turn; without a connection as soon as there is one again. */
export async function stop(): Promise<void> {
  const { open, turns } = panel.getState()
  const turn = turns.at(-1)?.id
  if (!open) return
  try {
    const { stopped } = await core.call((api) => api.turn.stop({ conversation: open }))
    if (!stopped) panel.setState((state) => ({ abandoned: state.turns.at(-1)?.id ?? null }))
  } catch (error) {
    if (!(error instanceof Offline)) return note(troubleOf(error))
    await linked()
    const now = panel.getState()
    // Another turn than the one that was meant is left alone.
    if (now.open === open && isRunning(now) && (turn === undefined || now.turns.at(-1)?.id === turn)) await stop()
  }
}

/** Resolves once there is a connection. */
function linked(): Promise<void> {
  if (core.state.getState().state === 'open') return Promise.resolve()
  return new Promise((resolve) => {
    const leave = core.state.subscribe(({ state }) => {
      if (state !== 'open') return
      leave()
      resolve()
    })
  })
}

/** Answers a card with questions; null declines it. False where the answer was not taken. */
export async function answerQuestions(request: string, answers: Answer[] | null): Promise<boolean> {
  const { open } = panel.getState()
  if (!open) return false
  try {
    await core.call((api) => api.question.answer({ conversation: open, request, answers }))
    return true
  } catch (error) {
    note(troubleOf(error))
    return false
  }
}

export async function answerQuestion(request: string, option: string | null): Promise<void> {
  const { open } = panel.getState()
  if (!open) return
  try {
    await core.call((api) => api.turn.answerPermission({ conversation: open, request, option }))
  } catch (error) {
    note(troubleOf(error))
  }
}
