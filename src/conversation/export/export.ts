import type { ConversationHead } from '../../shared/event.ts'
import type { Exported, ExportFormat } from '../../shared/history.ts'
import type { ConversationStore } from '../../shared/store.ts'
import { gone, tooLarge } from '../trouble.ts'
import { type Target, writeExport } from './file.ts'
import { htmlOf } from './html.ts'
import { jsonOf } from './json.ts'
import { markdownOf } from './markdown.ts'
import { type Source, titleOf } from './turns.ts'

const FORMATS: Record<ExportFormat, { mime: string; pieces(source: Source): Generator<string> }> = {
  md: { mime: 'text/markdown', pieces: markdownOf },
  html: { mime: 'text/html', pieces: htmlOf },
  json: { mime: 'application/json', pieces: jsonOf },
}

/** Largest file that is handed over in an answer, in characters. */
const MAX_IN_HAND = 96 * 1024 * 1024

export interface ExportOptions extends Omit<Target, 'path'> {
  format: ExportFormat
  /** Where to write it; left out, it is handed over. */
  to?: string | undefined
}

/** Throws a TroubleError for a conversation that is gone, a place that cannot be written, a file that is too large. */
export async function exportConversation(
  store: ConversationStore,
  conversation: string,
  { format, to, ...target }: ExportOptions,
  limit = MAX_IN_HAND,
): Promise<Exported> {
  const head = store.get(conversation)
  if (!head) throw gone()
  const { mime, pieces } = FORMATS[format]
  const name = `${fileStem(head)}.${format}`
  const source = { store, head }
  if (to !== undefined) {
    const { path, bytes } = await writeExport(pieces(source), { path: to, ...target }, `.${format}`)
    return { name, mime, data: null, path, bytes }
  }
  let data = ''
  for (const piece of pieces(source)) {
    data += piece
    if (data.length > limit) throw tooLarge(limit)
  }
  return { name, mime, data, path: null, bytes: Buffer.byteLength(data) }
}

/** Names that Windows keeps for devices, whatever their ending. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** A name that every system takes, from the title. */
function fileStem(head: ConversationHead): string {
  const plain = titleOf(head)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} ._()+-]/gu, '_')
    .replaceAll(/\s+/g, ' ')
  const short = [...plain]
    .slice(0, 60)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return short === '' || DEVICES.test(short) ? `conversation ${short}`.trim() : short
}
