// A process that exports a conversation over and over until it is killed: one line for every export that is done.
import { writeSync } from 'node:fs'
import { exportConversation } from '../../src/conversation/export/export.ts'
import { openConversationStore } from '../../src/conversation/store.ts'

const [home = '', folder = '', conversation = '', to = ''] = process.argv.slice(2)
const store = openConversationStore(folder)
for (;;) {
  const { bytes } = await exportConversation(store, conversation, { format: 'json', to, overwrite: true, home })
  writeSync(1, `${bytes}\n`)
}
