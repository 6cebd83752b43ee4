import { useCallback, useEffect, useState } from 'react'
import type { Trouble } from '../../../src/shared/event.ts'
import type { DeletedConversation } from '../../../src/shared/history.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { Button } from '../parts/Button.tsx'
import { Modal } from '../parts/Modal.tsx'
import { TroubleCard } from '../parts/TroubleCard.tsx'
import { closeDialog } from '../shell/dialog.ts'
import { count } from '../words/numbers.ts'
import { ago, until } from '../words/time.ts'

/** What was deleted in the last week: each can be brought back, or go for good now. */
export function DeletedDialog() {
  const [list, setList] = useState<readonly DeletedConversation[] | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const look = useCallback(
    () => core.call((api) => api.conversations.deleted()).then(setList, (error) => setTrouble(troubleOf(error))),
    [],
  )
  useEffect(() => void look(), [look])
  const run = async (work: () => Promise<unknown>) => {
    setTrouble(null)
    try {
      await work()
    } catch (error) {
      setTrouble(troubleOf(error))
    }
    await look()
  }
  return (
    <Modal title="Deleted conversations" lead="They go for good a week after they were deleted." onClose={closeDialog}>
      {trouble && <TroubleCard trouble={trouble} />}
      {list?.length === 0 && <p className="text-soft">Nothing was deleted in the last week.</p>}
      {list && list.length > 0 && (
        <ul className="overflow-hidden rounded-control border border-line">
          {list.map((head) => (
            <li
              key={head.id}
              className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2 first:border-t-0"
            >
              <div className="min-w-0 flex-1 basis-40">
                <p className="truncate">{head.title || 'New conversation'}</p>
                <p className="text-small text-soft">
                  {count(head.turns, 'turn')} · deleted {ago(head.deletedAt, Date.now())} · gone{' '}
                  {until(head.goneAt, Date.now())}
                </p>
              </div>
              <Button
                aria-label={`Bring back ${head.title}`}
                onClick={() => void run(() => core.call((api) => api.conversations.restore({ conversation: head.id })))}
              >
                Bring back
              </Button>
              <Purge
                head={head}
                onPurge={() => void run(() => core.call((api) => api.conversations.purge({ conversation: head.id })))}
              />
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

/** For good takes a second click. */
function Purge({ head, onPurge }: { head: DeletedConversation; onPurge: () => void }) {
  const [sure, setSure] = useState(false)
  return (
    <Button
      look="quiet"
      aria-label={sure ? `Delete ${head.title} for good, really` : `Delete ${head.title} for good`}
      onBlur={() => setSure(false)}
      onClick={() => (sure ? onPurge() : setSure(true))}
    >
      {sure ? 'Really, for good' : 'Delete for good'}
    </Button>
  )
}
