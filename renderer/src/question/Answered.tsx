import { MessageCircleQuestion } from 'lucide-react'
import { useStore } from 'zustand'
import type { Answer } from '../../../src/shared/question.ts'
import { openQuestions, type QuestionBlock } from '../conversation/model.ts'
import { usePanel } from '../conversation/panel.ts'
import type { Scenery } from '../view/feed.ts'
import { seen } from '../view/seen.ts'
import { kindWord } from '../words/changes.ts'
import { count, number, unitSign, withUnit } from '../words/numbers.ts'

/** The record of a card with questions; while it is open, it is asked above the composer. */
export function Answered({ block }: { block: QuestionBlock }) {
  const objects = useStore(seen, (state) => state.scenery.objects)
  const open = usePanel((state) => openQuestions(state.turns)?.request === block.request)
  if (open) {
    const [first] = block.questions
    return (
      <p className="flex gap-2 text-small text-soft">
        <MessageCircleQuestion size={16} strokeWidth={1.5} className="shrink-0" />
        <span>
          {block.questions.length === 1 ? first?.text : count(block.questions.length, 'question')} ·{' '}
          <span className="text-ink">Waiting for you</span>
        </span>
      </p>
    )
  }
  return (
    <div className="flex gap-2 text-small text-soft">
      <MessageCircleQuestion size={16} strokeWidth={1.5} className="shrink-0" />
      <dl className="grid min-w-0 gap-1">
        {block.questions.map((question) => {
          const answer = block.answers?.find(({ id }) => id === question.id)
          return (
            <div key={question.id}>
              <dt>{question.text}</dt>
              <dd className="text-ink">{answer ? said(answer, objects) : unsaid(block)}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

function unsaid({ answers }: QuestionBlock): string {
  if (answers === undefined) return 'Not answered'
  return answers === null ? 'You did not answer' : 'Left open'
}

function said(answer: Answer, objects: Scenery['objects']): string {
  switch (answer.kind) {
    case 'choice':
      return answer.labels.join(', ')
    case 'text':
      return answer.text
    case 'number':
      return number(answer.value, 6)
    case 'length':
      return withUnit(number(answer.value, 6), unitSign(answer.unit))
    case 'point':
      return answer.point.map((value) => number(value, 6)).join(', ')
    case 'objects': {
      const names = answer.ids.flatMap((guid) => {
        const object = objects.get(guid)
        return object ? [object.name || kindWord(object.kind)] : []
      })
      return names.length === answer.ids.length && names.length <= 5
        ? names.join(', ')
        : count(answer.ids.length, 'object')
    }
  }
}
