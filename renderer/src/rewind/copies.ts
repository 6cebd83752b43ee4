import type { DocumentCopy } from '../../../src/shared/history.ts'
import { dropNote, note, panel } from '../conversation/panel.ts'
import { showDialog } from '../shell/dialog.ts'

const kept = (name: string): string => `A copy of ${name} is kept`

/** It was opened: that it is kept is no news any more. */
export function copyIsOpen({ name }: DocumentCopy): void {
  for (const { id, trouble } of panel.getState().notes) if (trouble.title === kept(name)) dropNote(id)
}

/** After turns were taken back: the document as it was is kept, and here it is. */
export function offerCopy({ name, why }: DocumentCopy): void {
  note(
    {
      title: kept(name),
      cause: `${why}.`,
      next: 'It can be opened again from the menu of the document.',
    },
    'info',
    { label: 'Show the copies', run: () => showDialog({ kind: 'copies' }) },
  )
}
