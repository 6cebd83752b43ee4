import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import { useStore } from 'zustand'
import { arrive, going } from '../conversation/going.ts'
import { live, usePanel } from '../conversation/panel.ts'
import { RowView } from './RowView.tsx'
import { openFromEnd, type Row, rowsOf } from './rows.ts'

/** This close to the end counts as at the end. */
const NEAR = 32

export function Transcript() {
  const turns = usePanel((state) => state.turns)
  const sending = usePanel((state) => state.sending)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [openFrom, setOpenFrom] = useState<string | null>(null)
  const list = useRef<VListHandle>(null)
  const { pinned, away, ...reading } = useReadingPosition(list)

  // Turns fold when they grow old, but only out of sight of someone who reads further up.
  useLayoutEffect(() => {
    if (pinned.current) setOpenFrom(openFromEnd(turns))
  }, [turns, pinned])

  const rows = useMemo(() => {
    const all = rowsOf(turns, openFrom, toggled)
    if (sending) all.push({ kind: 'sending', key: 'sending', prompt: sending.prompt })
    return all
  }, [turns, openFrom, toggled, sending])

  const toggle = useCallback(
    (turn: string) => {
      // Whoever opens a turn wants to read it, not the end.
      const handle = list.current
      if (handle && !atEnd(handle)) pinned.current = false
      setToggled((old) => {
        const next = new Set(old)
        if (!next.delete(turn)) next.add(turn)
        return next
      })
    },
    [pinned],
  )

  useFollowing(list, pinned, rows)
  useGoing(list, pinned, rows, toggle)

  return (
    <div className="relative min-h-0 grow">
      <VList
        ref={list}
        data={rows}
        className="[overflow-anchor:none] [&>div]:pb-4"
        style={{ height: '100%' }}
        aria-label="Conversation"
        role="region"
        tabIndex={0}
        shift={useCameAbove(rows)}
        keepMounted={rows.length > 0 ? [rows.length - 1] : []}
        {...reading}
      >
        {(row: Row) => <RowView key={row.key} row={row} onToggle={toggle} />}
      </VList>
      {away && (
        <button
          type="button"
          onClick={() => {
            pinned.current = true
            list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
          }}
          className="appear absolute bottom-3 left-1/2 flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full border border-edge bg-sheet px-3 text-small hover:bg-sunk"
        >
          <ArrowDown size={16} strokeWidth={1.5} />
          New below
        </button>
      )}
    </div>
  )
}

/** Whether older rows were put above since the last time; the list then keeps its place from its end. */
function useCameAbove(rows: readonly Row[]): boolean {
  const seen = useRef<readonly Row[]>([])
  const old = seen.current[0]?.key
  const came = old !== undefined && rows[0]?.key !== old && rows.some(({ key }) => key === old)
  useLayoutEffect(() => {
    seen.current = rows
  }, [rows])
  return came
}

/** Shows the turn that something elsewhere points at, opened if it was folded. */
function useGoing(
  list: React.RefObject<VListHandle | null>,
  pinned: React.RefObject<boolean>,
  rows: readonly Row[],
  toggle: (turn: string) => void,
) {
  const to = useStore(going, (state) => state.to)
  const open = usePanel((state) => state.open)
  const loaded = usePanel((state) => state.loaded)
  useEffect(() => {
    // Not before all of it is here: what still comes would push the end, which is followed, past it.
    if (!to || !loaded || to.conversation !== open) return
    const index = rows.findIndex((row) => row.kind !== 'sending' && row.turn.id === to.turn)
    const row = rows[index]
    if (!row) return
    pinned.current = false
    if (row.kind === 'folded') return toggle(to.turn)
    list.current?.scrollToIndex(index, { align: 'start' })
    arrive()
  }, [to, open, loaded, rows, list, pinned, toggle])
}

const atEnd = ({ scrollSize, scrollOffset, viewportSize }: VListHandle): boolean =>
  scrollSize - scrollOffset - viewportSize <= NEAR

/** At the end the transcript follows what comes; only a gesture of the person lets go of it. */
function useReadingPosition(list: React.RefObject<VListHandle | null>) {
  const pinned = useRef(true)
  const gesture = useRef(false)
  const [away, setAway] = useState(false)
  const newest = usePanel((state) => state.turns)

  const onScroll = useCallback(() => {
    const handle = list.current
    if (!handle) return
    if (atEnd(handle)) {
      pinned.current = true
      setAway(false)
    } else if (gesture.current) {
      pinned.current = false
    }
  }, [list])
  const begin = useCallback(() => {
    gesture.current = true
  }, [])
  const onScrollEnd = useCallback(() => {
    gesture.current = false
  }, [])

  // The pill is about what came after the person scrolled away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every change of the turns
  useEffect(() => {
    if (!pinned.current) setAway(true)
  }, [newest])
  useEffect(
    () =>
      live.subscribe(() => {
        if (!pinned.current) setAway(true)
      }),
    [],
  )
  return {
    pinned,
    away,
    onScroll,
    onScrollEnd,
    onWheel: begin,
    onTouchMove: begin,
    onKeyDown: begin,
    onPointerDown: begin,
  }
}

/** Keeps the end in sight: when rows come, while text grows, when the panel changes its size. */
function useFollowing(list: React.RefObject<VListHandle | null>, pinned: React.RefObject<boolean>, rows: Row[]) {
  const count = useRef(0)
  const follow = useCallback(() => {
    if (pinned.current && count.current > 0) list.current?.scrollToIndex(count.current - 1, { align: 'end' })
  }, [list, pinned])
  useLayoutEffect(() => {
    count.current = rows.length
    follow()
  }, [rows, follow])
  useEffect(() => live.subscribe(() => requestAnimationFrame(follow)), [follow])
  useEffect(() => {
    window.addEventListener('resize', follow)
    return () => window.removeEventListener('resize', follow)
  }, [follow])
}
