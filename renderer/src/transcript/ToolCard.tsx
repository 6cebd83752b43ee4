import { Check, ChevronDown, CircleSlash, Eye, Loader, X } from 'lucide-react'
import { memo, useId, useState } from 'react'
import type { ToolBlock } from '../conversation/model.ts'
import { Raw } from '../parts/Raw.tsx'
import { Tip } from '../parts/Tip.tsx'
import { useNow } from '../parts/useNow.ts'
import { lightUp } from '../view/lit.ts'
import { duration, elapsed } from '../words/numbers.ts'
import { isLook } from './alike.ts'
import { Picture } from './Picture.tsx'
import type { Joins } from './rows.ts'

const STATES = {
  ok: { Icon: Check, word: 'Done', tone: 'text-soft' },
  failed: { Icon: X, word: 'Failed', tone: 'text-accent' },
  stopped: { Icon: CircleSlash, word: 'Stopped', tone: 'text-soft' },
} as const

interface ToolCardProps {
  /** One call, or several that say the same or only look: one line for all of them. */
  blocks: readonly ToolBlock[]
  joins: Joins
}

/** One tool call: one sentence, its state and time; what went in and came out behind a fold. */
export const ToolCard = memo(function ToolCard({ blocks, joins }: ToolCardProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const [block] = blocks
  if (!block) return null
  const look = isLook(block)
  const pictures = block.end?.pictures ?? []
  const light = () => lightUp(blocks.flatMap(({ end }) => end?.objects ?? []))
  const edges = `${joins.above ? '-mt-px rounded-t-none' : ''} ${joins.below ? 'rounded-b-none' : ''}`
  return (
    <div
      className={`rounded-control border border-line ${look ? '' : 'bg-sheet'} ${edges}`}
      data-card={block.tool || undefined}
      onPointerEnter={light}
      onPointerLeave={() => lightUp([])}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onFocus={light}
        onBlur={() => lightUp([])}
        className={`group flex w-full items-start gap-2 rounded-control px-3 text-left ${look ? 'py-1 text-small leading-[1.125rem] text-soft' : 'py-1.5 text-write'}`}
      >
        {look ? <Looked /> : <State block={block} />}
        <span className="min-w-0 grow">{sentenceOf(blocks)}</span>
        <Time blocks={blocks} />
        <ChevronDown
          size={16}
          strokeWidth={1.5}
          className={`mt-px shrink-0 text-soft transition-[rotate] duration-[180ms] ${open ? 'rotate-180' : ''}`}
        />
      </button>
      {pictures.length > 0 && (
        <div className="grid gap-2 px-3 pb-3">
          {pictures.map((picture) => (
            <Picture key={picture} id={picture} alt={block.end?.sentence || block.title} />
          ))}
        </div>
      )}
      <div id={id} hidden={!open} className="grid gap-3 border-t border-line px-3 pt-2 pb-3">
        {open && blocks.map((one) => <Details key={one.key} block={one} />)}
      </div>
    </div>
  )
})

/** "4 × Cylinder, r 2.5 mm": several calls on one card say the same, or are looks that are told one after the other. */
function sentenceOf(blocks: readonly ToolBlock[]): string {
  const said = [...new Set(blocks.map(({ end, title, tool }) => end?.sentence || title || tool || 'A tool was called'))]
  const times = blocks.length > 1 && said.length === 1 ? `${blocks.length} × ` : ''
  return `${times}${said.join(' · ')}`
}

const Looked = () => (
  <Tip label="Looked">
    <Eye aria-label="Looked" role="img" size={16} strokeWidth={1.5} className="mt-px shrink-0" />
  </Tip>
)

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

function Time({ blocks }: { blocks: readonly ToolBlock[] }) {
  const [block] = blocks
  const now = useNow(1000, !block?.end)
  if (!block) return null
  if (!block.end) return <span className="shrink-0 text-small text-soft">Running · {elapsed(now - block.at)}</span>
  const { outcome } = block.end
  const word = outcome === 'ok' ? '' : `${STATES[outcome].word} · `
  return (
    <span className="shrink-0 text-small leading-[1.125rem] text-soft">
      {word}
      {duration(blocks.reduce((sum, { end }) => sum + (end?.ms ?? 0), 0))}
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
