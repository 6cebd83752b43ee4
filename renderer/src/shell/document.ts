import type { DocumentStatus } from '../../../src/shared/status.ts'
import { note, panel } from '../conversation/panel.ts'
import { base64Of, bytesOf } from '../link/base64.ts'
import { core } from '../link/core.ts'
import { handOver } from '../link/download.ts'
import { bytes, count } from '../words/numbers.ts'
import { ask, showDialog } from './dialog.ts'

export const FORMATS = [
  { format: '3dm', label: '3DM (Rhino)' },
  { format: 'step', label: 'STEP' },
  { format: 'stl', label: 'STL' },
  { format: 'obj', label: 'OBJ' },
] as const
type Format = (typeof FORMATS)[number]['format']

const READABLE = ['3dm', 'step', 'stp', 'stl', 'obj']
/** The core takes this much; base64 makes four characters of three bytes. */
const LARGEST = 48 * 1024 * 1024

/** A new document throws this one away; undo does not bring it back, so it is asked about. */
export function askNew(): void {
  const { document } = panel.getState().status ?? {}
  if (document && wouldLose(document)) showDialog({ kind: 'replace', document, file: null })
  else void createDocument()
}

export const wouldLose = (document: DocumentStatus): boolean => document.modified && document.objects > 0

export async function createDocument(): Promise<void> {
  await ask(() => core.call((api) => api.document.create()))
}

export function pickFile(): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = READABLE.map((ending) => `.${ending}`).join(',')
  input.onchange = () => {
    const file = input.files?.[0]
    if (file) offerFile(file)
  }
  input.click()
}

/** A .3dm replaces the document, anything else is added to it. */
export function offerFile(file: File): void {
  const ending = file.name.split('.').pop()?.toLowerCase() ?? ''
  if (!READABLE.includes(ending)) {
    note({
      title: `${file.name} cannot be opened`,
      cause: `It is no ${READABLE.slice(0, -1).join(', ')} or ${READABLE.at(-1)} file.`,
      next: 'Save it in one of these formats first.',
    })
    return
  }
  if (file.size > LARGEST) {
    note({
      title: `${file.name} is too large`,
      cause: `It has ${bytes(file.size)}; the panel takes ${bytes(LARGEST)}.`,
      next: 'Open it in Rhino, or split it.',
    })
    return
  }
  const { document } = panel.getState().status ?? {}
  if (ending === '3dm' && document && wouldLose(document)) {
    showDialog({ kind: 'replace', document, file })
  } else {
    void openFile(file)
  }
}

export async function openFile(file: File): Promise<void> {
  await ask(async () => {
    const data = await base64Of(file)
    const { objects, notes } = await core.call((api) => api.document.open({ name: file.name, data }))
    if (notes.length === 0) return
    note({ title: `${file.name} is open: ${count(objects, 'object')}`, cause: notes.join(' '), next: '' }, 'info')
  })
}

export async function download(format: Format): Promise<void> {
  await ask(async () => {
    const { name, data, notes } = await core.call((api) => api.document.download({ format }))
    handOver(name, new Blob([bytesOf(data)]))
    if (notes.length > 0) note({ title: `${name} is saved, with a note`, cause: notes.join(' '), next: '' }, 'info')
  })
}
