import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { MAX_QUESTIONS, QUESTION_KINDS, type Question } from '../shared/question.ts'
import { readJson } from '../tools/spelling.ts'
import { Fault } from '../wire/fault.ts'
import type { Client, ToolCaller } from './caller.ts'
import { errorResult } from './result.ts'

const ONE = {
  question: { type: 'string' },
  kind: { type: 'string', enum: [...QUESTION_KINDS] },
  options: { type: 'array', items: { type: 'string' } },
  custom: { type: 'boolean', description: 'Own words beside the options; default true.' },
  min: { type: 'number' },
  max: { type: 'number' },
}

/** What some agents call it anyway. */
export const ASK_ALIAS = 'ask_user'

/** Only for agents of the panel: an outside client has its own way to ask. */
export const askUserTool: Tool = {
  // Gemini CLI hides every tool called ask_user over ACP, also other servers'.
  name: 'ask_designer',
  title: 'Ask the designer',
  description:
    'Ask the designer when something that matters cannot be guessed. Shows a card and returns at once: then end your turn; the answer comes as the next message. Kinds: choice, choices (options), text, number, length (document units), point, objects. Several: questions.',
  inputSchema: {
    type: 'object',
    properties: {
      ...ONE,
      questions: {
        type: 'array',
        items: { type: 'object', properties: ONE, required: ['question'] },
      },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  _meta: { 'anthropic/alwaysLoad': true },
}

const bound = z.number().finite().nullish()
const given = z.object({
  question: z.string().trim().min(1).max(2000),
  kind: z.enum(QUESTION_KINDS).nullish(),
  options: z
    .array(z.union([z.string(), z.object({ label: z.string(), description: z.string().optional() })]))
    .max(50)
    .nullish(),
  custom: z.boolean().nullish(),
  min: bound,
  max: bound,
})
type Given = z.output<typeof given>

const whole = z.union([
  z.object({ questions: z.array(given).min(1).max(MAX_QUESTIONS) }),
  given.transform((one) => ({ questions: [one] })),
])

const ASKED =
  'The question is shown to the designer. STOP now: end your turn with at most one short sentence, and call no more tools. The answer comes as the next message.'

/** Puts the questions on the conversation as a card. Never throws. */
export function askUser(caller: ToolCaller, client: Client, args: Readonly<Record<string, unknown>>): CallToolResult {
  try {
    if (client.kind !== 'conversation' || !caller.ask) {
      const message = 'ask_designer is only there for the agent in Tickbird’s own panel.'
      throw new Fault('NOT_IMPLEMENTED', message, { next: 'Ask the user in your own way, in your answer.' })
    }
    const { questions: list, options, ...rest } = args
    const plain = { ...rest, ...(options !== undefined && { options: readJson(options) }) }
    const read = whole.safeParse(list === undefined ? plain : { questions: readJson(list) })
    if (!read.success) {
      const next = 'Send question, or questions: [{question, kind, options}].'
      throw new Fault('INVALID_PARAMS', `ask_designer: ${sayWhy(read.error)}`, { next })
    }
    caller.ask(client, read.data.questions.map(asQuestion))
    return { content: [{ type: 'text', text: ASKED }] }
  } catch (error) {
    return errorResult(error)
  }
}

function asQuestion({ question, kind, options, custom, min, max }: Given, index: number): Question {
  const choices = (options ?? []).map((option) => (typeof option === 'string' ? { label: option } : option))
  const labels = new Set(choices.map(({ label }) => label.trim()).filter(Boolean))
  const detailOf = (label: string) => {
    const found = choices.find((one) => one.label.trim() === label)
    return found && 'description' in found ? (found.description ?? '') : ''
  }
  const meant = kind ?? (labels.size > 0 ? 'choice' : 'text')
  const chosen = meant === 'choice' || meant === 'choices'
  if (chosen && labels.size === 0) {
    throw new Fault('INVALID_PARAMS', `ask_designer: “${question.slice(0, 80)}” offers no options.`, {
      next: 'Give options, or take kind text.',
    })
  }
  return {
    id: String(index),
    kind: meant,
    text: question,
    options: chosen
      ? [...labels].map((label) => ({ label: label.slice(0, 200), detail: detailOf(label).slice(0, 1000) }))
      : [],
    custom: chosen && custom !== false,
    min: min ?? null,
    max: max ?? null,
    optional: false,
  }
}

function sayWhy(error: z.ZodError): string {
  const [issue] = error.issues
  const { path, message } = (issue?.code === 'invalid_union' ? issue.errors.flat().at(-1) : issue) ?? {}
  return [path?.map(String).join('.'), message].filter(Boolean).join(': ') || 'the question is missing'
}
