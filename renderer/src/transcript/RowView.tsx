import { Pencil, Plug } from 'lucide-react'
import { memo } from 'react'
import type { Turn } from '../conversation/model.ts'
import { isRunning, usePanel } from '../conversation/panel.ts'
import { Boundary } from '../parts/Boundary.tsx'
import { IconButton } from '../parts/Button.tsx'
import { showDialog } from '../shell/dialog.ts'
import { BlockView } from './BlockView.tsx'
import type { Row } from './rows.ts'
import { ToolCard } from './ToolCard.tsx'
import { TurnEndView } from './TurnEnd.tsx'
import { FoldedTurn, TurnHeader } from './TurnHeader.tsx'

interface RowViewProps {
  row: Row
  onToggle: (turn: string) => void
}

export const RowView = memo(function RowView({ row, onToggle }: RowViewProps) {
  const joined = row.kind === 'card' && row.joins.above
  const faded = row.kind !== 'sending' && row.turn.reverted && row.kind !== 'header' && row.kind !== 'folded'
  const gap = joined ? '' : row.kind === 'header' || row.kind === 'folded' ? 'pt-3' : 'pt-2'
  return (
    <div
      className={`mx-auto w-full max-w-[68ch] px-4 ${gap} ${faded ? 'taken-back text-ink' : ''}`}
      data-row={row.kind}
    >
      <Boundary what="This part of the conversation">
        <Content row={row} onToggle={onToggle} />
      </Boundary>
    </div>
  )
})

function Content({ row, onToggle }: RowViewProps) {
  switch (row.kind) {
    case 'folded':
      return <FoldedTurn turn={row.turn} onOpen={() => onToggle(row.turn.id)} />
    case 'header':
      return <TurnHeader turn={row.turn} first={row.first} onFold={row.foldable ? () => onToggle(row.turn.id) : null} />
    case 'prompt':
      return <Prompt text={row.turn.prompt} turn={row.turn} />
    case 'agent':
      return <AgentName id={row.turn.agent} prompted={row.turn.prompt !== ''} />
    case 'block':
      return <BlockView turn={row.turn.id} ended={row.turn.end !== null} block={row.block} />
    case 'card':
      return <ToolCard blocks={row.blocks} joins={row.joins} />
    case 'end':
      return <TurnEndView turn={row.turn} />
    case 'sending':
      return <Prompt text={row.prompt} sending />
  }
}

function Prompt({ text, sending, turn }: { text: string; sending?: boolean; turn?: Turn }) {
  const running = usePanel(isRunning)
  const first = usePanel((state) => (turn?.again ? state.turns.find(({ id }) => id === turn.again)?.number : undefined))
  return (
    <div className="group relative rounded-control bg-sunk px-3 py-2">
      <p className="text-small text-soft">
        {sending ? 'You · sending' : 'You'}
        {first !== undefined && ` · turn ${first} again`}
      </p>
      <p className="whitespace-pre-wrap">{text}</p>
      {turn?.end && !running && (
        <IconButton
          label={`Edit and send turn ${turn.number} again`}
          small
          onClick={() => showDialog({ kind: 'again', turn })}
          className="absolute top-1 right-1 bg-sunk opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
        >
          <Pencil size={14} strokeWidth={1.5} />
        </IconButton>
      )}
    </div>
  )
}

/** A turn without a prompt is the work of an outside client, which nobody here asked for it. */
function AgentName({ id, prompted }: { id: string; prompted: boolean }) {
  const agent = usePanel((state) => state.status?.agents.find((a) => a.id === id))
  return (
    <p className="flex items-center gap-1.5 pt-1 text-small text-soft">
      {!prompted && <Plug size={14} strokeWidth={1.5} className="shrink-0" />}
      <span>
        {agent?.title ?? (id || 'Agent')}
        {!prompted && ' · from outside, over MCP'}
      </span>
    </p>
  )
}
