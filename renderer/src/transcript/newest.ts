import { openQuestion, openQuestions, type Turn } from '../conversation/model.ts'
import { countsLine } from '../words/changes.ts'

/** What is read out: the open question, the last step of a running turn, the answer of a finished one. */
export function newestMessage(turns: readonly Turn[]): string {
  const turn = turns.at(-1)
  if (!turn) return ''
  const question = openQuestion(turns)
  if (question)
    return `${question.title}. ${question.warning ?? ''} ${question.options.map((option) => option.label).join(', ')}.`
  const asked = openQuestions(turns)
  if (asked) return asked.questions.map((one) => one.text).join(' ')
  if (!turn.end) {
    const card = turn.blocks.findLast((block) => block.kind === 'tool' && block.end !== null)
    return card?.kind === 'tool' && card.end ? card.end.sentence : `Turn ${turn.number} is running.`
  }
  const text = turn.blocks.findLast((block) => block.kind === 'text')
  const said = text?.kind === 'text' ? text.text : ''
  const { outcome, trouble, changes } = turn.end
  const how = trouble ? `${trouble.title}. ${trouble.cause}` : outcome === 'stopped' ? 'Stopped.' : ''
  return [said, how, countsLine(changes)].filter(Boolean).join(' ')
}
