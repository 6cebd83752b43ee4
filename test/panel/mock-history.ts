import { randomUUID } from 'node:crypto'
import type { implement } from '@orpc/server'
import type { QueueState } from '../../src/shared/history.ts'
import type { contract } from '../../src/shared/rpc.ts'
import type { World } from './mock-world.ts'
import { Topic } from './topic.ts'

type Implementer = ReturnType<typeof implement<typeof contract>>

/** Sends the next one when a turn has ended well. `send` begins a turn. */
export function queueRoutes(
  world: World,
  os: Implementer['queue'],
  send: (conversation: string, prompt: string, queued: string) => void,
) {
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
  const advance = (conversation: string) => {
    const queue = queueOf(conversation)
    const [next] = queue.value.items
    if (!next || queue.value.paused || world.stops.has(conversation)) return
    queue.edit((state) => ({ ...state, items: state.items.slice(1) }))
    send(conversation, next.prompt, next.id)
  }
  world.onEnd = (conversation, outcome) => {
    if (outcome === 'done') return advance(conversation)
    const queue = queueOf(conversation)
    if (queue.value.items.length === 0) return
    queue.edit((state) => ({ ...state, paused: 'The last turn was stopped. Nothing is sent until you say so.' }))
  }
  return {
    watch: os.watch.handler(({ input, signal }) => queueOf(input.conversation).follow(signal)),
    add: os.add.handler(({ input }) => {
      const item = { id: randomUUID(), prompt: input.prompt, at: Date.now() }
      queueOf(input.conversation).edit((state) => ({ ...state, items: [...state.items, item] }))
      advance(input.conversation)
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
      const conversation = [...queues].find(([, one]) => one === queue)?.[0] ?? ''
      queue.edit((state) => ({ items: [found, ...state.items.filter((other) => other !== found)], paused: null }))
      const running = world.stops.get(conversation)
      if (!running) advance(conversation)
      else {
        const { onEnd } = world
        world.onEnd = () => {
          world.onEnd = onEnd
          advance(conversation)
        }
        running.abort(new Error('stopped'))
      }
      return {}
    }),
    pause: os.pause.handler(({ input }) => {
      queueOf(input.conversation).edit((state) => ({ ...state, paused: input.paused ? 'Held by you.' : null }))
      advance(input.conversation)
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
