import { TroubleError } from '../shared/agent.ts'
import type { CoreApi } from './api.ts'
import type { Implementation } from './base.ts'

/** What can be done with a conversation beside talking in it: put away, deleted, brought back, found. */
export function conversationRoutes(core: CoreApi, os: Implementation['conversations']) {
  const { store } = core
  return {
    archive: os.archive.handler(({ input }) => store.archive(input.conversation, input.archived)),
    remove: os.remove.handler(async ({ input }) => {
      await core.turns.forget(input.conversation)
      store.remove(input.conversation)
      return {}
    }),
    restore: os.restore.handler(({ input }) => store.restore(input.conversation)),
    deleted: os.deleted.handler(() => store.deleted()),
    purge: os.purge.handler(({ input }) => {
      store.purge(input.conversation)
      return {}
    }),
    attach: os.attach.handler(({ input }) => {
      const document = input.to === 'none' ? null : core.openDocument()
      if (input.to === 'document' && !document) throw noDocument()
      return store.setDocument(input.conversation, document)
    }),
    export: os.export.handler(({ input: { conversation, ...options } }) =>
      core.exportConversation(conversation, options),
    ),
    storage: os.storage.handler(() => core.keeping.report()),
    expiring: os.expiring.handler(({ input }) => core.keeping.expiring(input)),
    search: os.search.handler(({ input }) => store.search(input.query, input.limit, input.before)),
    page: os.page.handler(({ input }) => {
      knownConversation(core, input.conversation)
      return store.page(input.conversation, input.limit, input.before)
    }),
  }
}

/** The agent asked for, if one was. Throws where there is none of that name: every later turn would fail. */
export function knownAgent(core: CoreApi, agent: string | undefined): string | undefined {
  if (agent === undefined) return undefined
  const known = core.status.get().agents
  if (known.some(({ id }) => id === agent)) return agent
  throw new TroubleError({
    title: 'This agent is not known',
    cause: `There is no agent “${agent}”.`,
    next: `Choose one of ${known.map(({ id }) => id).join(', ')}.`,
  })
}

export function knownConversation(core: CoreApi, conversation: string): void {
  if (core.store.get(conversation)) return
  throw new TroubleError({
    title: 'This conversation is gone',
    cause: 'It was deleted.',
    next: 'Load the panel again if it still shows it.',
  })
}

const noDocument = () =>
  new TroubleError({
    title: 'No document is open',
    cause: 'Rhino or the built-in modeller cannot be seen now.',
    next: 'Wait until the status line names a document, then try again.',
  })
