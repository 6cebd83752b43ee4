import { MessageCircleQuestion } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Answer, Question } from '../../../src/shared/question.ts'
import { openQuestions, type QuestionBlock } from '../conversation/model.ts'
import { usePanel } from '../conversation/panel.ts'
import { answerQuestions } from '../conversation/send.ts'
import { Button } from '../parts/Button.tsx'
import { type Draft, emptyDraft, type InUnits, readDraft } from './draft.ts'
import { Field } from './Field.tsx'
import { keepDrafts, loadDrafts } from './kept.ts'

/** What the agent wants to know. It stands above the composer until it is answered, also after a reload. */
export function QuestionCard() {
  const block = usePanel((state) => openQuestions(state.turns))
  return block ? <Asking key={block.request} block={block} /> : null
}

const MM: InUnits = { units: 'millimeters', unit: 'mm' }

function Asking({ block }: { block: QuestionBlock }) {
  const { request, questions } = block
  const [drafts, setDrafts] = useState(() => loadDrafts(request))
  const [checking, setChecking] = useState(false)
  const [sending, setSending] = useState(false)
  const title = useId()
  const fields = useRef<HTMLDivElement>(null)
  const document = usePanel(
    useShallow((state) => {
      const known = state.status?.document
      return known ? { units: known.units, unit: known.unit } : MM
    }),
  )
  const readings = questions.map((question) => readDraft(question, drafts[question.id] ?? emptyDraft, document))
  const write = (id: string, draft: Draft) => {
    const next = { ...drafts, [id]: draft }
    setDrafts(next)
    keepDrafts(request, next)
  }
  const send = async (answers: Answer[] | null) => {
    setSending(true)
    const sent = await answerQuestions(request, answers)
    if (sent) keepDrafts(request, {})
    setSending(false)
  }
  const sendAll = () => {
    setChecking(true)
    const wrong = readings.findIndex((reading, i) => (reading === 'blank' ? !questions[i]?.optional : 'why' in reading))
    if (wrong >= 0) return showField(fields.current, wrong)
    void send(readings.flatMap((reading) => (reading !== 'blank' && 'answer' in reading ? [reading.answer] : [])))
  }
  const [only] = questions
  const quick = questions.length === 1 && only !== undefined && isQuick(only)
  return (
    <section
      aria-labelledby={title}
      className="appear flex max-h-[55dvh] flex-col rounded-control border border-ink bg-sheet"
    >
      <h2 id={title} className="flex shrink-0 gap-2 px-3 pt-3 text-small text-soft">
        <MessageCircleQuestion size={16} strokeWidth={1.5} className="shrink-0" />
        {questions.length === 1 ? 'The agent asks' : `The agent asks ${questions.length} questions`}
      </h2>
      <div ref={fields} className="mt-2 grid gap-4 overflow-y-auto px-3 pb-1">
        {questions.map((question, i) => {
          const reading = readings[i] ?? 'blank'
          return (
            <Field
              key={question.id}
              question={question}
              draft={drafts[question.id] ?? emptyDraft}
              document={document}
              why={whyNot(question, reading, checking)}
              onWrite={(draft) => write(question.id, draft)}
              {...(quick
                ? {
                    disabled: sending,
                    onChoose: (label) => void send([{ id: question.id, kind: 'choice', labels: [label] }]),
                  }
                : {})}
            />
          )
        })}
      </div>
      <div className="flex shrink-0 flex-wrap gap-2 p-3 pt-2">
        {!quick && (
          <Button look="primary" disabled={sending} onClick={sendAll}>
            {sending ? 'Sending…' : questions.length === 1 ? 'Answer' : 'Answer all'}
          </Button>
        )}
        <Button look={quick ? 'plain' : 'quiet'} disabled={sending} onClick={() => void send(null)}>
          Do not answer
        </Button>
      </div>
    </section>
  )
}

/** The first question that cannot be sent yet comes into sight, with the focus in it. */
function showField(fields: HTMLElement | null, index: number): void {
  const field = fields?.children[index]
  field?.scrollIntoView({ block: 'nearest' })
  const input = field?.querySelector('input, textarea, button')
  if (input instanceof HTMLElement) input.focus()
}

/** One click answers it: one of a few options, and no words of one's own. */
const isQuick = ({ kind, custom, options }: Question): boolean =>
  kind === 'choice' && !custom && options.length > 0 && options.length <= 12

function whyNot({ optional }: Question, reading: ReturnType<typeof readDraft>, checking: boolean): string | null {
  if (reading === 'blank') return checking && !optional ? 'It has no answer yet.' : null
  return 'why' in reading && checking ? reading.why : null
}
