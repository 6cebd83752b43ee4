import { RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Turn } from '../conversation/model.ts'
import { panel, usePanel } from '../conversation/panel.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'
import { Button } from '../parts/Button.tsx'
import { Buttons, Modal } from '../parts/Modal.tsx'
import { TroubleCard } from '../parts/TroubleCard.tsx'
import { FIELD } from '../settings/fields.tsx'
import { closeDialog } from '../shell/dialog.ts'
import { countsLine } from '../words/changes.ts'
import { offerCopy } from './copies.ts'
import { takingOf, usePreview } from './preview.ts'
import { Undone } from './Undone.tsx'

/** A turn's prompt once more, perhaps in other words; what it made is taken back first, or stays. */
export function AgainDialog({ turn }: { turn: Turn }) {
  const [text, setText] = useState(turn.prompt)
  const [keeps, setKeeps] = useState(false)
  const [agent, setAgent] = useState(turn.agent)
  const agents = usePanel((state) => state.status?.agents ?? [])
  const made = usePanel((state) => state.turns.slice(state.turns.findIndex(({ id }) => id === turn.id)).some(isThere))
  const { preview, trouble, fail } = usePreview(made ? turn.id : null)
  const [working, setWorking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const takes = made && !keeps
  const send = async () => {
    setWorking(true)
    try {
      const model = takes ? 'take_back' : 'keep'
      const { reverted } = await core.call((api) =>
        api.turn.regenerate({ turn: turn.id, prompt: text.trim(), agent, model, ...(takes ? takingOf(preview) : {}) }),
      )
      if (reverted.copy) offerCopy(reverted.copy)
      panel.setState({ agent })
      closeDialog()
    } catch (error) {
      fail(troubleOf(error))
      setWorking(false)
    }
  }
  return (
    <Modal
      title={`Send turn ${turn.number} again`}
      onClose={closeDialog}
      first={field}
      foot={
        <Buttons>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button look="primary" disabled={!text.trim() || working || (takes && !preview)} onClick={() => void send()}>
            <RotateCw size={16} strokeWidth={1.5} />
            {working ? 'Sending…' : takes ? 'Undo and send' : 'Send again'}
          </Button>
        </Buttons>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        <label className="grid gap-1 text-small text-soft">
          Prompt
          <textarea
            ref={field}
            value={text}
            maxLength={100_000}
            onChange={(event) => setText(event.target.value)}
            className={`${FIELD} field-sizing-content h-auto max-h-48 min-h-16 resize-none py-1.5`}
          />
        </label>
        <label className="grid gap-1 text-small text-soft">
          Agent
          <select value={agent} onChange={(event) => setAgent(event.target.value)} className={FIELD}>
            {agents
              .filter(({ id, state }) => state === 'ready' || id === agent)
              .map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            {!agents.some(({ id }) => id === agent) && <option value={agent}>{agent}</option>}
          </select>
        </label>
        {made && (
          <fieldset className="grid gap-1">
            <legend className="sr-only">What it made</legend>
            <Way name="take" checked={!keeps} onChange={() => setKeeps(false)} label="Undo first what it made" />
            <Way name="keep" checked={keeps} onChange={() => setKeeps(true)} label="Leave the model as it is" />
          </fieldset>
        )}
        {takes && !preview && !trouble && <p className="text-soft">Looking at what would change…</p>}
        {takes && preview && <Undone preview={preview} />}
        {trouble && <TroubleCard trouble={trouble} />}
      </div>
    </Modal>
  )
}

const isThere = ({ end, reverted }: Turn): boolean => end !== null && !reverted && countsLine(end.changes) !== null

function Way({
  name,
  label,
  checked,
  onChange,
}: {
  name: string
  label: string
  checked: boolean
  onChange: () => void
}) {
  return (
    <label className="flex items-center gap-2">
      <input
        type="radio"
        name="way"
        value={name}
        checked={checked}
        onChange={onChange}
        className="size-4 accent-(--ink)"
      />
      {label}
    </label>
  )
}
