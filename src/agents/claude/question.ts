import { type Fields, fields, list, text } from '../translator/read.ts'
import type { SessionPort } from '../translator/translator.ts'

/** Claude's own tool for asking its user; it arrives as a request for permission whose input are the questions. */
export const QUESTION_TOOL = 'AskUserQuestion'

/** Puts Claude's questions to the user as a form; the input that answers them, or null where they were declined. */
export async function askQuestions(input: Fields, port: SessionPort): Promise<Fields | null> {
  const questions = list(input.questions).map(fields)
  const properties = questions.flatMap((question, index) => {
    const choices = list(question.options).map((option) => {
      const { label, description } = fields(option)
      return { const: text(label) ?? '', title: text(label) ?? '', description: text(description) ?? '' }
    })
    const title = text(question.question) ?? ''
    const field =
      question.multiSelect === true
        ? { type: 'array', title, items: { anyOf: choices } }
        : { type: 'string', title, oneOf: choices }
    return [
      [`q${index}`, field],
      [`q${index}_custom`, { type: 'string' }],
    ]
  })
  const message = questions.flatMap(({ question }) => text(question) ?? []).join('\n')
  const answer = await port.elicit(message, { type: 'object', properties: Object.fromEntries(properties) })
  if (answer.action !== 'accept') return null
  const content = fields(answer.content)
  const answers = questions.flatMap(({ question }, index) => {
    const given = content[`q${index}`] ?? content[`q${index}_custom`]
    const words = Array.isArray(given) ? given.join(', ') : given
    return typeof words === 'string' && typeof question === 'string' ? [[question, words]] : []
  })
  return { ...input, answers: Object.fromEntries(answers) }
}
