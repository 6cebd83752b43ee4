import { ChevronDown, ChevronRight, Redo2, Undo2 } from 'lucide-react'
import { memo } from 'react'
import type { Turn } from '../conversation/model.ts'
import { usePanel } from '../conversation/panel.ts'
import { askUndo, redo } from '../conversation/undo.ts'
import { Button } from '../parts/Button.tsx'
import { Tip } from '../parts/Tip.tsx'
import { countsLine } from '../words/changes.ts'
import { shortcut } from '../words/keys.ts'
import { clock } from '../words/time.ts'

interface TurnHeaderProps {
  turn: Turn
  /** Nothing stands above it. */
  first: boolean
  onFold: (() => void) | null
}

/** "Turn 3 · 14:02 · 6 added, 1 changed", and the way to take it back. */
export const TurnHeader = memo(function TurnHeader({ turn, first, onFold }: TurnHeaderProps) {
  return (
    <div className={`flex min-h-7 items-center gap-1 text-small text-soft ${first ? '' : 'border-t border-line pt-2'}`}>
      <h2 className="flex min-w-0 grow items-center gap-x-1.5">
        {onFold && (
          <Tip label="Fold this turn">
            <button
              type="button"
              aria-label={`Fold turn ${turn.number}`}
              aria-expanded
              onClick={onFold}
              className="-ml-1 rounded-control p-0.5 hover:text-ink"
            >
              <ChevronDown size={14} strokeWidth={1.5} />
            </button>
          </Tip>
        )}
        <span className="min-w-0">
          <span className="font-strong whitespace-nowrap text-ink">Turn {turn.number || ''}</span>
          <span className="whitespace-nowrap"> · {clock(turn.at)}</span>
          <What turn={turn} />
        </span>
      </h2>
      <Takeback turn={turn} />
    </div>
  )
})

function What({ turn }: { turn: Turn }) {
  if (turn.reverted) return <span> · Taken back</span>
  const changed = turn.end && countsLine(turn.end.changes)
  if (changed) return <span> · {changed}</span>
  return turn.end?.outcome === 'failed' ? <span> · Failed</span> : null
}

/** Undo, or redo where that is what comes next. It stands in the header and again where the turn ends. */
export function Takeback({ turn }: { turn: Turn }) {
  const redoable = usePanel((state) => state.status?.redoableTurn?.turn === turn.id)
  const newest = usePanel((state) => state.status?.undoableTurn?.turn === turn.id)
  if (turn.reverted) {
    return redoable ? (
      <Button look="quiet" aria-label={`Redo turn ${turn.number}`} onClick={() => void redo()}>
        <Redo2 size={16} strokeWidth={1.5} />
        Redo
      </Button>
    ) : null
  }
  if (!turn.end || !countsLine(turn.end.changes)) return null
  const button = (
    <Button look="quiet" aria-label={`Undo turn ${turn.number}`} onClick={() => askUndo(turn.id)}>
      <Undo2 size={16} strokeWidth={1.5} />
      Undo
    </Button>
  )
  return newest ? (
    <Tip label="Take this turn back" keys={shortcut('Z')}>
      {button}
    </Tip>
  ) : (
    <Tip label="Take back this turn and those after it">{button}</Tip>
  )
}

/** A turn that is old: one line, opened by a click. */
export const FoldedTurn = memo(function FoldedTurn({ turn, onOpen }: { turn: Turn; onOpen: () => void }) {
  return (
    <div className="flex items-center gap-1 border-t border-line py-0.5 text-small text-soft">
      <button
        type="button"
        aria-expanded={false}
        aria-label={`Open turn ${turn.number}: ${turn.prompt || turn.agent}`}
        onClick={onOpen}
        className="-ml-1 flex min-w-0 grow items-center gap-1.5 rounded-control py-1 text-left hover:text-ink"
      >
        <ChevronRight size={14} strokeWidth={1.5} className="shrink-0" />
        <span className="shrink-0 font-strong text-ink">Turn {turn.number || ''}</span>
        <span className="shrink-0">{clock(turn.at)}</span>
        <span className={`min-w-0 grow truncate ${turn.reverted ? 'line-through' : ''}`}>
          {turn.prompt || turn.agent}
        </span>
        <span className="shrink-0 max-[419px]:hidden">
          {turn.reverted ? 'Taken back' : turn.end && countsLine(turn.end.changes)}
        </span>
      </button>
      <Takeback turn={turn} />
    </div>
  )
})
