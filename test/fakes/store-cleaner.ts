// A process that makes conversations and has retention remove them, until it is killed: one line for every cleaning.
import { writeSync } from 'node:fs'
import { openConversationStore } from '../../src/conversation/store.ts'

const [folder = ''] = process.argv.slice(2)
const store = openConversationStore(folder)
for (let n = 0; ; n += 1) {
  for (let made = 0; made < 3; made += 1) {
    const { id } = store.create('practice')
    const turn = `${n}-${made}-${process.pid}`
    store.append(id, { type: 'turn.begin', turn, number: 1, prompt: 'x'.repeat(400_000), agent: 'practice' })
  }
  const cleaned = store.clean({ maxBytes: 1_000_000, maxDays: null }, new Set())
  writeSync(1, `${cleaned?.conversations ?? 0}\n`)
}
