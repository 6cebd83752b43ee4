import type { implement } from '@orpc/server'
import type { DeletedConversation, SearchHit } from '../../src/shared/history.ts'
import type { contract } from '../../src/shared/rpc.ts'
import type { World } from './mock-world.ts'

type Implementer = ReturnType<typeof implement<typeof contract>>['conversations']

/** Putting away, deleting, bringing back and finding, over the mock world's own list. */
export const goneTrouble = (id: string) => ({
  data: { title: 'This conversation is gone', cause: `There is no conversation ${id}.`, next: 'Start a new one.' },
})

export function conversationRoutes(world: World, os: Implementer) {
  const deleted: DeletedConversation[] = []
  return {
    archive: os.archive.handler(({ input }) => {
      world.editHead(input.conversation, { archived: input.archived })
      return world.head(input.conversation)
    }),
    remove: os.remove.handler(({ input }) => {
      const at = Date.now()
      deleted.unshift({ ...world.head(input.conversation), deletedAt: at, goneAt: at + 7 * 86_400_000 })
      world.heads.edit((heads) => heads.filter((head) => head.id !== input.conversation))
      return {}
    }),
    restore: os.restore.handler(({ input }) => {
      const at = deleted.findIndex(({ id }) => id === input.conversation)
      for (const { deletedAt: _at, goneAt: _gone, ...head } of deleted.splice(at, 1)) {
        world.heads.edit((heads) => [head, ...heads])
      }
      return world.head(input.conversation)
    }),
    deleted: os.deleted.handler(() => deleted),
    purge: os.purge.handler(({ input }) => {
      deleted.splice(0, deleted.length, ...deleted.filter(({ id }) => id !== input.conversation))
      world.events.delete(input.conversation)
      return {}
    }),
    attach: os.attach.handler(({ input }) => {
      const open = world.status.value.document
      const document = input.to === 'document' && open ? { name: open.name, path: open.path } : null
      world.editHead(input.conversation, { document })
      return world.head(input.conversation)
    }),
    page: os.page.handler(async ({ input: { conversation, before = Number.POSITIVE_INFINITY, limit }, errors }) => {
      if (Number.isFinite(before)) await world.older
      const topic = world.events.get(conversation)
      if (!topic) throw errors.TROUBLE(goneTrouble(conversation))
      const all = topic.value.filter(({ seq }) => seq < before)
      const begins = all.findLastIndex(({ event }, at) => event.type === 'turn.begin' && at <= all.length - limit)
      const events = all.slice(Math.max(0, begins))
      const reverted = new Set<string>()
      for (const { event } of topic.value) {
        if (event.type === 'turn.reverted') for (const turn of event.turns) reverted.add(turn)
        if (event.type === 'turn.redone') for (const turn of event.turns) reverted.delete(turn)
      }
      return { events, first: begins > 0 ? (events[0]?.seq ?? 0) : 0, more: begins > 0, reverted: [...reverted] }
    }),
    export: os.export.handler(({ input }) => {
      const data = `# ${world.head(input.conversation).title}\n`
      return { name: `conversation.${input.format}`, mime: 'text/plain', data, path: null, bytes: data.length }
    }),
    storage: os.storage.handler(() => ({
      bytes: 48_200_000,
      deletedBytes: deleted.length * 1_200_000,
      copyBytes: 6_400_000,
      conversations: weighed(world),
      retention: { maxBytes: null, maxDays: null },
      lastCleaning: null,
    })),
    expiring: os.expiring.handler(({ input }) =>
      input.maxDays === null && input.maxBytes === null ? [] : weighed(world).slice(1),
    ),
    search: os.search.handler(({ input }) => ({ hits: found(world, input.query), more: false })),
  }
}

const weighed = (world: World) =>
  world.heads.value.map(({ id, title, updatedAt, turns }) => ({
    conversation: id,
    title,
    updatedAt,
    bytes: 120_000 * (turns + 1),
  }))

function found(world: World, query: string): SearchHit[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return []
  return world.heads.value.flatMap(({ id, title, archived }) =>
    (world.events.get(id)?.value ?? []).flatMap(({ seq, at, event }) => {
      if (event.type !== 'turn.begin') return []
      const index = event.prompt.toLowerCase().indexOf(wanted)
      if (index < 0) return []
      const snippet = [
        { text: event.prompt.slice(0, index), hit: false },
        { text: event.prompt.slice(index, index + wanted.length), hit: true },
        { text: event.prompt.slice(index + wanted.length), hit: false },
      ].filter(({ text }) => text !== '')
      const { turn, number } = event
      return [{ conversation: id, title, archived, turn, number, seq, at, where: 'prompt' as const, snippet }]
    }),
  )
}
