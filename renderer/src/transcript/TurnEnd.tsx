import { CircleSlash, RotateCw } from 'lucide-react'
import { memo, useState } from 'react'
import type { ChangeSummary } from '../../../src/shared/change.ts'
import type { TurnUsage } from '../../../src/shared/usage.ts'
import type { Turn } from '../conversation/model.ts'
import { isRunning, usePanel } from '../conversation/panel.ts'
import { submit } from '../conversation/send.ts'
import { Button } from '../parts/Button.tsx'
import { Tip } from '../parts/Tip.tsx'
import { TroubleCard } from '../parts/TroubleCard.tsx'
import { showDialog } from '../shell/dialog.ts'
import { lightUp } from '../view/lit.ts'
import { type ChangeRow, changeRows, countsLine, kindWord, unnamed, volumeLine } from '../words/changes.ts'
import { count, decimalsOf, duration, extent, unitSign } from '../words/numbers.ts'
import { usageDetail, usageLine } from '../words/usage.ts'
import { Compare } from './Compare.tsx'
import { Takeback } from './TurnHeader.tsx'

/** How a turn ended and what it did to the model, in numbers and side by side. */
export const TurnEndView = memo(function TurnEndView({ turn }: { turn: Turn }) {
  const { end } = turn
  if (!end) return null
  const changed = countsLine(end.changes)
  const unit = unitSign(end.units)
  const volume = volumeLine(end.changes, unit)
  return (
    <div className="grid gap-2 pt-1">
      {end.trouble && <TroubleCard trouble={end.trouble} action={<Again turn={turn} />} />}
      {end.outcome === 'stopped' && (
        <p className="flex items-center gap-2 text-small text-soft">
          <CircleSlash size={16} strokeWidth={1.5} />
          You stopped this turn. {end.left}
        </p>
      )}
      {end.outcome === 'failed' && end.left && <p className="text-small">{end.left}</p>}
      {end.outcome === 'failed' && !end.trouble && <p className="text-small">This turn failed.</p>}
      {changed && (
        <section
          aria-label={`What turn ${turn.number} changed`}
          className="overflow-hidden rounded-control border border-line"
        >
          {end.before && end.after && (
            <div className="-m-px">
              <Compare before={end.before} after={end.after} turn={turn.number} />
            </div>
          )}
          <Changes changes={end.changes} unit={unit} />
          <div className="flex flex-wrap items-center gap-x-3 border-t border-line py-0.5 pr-1 pl-3 text-small text-soft">
            <span className="py-1">{turn.reverted ? 'Taken back' : (volume ?? changed)}</span>
            <span className="grow">
              {duration(end.ms)}
              <Usage usage={end.usage} />
            </span>
            <Takeback turn={turn} />
          </div>
        </section>
      )}
      {!changed && end.usage && (
        <p className="text-small text-soft">
          {duration(end.ms)}
          <Usage usage={end.usage} />
        </p>
      )}
      {end.changes.uncovered.length > 0 && (
        <p className="text-small text-soft">Undo does not take back: {end.changes.uncovered.join('; ')}.</p>
      )}
    </div>
  )
})

/** Quiet: what the turn took, where its agent tells. */
function Usage({ usage }: { usage: TurnUsage | null }) {
  const line = usage && usageLine(usage)
  if (!line) return null
  return (
    <Tip label={usageDetail(usage)}>
      <button type="button" className="text-left whitespace-pre-wrap">
        {` · ${line}`}
      </button>
    </Tip>
  )
}

/** Sends the prompt of a failed turn once more, while it is still the newest. */
function Again({ turn }: { turn: Turn }) {
  const newest = usePanel((state) => state.turns.at(-1)?.id === turn.id && !isRunning(state))
  if (!newest || !turn.prompt || turn.end?.outcome !== 'failed') return null
  const made = countsLine(turn.end.changes) !== null && !turn.reverted
  return (
    <Button onClick={() => (made ? showDialog({ kind: 'again', turn }) : void submit(turn.prompt))}>
      <RotateCw size={14} strokeWidth={1.5} />
      {made ? 'Send again…' : 'Send again'}
    </Button>
  )
}

const FIRST = 5

function Changes({ changes, unit }: { changes: ChangeSummary; unit: string }) {
  const [all, setAll] = useState(false)
  const decimals = usePanel((state) => decimalsOf(state.status?.document?.tolerance ?? 0.01))
  const rows = changeRows(changes)
  const shown = all ? rows : rows.slice(0, FIRST)
  const more = rows.length - shown.length
  const rest = unnamed(changes)
  return (
    <>
      <ul className="text-small">
        {shown.map((row) => (
          <ChangeLine key={`${row.how}:${row.object.guid}`} row={row} decimals={decimals} unit={unit} />
        ))}
        {changes.other.map((text) => (
          <li key={text} className="border-t border-line px-3 py-1 first:border-t-0">
            {text}
          </li>
        ))}
        {more === 0 && rest > 0 && (
          <li className="border-t border-line px-3 py-1 text-soft">and {count(rest, 'more object')}</li>
        )}
      </ul>
      {more > 0 && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="w-full border-t border-line px-3 py-1 text-left text-small text-soft hover:text-ink"
        >
          Show {more} more
        </button>
      )}
    </>
  )
}

const MARKS = { added: '+', changed: '~', removed: '−' } as const

/** "+ Plate  Polysurface · 40 × 25 × 10 mm"; the sign and the word both say what happened. */
function ChangeLine({ row: { how, object }, decimals, unit }: { row: ChangeRow; decimals: number; unit: string }) {
  const kind = kindWord(object.kind)
  return (
    <li
      className="flex gap-2 border-t border-line px-3 py-1 first:border-t-0"
      onPointerEnter={() => how !== 'removed' && lightUp([object.guid])}
      onPointerLeave={() => lightUp([])}
    >
      <span aria-hidden className="w-2 shrink-0 text-center font-mono text-accent">
        {MARKS[how]}
      </span>
      <span className="min-w-0 grow">
        <span className={how === 'removed' ? 'line-through decoration-soft' : ''}>{object.name || kind}</span>
        <span className="sr-only">, {how}</span>
        <span className="text-soft">
          {object.name && ` · ${kind}`}
          {object.layer && ` · ${object.layer}`}
        </span>
      </span>
      {object.size && <span className="shrink-0 text-soft">{extent(object.size, decimals, unit)}</span>}
    </li>
  )
}
