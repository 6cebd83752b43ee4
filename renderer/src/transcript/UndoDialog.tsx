import { Undo2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Trouble } from '../../../src/shared/event.ts'
import { undoing } from '../conversation/undo.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { Button } from '../parts/Button.tsx'
import { Buttons, Modal } from '../parts/Modal.tsx'
import { TroubleCard } from '../parts/TroubleCard.tsx'
import type { Api } from '../rpc.ts'
import { changeRows, countsLine, kindWord, unnamed } from '../words/changes.ts'
import { count } from '../words/numbers.ts'

type Preview = Awaited<ReturnType<Api['turn']['preview']>>

export function UndoDialog() {
  const turn = useStore(undoing, (state) => state.turn)
  return turn ? <Asking key={turn} turn={turn} /> : null
}

const close = () => undoing.setState({ turn: null })

/** Says exactly what is undone before anything is. The safe button has the focus. */
function Asking({ turn }: { turn: string }) {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [working, setWorking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)

  const look = useCallback(() => {
    setTrouble(null)
    core.call((api) => api.turn.preview({ turn })).then(setPreview, (error) => setTrouble(troubleOf(error)))
  }, [turn])
  useEffect(look, [look])

  const takeBack = async () => {
    setWorking(true)
    try {
      await core.call((api) =>
        api.turn.revert({ turn, includeForeign: preview !== null && preview.foreign.length > 0 }),
      )
      close()
    } catch (error) {
      setTrouble(troubleOf(error))
      setWorking(false)
    }
  }

  const foreign = preview?.foreign ?? []
  const several = (preview?.turns.length ?? 1) > 1
  return (
    <Modal
      title={several ? `Undo ${preview?.turns.length} turns?` : 'Undo this turn?'}
      lead="The document goes back to how it was. You can redo it afterwards."
      onClose={close}
      first={keep}
    >
      {!preview && !trouble && <p className="text-soft">Looking at what would change…</p>}
      {preview && <Undone preview={preview} />}
      {foreign.length > 0 && <Foreign edits={foreign} />}
      {trouble && <TroubleCard trouble={trouble} />}
      <Buttons>
        {trouble && <Button onClick={look}>Look again</Button>}
        <Button ref={keep} onClick={close}>
          Keep
        </Button>
        <Button look="primary" disabled={!preview || working} onClick={() => void takeBack()}>
          <Undo2 size={16} strokeWidth={1.5} />
          {working ? 'Undoing…' : whatIsUndone(preview)}
        </Button>
      </Buttons>
    </Modal>
  )
}

const NAMED = 6

/** What undoing does to each object: the other way round from what the turn did. */
const UNDONE = { added: 'is removed', changed: 'changes back', removed: 'comes back' } as const

function Undone({ preview }: { preview: Preview }) {
  return (
    <ol className="grid gap-2">
      {preview.turns.map(({ turn, number, label, changes }) => {
        const rows = changeRows(changes)
        const rest = Math.max(0, rows.length - NAMED) + unnamed(changes)
        return (
          <li key={turn} className="rounded-control border border-line px-3 py-2">
            <p>
              <span className="font-strong">{number > 0 ? `Turn ${number}` : 'Another agent'}</span>{' '}
              {label && <span className="text-soft">· {label}</span>}
            </p>
            <p className="text-small text-soft">{countsLine(changes) ?? 'changed nothing'}</p>
            <ul className="mt-1 text-small">
              {rows.slice(0, NAMED).map(({ how, object }) => (
                <li key={`${how}:${object.guid}`} className="flex gap-2">
                  <span className="min-w-0 grow truncate">{object.name || kindWord(object.kind)}</span>
                  <span className="shrink-0 text-soft">{UNDONE[how]}</span>
                </li>
              ))}
              {rest > 0 && <li className="text-soft">and {count(rest, 'more object')}</li>}
              {changes.other.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            {changes.uncovered.length > 0 && (
              <p className="mt-1 text-small text-soft">Stays as it is: {changes.uncovered.join('; ')}.</p>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function whatIsUndone(preview: Preview | null): string {
  const turns = preview?.turns.length ?? 1
  const edits = preview?.foreign.length ?? 0
  const what = turns > 1 ? `Undo ${turns} turns` : 'Undo turn'
  return edits > 0 ? `${what} and ${count(edits, 'edit')} of yours` : what
}

/** What the person did since, by name: it lies above the turn in the undo stack and can only go with it. */
function Foreign({ edits }: { edits: readonly string[] }) {
  return (
    <div className="mt-2 rounded-control border border-edge px-3 py-2">
      <p className="font-strong">Your own edits are undone too</p>
      <p className="text-small text-soft">
        They came after the turn, so it can only be undone together with them. Redo brings them back.
      </p>
      <ul className="mt-1 list-disc pl-5 text-small">
        {edits.map((edit, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two edits may have the same name
          <li key={i}>{edit}</li>
        ))}
      </ul>
    </div>
  )
}
