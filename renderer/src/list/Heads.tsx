import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { usePanel } from '../conversation/panel.ts'
import { Button, IconButton } from '../parts/Button.tsx'
import { Fold } from '../parts/Fold.tsx'
import { Tip } from '../parts/Tip.tsx'
import { useNow } from '../parts/useNow.ts'
import { showDialog } from '../shell/dialog.ts'
import { NEW_KEYS, startNew } from '../shell/startNew.ts'
import { Head } from './Head.tsx'
import { bringBack, forgetRemoved, removed } from './removed.ts'
import { SearchField, SearchResults } from './Search.tsx'

/** All conversations, and what is found in them. */
export function Heads() {
  const heads = usePanel((state) => state.heads)
  const open = usePanel((state) => state.open)
  const [query, setQuery] = useState('')
  const now = useNow(30_000)
  const shown = heads?.filter((head) => !head.archived)
  const archived = heads?.filter((head) => head.archived) ?? []
  return (
    <>
      <div className="grid gap-2 p-2">
        <Tip label="New conversation" keys={NEW_KEYS}>
          <Button className="w-full" onClick={startNew}>
            <Plus size={16} strokeWidth={1.5} />
            New conversation
          </Button>
        </Tip>
        <SearchField query={query} onQuery={setQuery} />
      </div>
      <div className="min-h-0 grow overflow-y-auto px-2 pb-2">
        {query.trim() ? (
          <SearchResults query={query.trim()} now={now} />
        ) : (
          <>
            <ul aria-label="Conversations">
              {shown?.map((head) => (
                <Head key={head.id} head={head} current={head.id === open} now={now} />
              ))}
              {shown?.length === 0 && <li className="px-2 py-1 text-small text-soft">No conversations yet</li>}
            </ul>
            {archived.length > 0 && (
              <div className="mt-2 border-t border-line pt-2 pl-2">
                <Fold label={`Archived (${archived.length})`} open={archived.some((head) => head.id === open)}>
                  <ul aria-label="Archived conversations" className="-ml-2">
                    {archived.map((head) => (
                      <Head key={head.id} head={head} current={head.id === open} now={now} />
                    ))}
                  </ul>
                </Fold>
              </div>
            )}
          </>
        )}
      </div>
      <Removed />
      <div className="shrink-0 border-t border-line px-2 py-1">
        <Button look="quiet" onClick={() => showDialog({ kind: 'deleted' })}>
          Recently deleted
        </Button>
      </div>
    </>
  )
}

/** "“Plate” is deleted", and the way back: it stays until it is dealt with. */
function Removed() {
  const head = useStore(removed, (state) => state.head)
  if (!head) return null
  return (
    <div className="appear flex shrink-0 items-center gap-1 border-t border-line py-1 pr-1 pl-4 text-small">
      <p role="status" className="min-w-0 grow truncate">
        Deleted: {head.title || 'New conversation'}
      </p>
      <Button look="quiet" className="text-ink" onClick={() => void bringBack()}>
        Undo
      </Button>
      <IconButton label="Dismiss" small onClick={forgetRemoved}>
        <X size={14} strokeWidth={1.5} />
      </IconButton>
    </div>
  )
}
