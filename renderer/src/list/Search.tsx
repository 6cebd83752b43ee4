import { Search as Glass, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SearchHit } from '../../../src/shared/history.ts'
import { openConversation } from '../conversation/follow.ts'
import { goToTurn } from '../conversation/going.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { Button, IconButton } from '../parts/Button.tsx'
import { closeDrawer, showPane } from '../shell/layout.ts'
import { ago } from '../words/time.ts'

export const SEARCH_FIELD = 'find-in-conversations'

export function SearchField({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  return (
    <div className="relative">
      <Glass size={14} strokeWidth={1.5} className="pointer-events-none absolute top-2 left-2 text-soft" />
      <input
        id={SEARCH_FIELD}
        type="search"
        aria-label="Find in conversations"
        placeholder="Find"
        value={query}
        maxLength={500}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !query) return
          event.stopPropagation()
          onQuery('')
        }}
        className="h-7 w-full rounded-control border border-edge bg-ground pr-7 pl-7 text-small text-ink placeholder:text-soft [&::-webkit-search-cancel-button]:hidden"
      />
      {query && (
        <IconButton
          label="Show all conversations"
          small
          className="absolute top-0.5 right-0.5"
          onClick={() => onQuery('')}
        >
          <X size={14} strokeWidth={1.5} />
        </IconButton>
      )}
    </div>
  )
}

interface Found {
  readonly query: string
  readonly hits: readonly SearchHit[]
  readonly more: boolean
  /** Why nothing was found, where that is a fault. */
  readonly fault: string | null
}

/** The pause in typing after which is looked. */
const PAUSE_MS = 150
const PAGE = 30

/** Turns in which the words are, newest first; a click goes there. */
export function SearchResults({ query, now }: { query: string; now: number }) {
  const { found, showMore } = useSearch(query)
  if (!found) return <p className="px-2 py-1 text-small text-soft">Looking…</p>
  if (found.fault) return <p className="px-2 py-1 text-small">{found.fault}</p>
  return (
    <>
      <p role="status" className="px-2 py-1 text-small text-soft">
        {found.hits.length === 0
          ? 'Nothing found. Every word must be there.'
          : `${found.hits.length}${found.more ? ' or more' : ''} found`}
      </p>
      <ul aria-label="Found">
        {found.hits.map((hit) => (
          <Hit key={`${hit.conversation}:${hit.turn}:${hit.where}`} hit={hit} now={now} />
        ))}
      </ul>
      {found.more && (
        <Button look="quiet" onClick={showMore}>
          Show older
        </Button>
      )}
    </>
  )
}

function useSearch(query: string): { found: Found | null; showMore: () => void } {
  const [found, setFound] = useState<Found | null>(null)
  const newest = useRef(query)
  newest.current = query
  const look = async (before: SearchHit[]) => {
    const last = before.at(-1)
    try {
      const { hits, more } = await core.call((api) =>
        api.conversations.search({ query, limit: PAGE, ...(last ? { before: last.at } : {}) }),
      )
      // What was typed since has its own answer.
      if (newest.current === query) setFound({ query, hits: [...before, ...hits], more, fault: null })
    } catch (error) {
      const { title, cause } = troubleOf(error)
      if (newest.current === query) setFound({ query, hits: before, more: false, fault: `${title}. ${cause}` })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query looks anew, nothing else does
  useEffect(() => {
    const timer = setTimeout(() => void look([]), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [query])
  return { found, showMore: () => void look([...(found?.hits ?? [])]) }
}

function Hit({ hit, now }: { hit: SearchHit; now: number }) {
  const go = () => {
    openConversation(hit.conversation)
    if (hit.turn) goToTurn(hit.conversation, hit.turn)
    closeDrawer()
    showPane('panel')
  }
  return (
    <li>
      <button type="button" onClick={go} className="w-full rounded-control px-2 py-1.5 text-left hover:bg-sunk">
        <span className="block truncate">{hit.title || 'New conversation'}</span>
        <span className="block text-small text-soft">
          {hit.turn && `Turn ${hit.number} · `}
          {hit.archived && 'Archived · '}
          {ago(hit.at, now)}
        </span>
        {hit.where !== 'title' && (
          <span className="line-clamp-3 text-small">
            {hit.snippet.map(({ text, hit: matched }, i) =>
              matched ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
                <mark key={i} className="rounded-[2px] bg-wash font-strong text-ink">
                  {text}
                </mark>
              ) : (
                text
              ),
            )}
          </span>
        )}
      </button>
    </li>
  )
}
