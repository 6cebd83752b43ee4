import type { CoreApi } from './api.ts'
import type { Implementation } from './base.ts'
import { knownAgent, knownConversation } from './conversation-routes.ts'
import { following } from './stream.ts'

/** Follow-ups that wait for the running turn. */
export function queueRoutes(core: CoreApi, os: Implementation['queue']) {
  const { store, followUps } = core
  return {
    watch: os.watch.handler(({ input: { conversation }, signal }) => {
      knownConversation(core, conversation)
      const subscribe = (listener: () => void) =>
        followUps.onChange((changed) => {
          if (changed === conversation) listener()
        })
      return following(subscribe, () => followUps.state(conversation), signal)
    }),
    add: os.add.handler(({ input }) => {
      knownConversation(core, input.conversation)
      return followUps.add(input.conversation, input.prompt, knownAgent(core, input.agent))
    }),
    edit: os.edit.handler(({ input }) => store.queue.edit(input.item, input.prompt)),
    remove: os.remove.handler(({ input }) => store.queue.remove(input.item)),
    move: os.move.handler(({ input }) => {
      store.queue.move(input.item, input.before)
      return {}
    }),
    sendNow: os.sendNow.handler(({ input }) => {
      followUps.sendNow(input.item)
      return {}
    }),
    pause: os.pause.handler(({ input }) => {
      knownConversation(core, input.conversation)
      followUps.pause(input.conversation, input.paused)
      return {}
    }),
  }
}

/** Copies of the document that were kept before turns were taken back. */
export function copyRoutes({ copies }: CoreApi, os: Implementation['copies']) {
  return {
    list: os.list.handler(() => copies.list()),
    open: os.open.handler(({ input }) => copies.open(input.copy)),
    remove: os.remove.handler(({ input }) => {
      copies.remove(input.copy)
      return {}
    }),
  }
}
