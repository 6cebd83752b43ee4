import { Check, Circle, CircleAlert, CircleDot, CircleSlash, Info, ShieldQuestion } from 'lucide-react'
import { memo } from 'react'
import type { Block, NoticeBlock, PermissionBlock, PlanBlock, ToolBlock } from '../conversation/model.ts'
import { Fold } from '../parts/Fold.tsx'
import { Answered } from '../question/Answered.tsx'
import { Answer, useGrowing } from './Answer.tsx'

interface BlockViewProps {
  turn: string
  /** The turn is over: a step that was under way did not get done. */
  ended: boolean
  block: Exclude<Block, ToolBlock>
}

export const BlockView = memo(function BlockView({ turn, ended, block }: BlockViewProps) {
  switch (block.kind) {
    case 'text':
      return <Answer turn={turn} blockKey={block.key} text={block.text} />
    case 'thought':
      return <Thought turn={turn} blockKey={block.key} text={block.text} />
    case 'plan':
      return <Plan block={block} ended={ended} />
    case 'permission':
      return <Asked block={block} />
    case 'question':
      return <Answered block={block} />
    case 'notice':
      return <Notice block={block} />
  }
})

function Thought({ turn, blockKey, text }: { turn: string; blockKey: string; text: string }) {
  const growing = useGrowing(turn, blockKey)
  return (
    <Fold label={growing === null ? 'Thought' : 'Thinking'}>
      <p className="border-l-2 border-line pl-3 text-write whitespace-pre-wrap text-soft">{growing ?? text}</p>
    </Fold>
  )
}

const STEPS = {
  done: { Icon: Check, word: 'done', tone: 'text-soft' },
  running: { Icon: CircleDot, word: 'under way', tone: 'text-accent' },
  left: { Icon: CircleSlash, word: 'not finished', tone: 'text-soft' },
  pending: { Icon: Circle, word: 'to do', tone: 'text-edge' },
} as const

function Plan({ block, ended }: { block: PlanBlock; ended: boolean }) {
  return (
    <ol aria-label="Plan" className="grid gap-1 rounded-control border border-line px-3 py-2 text-write">
      {block.steps.map((step, i) => {
        const { Icon, word, tone } = STEPS[ended && step.state === 'running' ? 'left' : step.state]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no id, and its place is what it is
          <li key={i} className="flex gap-2">
            <Icon aria-label={word} role="img" size={16} strokeWidth={1.5} className={`mt-px shrink-0 ${tone}`} />
            <span className={step.state === 'done' ? 'text-soft' : ''}>{step.text}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** The record of a question; while it is open, it is asked above the composer. */
function Asked({ block }: { block: PermissionBlock }) {
  const chosen = block.options.find((option) => option.id === block.answer)
  const outcome = block.answer === undefined ? 'Waiting for you' : (chosen?.label ?? 'Refused')
  return (
    <p className="flex gap-2 text-small text-soft">
      <ShieldQuestion size={16} strokeWidth={1.5} className="shrink-0" />
      <span>
        {block.title} · <span className="text-ink">{outcome}</span>
      </span>
    </p>
  )
}

function Notice({ block: { level, text } }: { block: NoticeBlock }) {
  const Icon = level === 'info' ? Info : CircleAlert
  return (
    <p className="flex gap-2 text-small">
      <Icon
        aria-label={level}
        role="img"
        size={16}
        strokeWidth={1.5}
        className={`shrink-0 ${level === 'info' ? 'text-soft' : 'text-accent'}`}
      />
      <span className={level === 'info' ? 'text-soft' : ''}>{text}</span>
    </p>
  )
}
