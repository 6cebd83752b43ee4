import type { ConversationHead } from '../../../src/shared/event.ts'
import type { ExportFormat } from '../../../src/shared/history.ts'
import { note } from '../conversation/panel.ts'
import { core } from '../link/core.ts'
import { handOver } from '../link/download.ts'
import { ask } from '../shell/dialog.ts'

export const EXPORTS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'html', label: 'Export with pictures (HTML)' },
  { format: 'md', label: 'Export as Markdown' },
  { format: 'json', label: 'Export as JSON' },
]

/** A whole conversation as one file to keep or to send to somebody. */
export function exportConversation({ id }: ConversationHead, format: ExportFormat): Promise<boolean> {
  return ask(async () => {
    const { name, mime, data } = await core.call((api) => api.conversations.export({ conversation: id, format }))
    if (data !== null) handOver(name, new Blob([data], { type: mime }))
    else note({ title: 'Nothing was exported', cause: 'The file came without its text.', next: 'Try again.' })
  })
}
