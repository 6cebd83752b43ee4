import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocket } from 'ws'
import type { Core } from '../src/app.ts'
import { noChange } from '../src/shared/change.ts'
import type { contract } from '../src/shared/rpc.ts'
import type { ConversationStore } from '../src/shared/store.ts'

type Api = ContractRouterClient<typeof contract>

/** A conversation of this many events, in turns of a hundred. */
function longConversation(store: ConversationStore, events: number): string {
  const { id } = store.create('practice')
  for (let turn = 1; turn * 100 <= events; turn += 1) {
    const name = `bench-${id.slice(0, 8)}-${turn}`
    store.append(id, { type: 'turn.begin', turn: name, number: turn, prompt: `Make plate ${turn}`, agent: 'practice' })
    for (let n = 0; n < 49; n += 1) {
      store.append(id, { type: 'text', turn: name, text: `Some words of answer ${n}, as long as a frame of them. ` })
      store.append(id, {
        type: 'tool.end',
        turn: name,
        call: `${name}-${n}`,
        outcome: 'ok',
        sentence: `Box ${n} × 20 × 30 mm`,
        output: { guid: name, size: [1, 2, 3] },
        pictures: [],
        objects: [name],
        ms: 12,
      })
    }
    const end = { outcome: 'done', trouble: null, changes: noChange(), before: null, after: null, units: 'mm' } as const
    store.append(id, { type: 'turn.end', turn: name, ...end, ms: 100 })
  }
  return id
}

async function client(url: string): Promise<{ api: Api; close(): void }> {
  const { host, origin, hash } = new URL(url)
  const token = new URLSearchParams(hash.slice(1)).get('t') ?? ''
  const socket = new WebSocket(`ws://${host}/rpc`, ['tickbird', token], { origin })
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  return { api: createORPCClient(new RPCLink({ websocket: socket as never })), close: () => socket.close() }
}

/** How long a panel waits for the newest turns of a long conversation, over the real socket, in ms: the first time. */
export async function longConversationOpens(core: Core, events = 50_000): Promise<number> {
  const id = longConversation(core.api.store, events)
  const { api, close } = await client(core.url)
  const begun = performance.now()
  const { events: shown, more } = await api.conversations.page({ conversation: id })
  const took = performance.now() - begun
  close()
  if (!more || shown.length < 100) throw new Error('The page is not what it should be.')
  return took
}

/** What an idle conversation holds in the core after a turn of its agent, in MB: heap and buffers. */
export async function idleConversation(core: Core, count = 8): Promise<number> {
  const { store, turns } = core.api
  const talk = async () => {
    const { id } = store.create('practice')
    const ended = new Promise<void>((resolve) => {
      const leave = store.onAppend((conversation, { event }) => {
        if (conversation !== id || event.type !== 'turn.end') return
        leave()
        resolve()
      })
    })
    turns.send(id, 'what is in the document?', 'practice')
    await ended
  }
  // The first one loads what all of them share.
  await talk()
  const before = held()
  for (let n = 0; n < count; n += 1) await talk()
  return (held() - before) / count / 1024 / 1024
}

function held(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
