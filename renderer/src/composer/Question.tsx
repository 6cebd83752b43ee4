import { ShieldQuestion, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { openQuestion, type PermissionBlock } from '../conversation/model.ts'
import { usePanel } from '../conversation/panel.ts'
import { answerQuestion } from '../conversation/send.ts'
import { Button } from '../parts/Button.tsx'
import { Tip } from '../parts/Tip.tsx'
import { EFFECT_WORDS } from '../words/effects.ts'

/** The agent waits for a yes or a no. It stands above the composer, so that it is never scrolled away. */
export function Question() {
  const question = usePanel((state) => openQuestion(state.turns))
  return question ? <Asking key={question.request} question={question} /> : null
}

function Asking({ question }: { question: PermissionBlock }) {
  const [given, setGiven] = useState(false)
  const answer = (option: string | null) => {
    setGiven(true)
    void answerQuestion(question.request, option).finally(() => setGiven(false))
  }

  // Alt and a number answer from anywhere, in the middle of a sentence too.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return
      const option = question.options[Number(event.code.replace('Digit', '')) - 1]
      if (!option) return
      event.preventDefault()
      setGiven(true)
      void answerQuestion(question.request, option.id).finally(() => setGiven(false))
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [question])

  return (
    <section aria-label={question.title} className="appear rounded-control border border-ink bg-sheet p-3">
      <div className="flex gap-2">
        <ShieldQuestion size={16} strokeWidth={1.5} className="mt-0.5 shrink-0" />
        <div className="min-w-0">
          <p className="font-strong">{question.title}</p>
          {question.effect && <p className="text-small text-soft">{EFFECT_WORDS[question.effect]}</p>}
          {question.warning && (
            <p className="mt-1 flex gap-1.5">
              <TriangleAlert aria-hidden size={16} strokeWidth={1.5} className="mt-0.5 shrink-0 text-accent" />
              {question.warning}
            </p>
          )}
          {question.detail && (
            <p
              className={`max-h-40 overflow-y-auto whitespace-pre-wrap text-soft ${question.detail.includes('\n') ? 'mt-1 font-mono text-small' : ''}`}
            >
              {question.detail}
            </p>
          )}
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {question.options.map((option, i) => (
          <Tip key={option.id} label={option.label} keys={`Alt+${i + 1}`}>
            <Button
              look={option.kind === 'allow_once' && !question.warning ? 'primary' : 'plain'}
              disabled={given}
              onClick={() => answer(option.id)}
            >
              {option.label}
            </Button>
          </Tip>
        ))}
        {question.options.length === 0 && (
          <Button disabled={given} onClick={() => answer(null)}>
            Refuse
          </Button>
        )}
      </div>
    </section>
  )
}
