// A process that writes to a store until it is killed: one line with the conversation, then one for every event kept.
import { writeSync } from 'node:fs'
import { openConversationStore } from '../../src/conversation/store.ts'

const [folder = '', filler = '20'] = process.argv.slice(2)
const store = openConversationStore(folder)
if (store.trouble) {
  writeSync(1, `${JSON.stringify(store.trouble)}\n`)
  process.exit(9)
}
const { id } = store.create('practice')
writeSync(1, `${id}\n`)
store.append(id, { type: 'turn.begin', turn: id, number: 1, prompt: 'write', agent: 'practice' })
writeSync(1, '1\n')
for (;;) {
  const { seq } = store.append(id, { type: 'text', turn: id, text: 'x'.repeat(Math.random() * Number(filler)) })
  writeSync(1, `${seq}\n`)
}
