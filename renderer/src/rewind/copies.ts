import type { DocumentCopy } from '../../../src/shared/history.ts'
import { note } from '../conversation/panel.ts'
import { showDialog } from '../shell/dialog.ts'

/** After turns were taken back: the document as it was is kept, and here it is. */
export function offerCopy({ name, why }: DocumentCopy): void {
  note(
    {
      title: `A copy of ${name} is kept`,
      cause: `${why}.`,
      next: 'It can be opened again from the menu of the document.',
    },
    'info',
    { label: 'Show the copies', run: () => showDialog({ kind: 'copies' }) },
  )
}
