import { randomUUID } from 'node:crypto'
import type { implement } from '@orpc/server'
import type { QueueState } from '../../src/shared/history.ts'
import type { contract } from '../../src/shared/rpc.ts'
import type { World } from './mock-world.ts'
import { Topic } from './topic.ts'

type Implementer = ReturnType<typeof implement<typeof contract>>

/** A queue that stands still: what is put in it stays until it is taken out. */
export function queueRoutes(world: World, os: Implementer['queue']) {
  const queues = new Map<string, Topic<QueueState>>()
  const queueOf = (conversation: string) => {
    const known = queues.get(conversation) ?? new Topic<QueueState>({ items: [], paused: null })
    queues.set(conversation, known)
    return known
  }
  const holding = (item: string) => {
    for (const queue of queues.values()) {
      const found = queue.value.items.find(({ id }) => id === item)
      if (found) return { queue, found }
    }
    throw new Error(`No follow-up ${item}`)
  }
  return {
    watch: os.watch.handler(({ input, signal }) => queueOf(input.conversation).follow(signal)),
    add: os.add.handler(({ input }) => {
      const item = { id: randomUUID(), prompt: input.prompt, at: Date.now() }
      queueOf(input.conversation).edit((state) => ({ ...state, items: [...state.items, item] }))
      return item
    }),
    edit: os.edit.handler(({ input }) => {
      const { queue, found } = holding(input.item)
      const item = { ...found, prompt: input.prompt }
      queue.edit((state) => ({ ...state, items: state.items.map((other) => (other.id === item.id ? item : other)) }))
      return item
    }),
    remove: os.remove.handler(({ input }) => {
      const { queue, found } = holding(input.item)
      queue.edit((state) => ({ ...state, items: state.items.filter((other) => other !== found) }))
      return found
    }),
    move: os.move.handler(({ input }) => {
      const { queue, found } = holding(input.item)
      queue.edit((state) => {
        const others = state.items.filter((other) => other !== found)
        const at = others.findIndex(({ id }) => id === input.before)
        return { ...state, items: others.toSpliced(at < 0 ? others.length : at, 0, found) }
      })
      return {}
    }),
    sendNow: os.sendNow.handler(({ input }) => {
      const { queue, found } = holding(input.item)
      world.calls.push(`send now ${found.prompt}`)
      queue.edit((state) => ({ ...state, items: state.items.filter((other) => other !== found) }))
      return {}
    }),
    pause: os.pause.handler(({ input }) => {
      queueOf(input.conversation).edit((state) => ({ ...state, paused: input.paused ? 'Held by you.' : null }))
      return {}
    }),
  }
}

export function copyRoutes(world: World, os: Implementer['copies']) {
  const { copies } = world
  return {
    list: os.list.handler(() => copies),
    open: os.open.handler(({ input }) => {
      world.calls.push(`open copy ${input.copy}`)
      return { objects: 3, notes: [] }
    }),
    remove: os.remove.handler(({ input }) => {
      copies.splice(0, copies.length, ...copies.filter(({ id }) => id !== input.copy))
      return {}
    }),
  }
}
