import { Check, ChevronDown, CircleSlash, Loader, X } from 'lucide-react'
import { memo, useId, useState } from 'react'
import type { ToolBlock } from '../conversation/model.ts'
import { Raw } from '../parts/Raw.tsx'
import { Tip } from '../parts/Tip.tsx'
import { useNow } from '../parts/useNow.ts'
import { lightUp } from '../view/lit.ts'
import { duration, elapsed } from '../words/numbers.ts'
import { Picture } from './Picture.tsx'
import type { Joins } from './rows.ts'

const STATES = {
  ok: { Icon: Check, word: 'Done', tone: 'text-soft' },
  failed: { Icon: X, word: 'Failed', tone: 'text-accent' },
  stopped: { Icon: CircleSlash, word: 'Stopped', tone: 'text-soft' },
} as const

/** One tool call: one sentence, its state and time; what went in and came out behind a fold. */
export const ToolCard = memo(function ToolCard({ block, joins }: { block: ToolBlock; joins: Joins }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { end } = block
  const objects = end?.objects ?? []
  const edges = `${joins.above ? '-mt-px rounded-t-none' : ''} ${joins.below ? 'rounded-b-none' : ''}`
  return (
    <div
      className={`rounded-control border border-line bg-sheet ${edges}`}
      data-card={block.tool || undefined}
      onPointerEnter={() => objects.length > 0 && lightUp(objects)}
      onPointerLeave={() => lightUp([])}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onFocus={() => objects.length > 0 && lightUp(objects)}
        onBlur={() => lightUp([])}
        className="group flex w-full items-start gap-2 rounded-control px-3 py-1.5 text-left text-write"
      >
        <State block={block} />
        <span className="min-w-0 grow">{sentenceOf(block)}</span>
        <Time block={block} />
        <ChevronDown
          size={16}
          strokeWidth={1.5}
          className={`mt-px shrink-0 text-soft transition-[rotate] duration-[180ms] ${open ? 'rotate-180' : ''}`}
        />
      </button>
      {end && end.pictures.length > 0 && (
        <div className="grid gap-2 px-3 pb-3">
          {end.pictures.map((picture) => (
            <Picture key={picture} id={picture} alt={end.sentence || block.title} />
          ))}
        </div>
      )}
      <div id={id} hidden={!open} className="border-t border-line px-3 pt-2 pb-3">
        {open && <Details block={block} />}
      </div>
    </div>
  )
})

const sentenceOf = ({ end, title, tool }: ToolBlock): string => end?.sentence || title || tool || 'A tool was called'

function State({ block: { end } }: { block: ToolBlock }) {
  if (!end) {
    return (
      <Loader
        aria-label="Running"
        role="img"
        size={16}
        strokeWidth={1.5}
        className="turning mt-px shrink-0 text-soft"
      />
    )
  }
  const { Icon, word, tone } = STATES[end.outcome]
  return (
    <Tip label={word}>
      <Icon aria-label={word} role="img" size={16} strokeWidth={1.5} className={`mt-px shrink-0 ${tone}`} />
    </Tip>
  )
}

function Time({ block }: { block: ToolBlock }) {
  const { end } = block
  const now = useNow(1000, !end)
  if (!end) return <span className="shrink-0 text-small text-soft">Running · {elapsed(now - block.at)}</span>
  const word = end.outcome === 'ok' ? '' : `${STATES[end.outcome].word} · `
  return (
    <span className="shrink-0 text-small leading-[1.125rem] text-soft">
      {word}
      {duration(end.ms)}
    </span>
  )
}

function Details({ block }: { block: ToolBlock }) {
  return (
    <div className="grid gap-2">
      <p className="text-small text-soft">
        <span className="font-mono">{block.tool || 'unknown tool'}</span>
        {block.end && block.title && block.title !== block.end.sentence && ` · ${block.title}`}
      </p>
      <Labelled label="Input" value={block.input} />
      {block.end && <Labelled label="Output" value={block.end.output} />}
    </div>
  )
}

function Labelled({ label, value }: { label: string; value: unknown }) {
  return (
    <div>
      <p className="text-small text-soft">{label}</p>
      <Raw label={label} text={asText(value)} />
    </div>
  )
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing')
}
