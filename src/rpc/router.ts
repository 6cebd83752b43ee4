import { TroubleError } from '../shared/agent.ts'
import type { StoredEvent } from '../shared/event.ts'
import type { ViewUpdate } from '../shared/view.ts'
import type { CoreApi } from './api.ts'
import { implementation } from './base.ts'
import { conversationRoutes, knownAgent, knownConversation } from './conversation-routes.ts'
import { copyRoutes, queueRoutes } from './history-routes.ts'
import { following } from './stream.ts'

/** Events a batch carries at most. */
const BATCH = 500

/** The panel's contract over the core. */
export function createRouter(core: CoreApi) {
  const os = implementation()
  const { store } = core

  return os.router({
    app: {
      status: os.app.status.handler(({ signal }) => following(core.status.onChange, core.status.get, signal)),
    },
    conversations: {
      list: os.conversations.list.handler(() => store.list()),
      watch: os.conversations.watch.handler(({ signal }) =>
        following(
          (listener) => store.onHeads(listener),
          () => store.list(),
          signal,
        ),
      ),
      create: os.conversations.create.handler(({ input }) => {
        const agent = knownAgent(core, input.agent) ?? core.agents.defaultAgent()
        core.agents.prepare(agent)
        return store.create(agent)
      }),
      rename: os.conversations.rename.handler(({ input }) => {
        knownConversation(core, input.conversation)
        return store.rename(input.conversation, input.title)
      }),
      ...conversationRoutes(core, os.conversations),
      events: os.conversations.events.handler(({ input, signal }) => {
        knownConversation(core, input.conversation)
        return eventsAfter(core, input.conversation, input.after, signal)
      }),
    },
    turn: {
      send: os.turn.send.handler(({ input }) => ({
        turn: core.turns.send(input.conversation, input.prompt, knownAgent(core, input.agent)),
      })),
      stop: os.turn.stop.handler(({ input }) => ({ stopped: core.turns.stop(input.conversation) })),
      preview: os.turn.preview.handler(({ input }) => core.turns.preview(input.turn)),
      revert: os.turn.revert.handler(({ input }) => core.turns.revert(input.turn, input)),
      regenerate: os.turn.regenerate.handler(({ input: { turn, ...again } }) => core.turns.regenerate(turn, again)),
      redo: os.turn.redo.handler(async () => ({ turns: await core.turns.redo() })),
      answerPermission: os.turn.answerPermission.handler(({ input }) => {
        core.turns.answerPermission(input.conversation, input.request, input.option)
        return {}
      }),
    },
    queue: queueRoutes(core, os.queue),
    copies: copyRoutes(core, os.copies),
    question: {
      answer: os.question.answer.handler(async ({ input }) => {
        knownConversation(core, input.conversation)
        return { turn: await core.turns.answerQuestion(input.conversation, input.request, input.answers) }
      }),
    },
    agents: {
      refresh: os.agents.refresh.handler(async () => {
        await core.agents.refresh()
        return {}
      }),
    },
    settings: {
      watch: os.settings.watch.handler(({ signal }) => following(core.settings.onChange, core.settings.view, signal)),
      change: os.settings.change.handler(({ input }) => {
        core.settings.change(input.patch)
        return core.settings.view()
      }),
      setSecret: os.settings.setSecret.handler(async ({ input }) => {
        await core.settings.setSecret(input.agent, input.name, input.value)
        return core.settings.view()
      }),
    },
    picture: {
      get: os.picture.get.handler(({ input }) => {
        const picture = store.picture(input.picture)
        if (!picture) throw gone('This picture is gone', 'It is not in the store any more.')
        return { mime: picture.mime, data: Buffer.from(picture.bytes).toString('base64') }
      }),
    },
    view: {
      watch: os.view.watch.handler(({ signal }) => viewUpdates(core, signal)),
      select: os.view.select.handler(async ({ input }) => {
        await core.view.select(input.guids)
        return {}
      }),
    },
    document: {
      create: os.document.create.handler(async () => {
        await core.document.create()
        return {}
      }),
      open: os.document.open.handler(({ input }) => core.document.open(input.name, Buffer.from(input.data, 'base64'))),
      download: os.document.download.handler(async ({ input }) => {
        const { name, data, notes } = await core.document.download(input.format)
        return { name, data: data.toString('base64'), notes }
      }),
    },
    outside: {
      list: os.outside.list.handler(() => core.outside.list()),
      connect: os.outside.connect.handler(({ input }) => core.outside.connect(input.client, input.connected)),
    },
    traffic: { watch: os.traffic.watch.handler(({ input, signal }) => callsAfter(core, input.after, signal)) },
    host: {
      restart: os.host.restart.handler(async () => {
        await core.host.restart()
        return {}
      }),
      list: os.host.list.handler(async () => ({ hosts: await core.host.list() })),
      choose: os.host.choose.handler(async ({ input }) => {
        await core.host.choose(input.processId)
        return {}
      }),
    },
  })
}

export type CoreRouter = ReturnType<typeof createRouter>

function gone(title: string, cause: string): TroubleError {
  return new TroubleError({ title, cause, next: 'Load the panel again if it still shows it.' })
}

async function* eventsAfter(core: CoreApi, conversation: string, after: number, signal: AbortSignal | undefined) {
  let last = after
  const subscribe = (listener: () => void) =>
    core.store.onAppend((id) => {
      if (id === conversation) listener()
    })
  const read = (): StoredEvent[] | null => {
    const batch = core.store.read(conversation, last, BATCH)
    return batch.length > 0 ? batch : null
  }
  const hidden = core.keeping.shown(conversation)
  try {
    for await (const batch of following(subscribe, read, signal)) {
      yield batch
      last = batch.at(-1)?.seq ?? last
      // A full batch may not be the last one; what was appended meanwhile rings by itself.
      for (let more = batch.length === BATCH ? read() : null; more && !signal?.aborted; more = read()) {
        yield more
        last = more.at(-1)?.seq ?? last
      }
    }
  } finally {
    hidden()
  }
}

async function* callsAfter({ traffic }: CoreApi, after: number, signal: AbortSignal | undefined) {
  let last = after
  for await (const calls of following(traffic.onCall, () => traffic.after(last), signal)) {
    yield calls
    last = calls.at(-1)?.seq ?? last
  }
}

async function* viewUpdates(core: CoreApi, signal: AbortSignal | undefined) {
  const drawn = new Map<string, string>()
  let first = true
  let shown = ''
  const read = async (): Promise<ViewUpdate | null> => {
    const update = await core.view.difference(drawn, first)
    if (!update) return null
    const fingerprint = JSON.stringify([update.selection, update.changed])
    const nothing = !first && update.upserts.length + update.removed.length === 0 && fingerprint === shown
    shown = fingerprint
    return nothing ? null : update
  }
  for await (const update of following(core.view.onChange, read, signal)) {
    first = false
    for (const object of update.upserts) drawn.set(object.guid, object.key)
    for (const guid of update.removed) drawn.delete(guid)
    yield update
  }
}
