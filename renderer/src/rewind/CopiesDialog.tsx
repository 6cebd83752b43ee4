import { useCallback, useEffect, useState } from 'react'
import type { Trouble } from '../../../src/shared/event.ts'
import type { DocumentCopy } from '../../../src/shared/history.ts'
import { note } from '../conversation/panel.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { Button } from '../parts/Button.tsx'
import { Modal } from '../parts/Modal.tsx'
import { TroubleCard } from '../parts/TroubleCard.tsx'
import { closeDialog } from '../shell/dialog.ts'
import { bytes, count } from '../words/numbers.ts'
import { ago } from '../words/time.ts'
import { copyIsOpen } from './copies.ts'

/** Copies of documents that were kept before turns were taken back. */
export function CopiesDialog() {
  const [list, setList] = useState<readonly DocumentCopy[] | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [working, setWorking] = useState(false)
  const look = useCallback(
    () => core.call((api) => api.copies.list()).then(setList, (error) => setTrouble(troubleOf(error))),
    [],
  )
  useEffect(() => void look(), [look])
  const run = async (work: () => Promise<unknown>) => {
    setTrouble(null)
    setWorking(true)
    try {
      await work()
    } catch (error) {
      setTrouble(troubleOf(error))
    }
    setWorking(false)
    await look()
  }
  const open = (copy: DocumentCopy) =>
    run(async () => {
      const { objects, notes } = await core.call((api) => api.copies.open({ copy: copy.id }))
      copyIsOpen(copy)
      note(
        { title: `The copy of ${copy.name} is open: ${count(objects, 'object')}`, cause: notes.join(' '), next: '' },
        'info',
      )
      closeDialog()
    })
  return (
    <Modal
      title="Earlier copies of documents"
      lead="Kept before turns were taken back. Opening one keeps a copy of the document that is open now."
      onClose={closeDialog}
    >
      {trouble && <TroubleCard trouble={trouble} />}
      {list?.length === 0 && <p className="text-soft">None yet. One is kept before several turns are undone.</p>}
      {list && list.length > 0 && (
        <ul className="overflow-hidden rounded-control border border-line">
          {list.map((copy) => (
            <li
              key={copy.id}
              className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2 first:border-t-0"
            >
              <div className="min-w-0 flex-1 basis-40">
                <p className="truncate">{copy.name}</p>
                <p className="text-small text-soft">
                  {copy.why} · {ago(copy.at, Date.now())} · {bytes(copy.bytes)}
                </p>
              </div>
              <Button disabled={working} aria-label={`Open ${copy.name}, ${copy.why}`} onClick={() => void open(copy)}>
                Open
              </Button>
              <Button
                look="quiet"
                disabled={working}
                aria-label={`Remove ${copy.name}, ${copy.why}`}
                onClick={() => void run(() => core.call((api) => api.copies.remove({ copy: copy.id })))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
