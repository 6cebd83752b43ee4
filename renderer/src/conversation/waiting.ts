import type { QueueState } from '../../../src/shared/history.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import type { Api } from '../rpc.ts'
import { note, panel } from './panel.ts'

export const nothingWaits: QueueState = { items: [], paused: null }

/** The open conversation's follow-ups, which the core keeps and sends. */
export function followWaiting(conversation: string, signal: AbortSignal): Promise<void> {
  return core.follow(
    signal,
    (api, stop) => api.queue.watch({ conversation }, { signal: stop }),
    (waiting) => panel.setState({ waiting }),
    // A conversation that is gone has no queue; its events say so.
    () => false,
  )
}

export const editWaiting = (item: string, prompt: string) => ask((api) => api.queue.edit({ item, prompt }))
export const removeWaiting = (item: string) => ask((api) => api.queue.remove({ item }))
export const moveWaiting = (item: string, before: string | null) => ask((api) => api.queue.move({ item, before }))
export const sendWaitingNow = (item: string) => ask((api) => api.queue.sendNow({ item }))
export const pauseWaiting = (conversation: string, paused: boolean) =>
  ask((api) => api.queue.pause({ conversation, paused }))

async function ask(run: (api: Api) => Promise<unknown>): Promise<void> {
  try {
    await core.call(run)
  } catch (error) {
    note(troubleOf(error))
  }
}
