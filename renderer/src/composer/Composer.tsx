import { CornerDownLeft, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { draftVersion, keepDraft, loadDraft } from '../conversation/draft.ts'
import { openQuestion, openQuestions } from '../conversation/model.ts'
import { isRunning, nextAgent, panel, usePanel } from '../conversation/panel.ts'
import { stop, submit } from '../conversation/send.ts'
import { core } from '../link/core.ts'
import { Button } from '../parts/Button.tsx'
import { Tip } from '../parts/Tip.tsx'
import { useNow } from '../parts/useNow.ts'
import { shortcut } from '../words/keys.ts'
import { elapsed, number } from '../words/numbers.ts'
import { focusComposer, setComposerField } from './focus.ts'
import { SelectionChip } from './SelectionChip.tsx'

/** The contract's longest prompt. */
const LONGEST = 100_000

/** Where the person writes. What is typed survives a reload, a refusal and a lost connection. */
export function Composer() {
  const open = usePanel((state) => state.open)
  const version = useStore(draftVersion, (state) => state.version)
  const running = usePanel(isRunning)
  const [text, setText] = useState(() => loadDraft(open))
  const shown = useRef(open)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means the kept draft was rewritten
  useEffect(() => {
    shown.current = open
    setText(loadDraft(open))
  }, [open, version])

  const write = (next: string) => {
    setText(next)
    keepDraft(open, next)
  }
  const tooLong = text.length > LONGEST
  const send = () => {
    const prompt = text.trim()
    if (!prompt || tooLong) return
    write('')
    void submit(prompt)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      send()
    }
  }

  return (
    <div className="rounded-control border border-edge bg-sheet focus-within:border-ink">
      <SelectionChip />
      <label className="sr-only" htmlFor="composer">
        Prompt
      </label>
      <textarea
        id="composer"
        ref={setComposerField}
        rows={1}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={running ? 'What comes next?' : 'Ask, or describe what to make'}
        aria-invalid={tooLong}
        className="field-sizing-content block max-h-[calc(8lh+16px)] min-h-[calc(2lh+16px)] w-full resize-none px-3 py-2 text-write outline-none placeholder:text-soft"
      />
      <div className="flex flex-wrap items-center gap-2 py-1.5 pr-1.5 pl-3">
        <span className="min-w-0 grow basis-24 text-small text-soft">
          {tooLong ? `${number(text.length - LONGEST, 0)} characters too long` : <Doing written={text.trim() !== ''} />}
        </span>
        {running && (
          <Tip label="Stop the turn" keys="Esc">
            <Button onClick={() => void stop()}>
              <Square size={14} strokeWidth={1.5} />
              Stop
            </Button>
          </Tip>
        )}
        {(!running || text.trim()) && (
          <Tip label={running ? 'Send when the turn ends' : 'Send'} keys={`Enter or ${shortcut('Enter')}`}>
            <Button
              look="primary"
              disabled={!text.trim() || tooLong}
              onClick={() => {
                send()
                focusComposer()
              }}
            >
              {running ? 'Queue' : 'Send'}
              <CornerDownLeft size={14} strokeWidth={1.5} />
            </Button>
          </Tip>
        )}
      </div>
    </div>
  )
}

/** "Practice agent is working · 12 s": waiting has a name and a time. */
function Doing({ written }: { written: boolean }) {
  const running = usePanel(isRunning)
  const begun = usePanel((state) => (state.sending ? null : (state.turns.at(-1)?.at ?? null)))
  const agent = usePanel((state) => {
    const id = running ? (state.turns.at(-1)?.agent ?? nextAgent(state)) : nextAgent(state)
    return state.status?.agents.find((a) => a.id === id) ?? null
  })
  const asked = usePanel((state) => openQuestion(state.turns) !== null || openQuestions(state.turns) !== null)
  const link = useStore(core.state, (state) => state.state)
  const now = useNow(1000, running)
  if (asked) return `${agent?.title ?? 'The agent'} waits for you`
  if (running) return `${agent?.title ?? 'The agent'} is working${begun ? ` · ${elapsed(now - begun)}` : ''}`
  if (link !== 'open' && panel.getState().status) return written ? 'Sent when the connection is back' : 'Not connected'
  return agent && agent.state !== 'ready' ? `${agent.title} is not ready` : ''
}
