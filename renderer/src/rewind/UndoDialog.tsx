import { Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { undoing } from '../conversation/undo.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { Button } from '../parts/Button.tsx'
import { Buttons, Modal } from '../parts/Modal.tsx'
import { TroubleCard } from '../parts/TroubleCard.tsx'
import { count } from '../words/numbers.ts'
import { offerCopy } from './copies.ts'
import { type Preview, takingOf, usePreview } from './preview.ts'
import { Undone } from './Undone.tsx'

export function UndoDialog() {
  const turn = useStore(undoing, (state) => state.turn)
  return turn ? <Asking key={turn} turn={turn} /> : null
}

const close = () => undoing.setState({ turn: null })

/** Says exactly what is undone before anything is. The safe button has the focus. */
function Asking({ turn }: { turn: string }) {
  const { preview, trouble, look, fail } = usePreview(turn)
  const [working, setWorking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const takeBack = async () => {
    setWorking(true)
    try {
      const { copy } = await core.call((api) => api.turn.revert({ turn, ...takingOf(preview) }))
      if (copy) offerCopy(copy)
      close()
    } catch (error) {
      fail(troubleOf(error))
      setWorking(false)
    }
  }
  const several = (preview?.turns.length ?? 1) > 1
  return (
    <Modal
      title={several ? `Undo ${preview?.turns.length} turns?` : 'Undo this turn?'}
      lead="The document goes back to how it was. You can redo it afterwards."
      onClose={close}
      first={keep}
      foot={
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
      }
    >
      {!preview && !trouble && <p className="text-soft">Looking at what would change…</p>}
      {preview && <Undone preview={preview} />}
      {trouble && <TroubleCard trouble={trouble} />}
    </Modal>
  )
}

function whatIsUndone(preview: Preview | null): string {
  const turns = preview?.turns.length ?? 1
  const edits = preview?.foreign.length ?? 0
  const what = turns > 1 ? `Undo ${turns} turns` : 'Undo turn'
  return edits > 0 ? `${what} and ${count(edits, 'edit')} of yours` : what
}
