import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { ExtraPrompt, ExtraTool } from '../../src/mcp/extras.ts'
import { readState, writeState } from '../../src/mcp/request-state.ts'

/** Fixture tools that ask before they answer. */
const says = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })
const form = (message: string, properties: object, required: string[] = Object.keys(properties)) => ({
  method: 'elicitation/create' as const,
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties, required },
  } as ElicitRequestFormParams,
})
const sampling = (words: string, maxTokens: number) => ({
  method: 'sampling/createMessage' as const,
  params: { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: words } }], maxTokens },
})
const roots = { method: 'roots/list' as const, params: {} }

type Asked = Parameters<typeof inputRequired>[0]['inputRequests']
type Answers = Readonly<Record<string, unknown>>

const answersOf = (context: ServerContext): Answers => context.mcpReq.inputResponses ?? {}
const contentOf = (answer: unknown) => (answer as { content?: Record<string, unknown> } | undefined)?.content

const tool = (name: string, call: ExtraTool['call'], properties: Record<string, object> = {}): ExtraTool => ({
  definition: { name, description: 'Asks first', inputSchema: { type: 'object', properties } as never },
  call,
})

/** Asks until every question has an answer that will do, then says `done`. */
const asks = (
  name: string,
  questions: NonNullable<Asked>,
  done: (answers: Answers) => string,
  suits = isThere,
): ExtraTool =>
  tool(name, async (_given, context) => {
    const answers = answersOf(context)
    const open = Object.keys(questions).filter((key) => !suits(answers[key]))
    return open.length === 0 ? says(done(answers)) : inputRequired({ inputRequests: questions })
  })

const isThere = (answer: unknown): boolean => answer !== undefined
const hasName = (answer: unknown): boolean => typeof contentOf(answer)?.name === 'string'

const name = { name: { type: 'string' } }
const confirm = { confirm: form('Please confirm', { ok: { type: 'boolean' } }) }

/** The same, with a state that must come back unharmed. */
const asksWithState = (toolName: string, questions: NonNullable<Asked>, done: string): ExtraTool =>
  tool(toolName, async (_given, context) => {
    const state = await readState(context, toolName)
    if (state === undefined || Object.keys(questions).some((key) => answersOf(context)[key] === undefined)) {
      return inputRequired({ inputRequests: questions, requestState: await writeState(context, toolName, {}) })
    }
    return says(done)
  })

const multiRound = tool('test_input_required_result_multi_round', async (_given, context) => {
  const purpose = 'multi-round'
  const state = (await readState(context, purpose)) as { name?: string } | undefined
  const answers = answersOf(context)
  if (state?.name !== undefined && answers.step2) {
    return says(`${state.name} likes ${String(contentOf(answers.step2)?.color)}.`)
  }
  if (state && answers.step1) {
    const requestState = await writeState(context, purpose, { name: String(contentOf(answers.step1)?.name) })
    return inputRequired({
      inputRequests: { step2: form('Step 2: What is your favorite color?', { color: { type: 'string' } }) },
      requestState,
    })
  }
  const requestState = await writeState(context, purpose, {})
  return inputRequired({ inputRequests: { step1: form('Step 1: What is your name?', name) }, requestState })
})

function declared(context: ServerContext): Record<string, unknown> {
  const envelope = (context.mcpReq.envelope ?? {}) as Record<string, unknown>
  return (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<string, unknown>
}

const capabilities = tool('test_input_required_result_capabilities', async (_given, context) => {
  const able = declared(context)
  const all = { name: form('What is your name?', name), capital: sampling('What is the capital of France?', 100) }
  const inputRequests = {
    ...(able.elicitation ? { name: all.name } : {}),
    ...(able.sampling ? { capital: all.capital } : {}),
  }
  const answered = Object.keys(answersOf(context)).length > 0
  return answered || Object.keys(inputRequests).length === 0 ? says('Done.') : inputRequired({ inputRequests })
})

const missing = tool('test_missing_capability', async (_given, context) => {
  if (!declared(context).sampling) {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } }, 'This needs sampling.')
  }
  return says('Sampling is there.')
})

const told = (answer: unknown): string => {
  const { action, content } = (answer ?? {}) as { action?: string; content?: unknown }
  return `action=${action}, content=${JSON.stringify(content ?? {})}`
}

const defaults = form(
  'Please review and update the form fields with defaults',
  {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  [],
)

const titled = (values: string[], titles: string[]) => values.map((value, i) => ({ const: value, title: titles[i] }))
const choices = titled(
  ['value1', 'value2', 'value3'],
  ['First', 'Second', 'Third'].map((word) => `${word} Option`),
)
const options = ['option1', 'option2', 'option3']
const enums = form(
  'Please select options from the enum fields',
  {
    untitledSingle: { type: 'string', enum: options },
    titledSingle: { type: 'string', oneOf: choices },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
    titledMulti: { type: 'array', items: { anyOf: choices } },
  },
  [],
)

export const askingTools: readonly ExtraTool[] = [
  asks(
    'test_input_required_result_elicitation',
    { user_name: form('What is your name?', name) },
    (a) => `Hello, ${contentOf(a.user_name)?.name}!`,
    hasName,
  ),
  asks(
    'test_input_required_result_sampling',
    { capital_question: sampling('What is the capital of France?', 100) },
    (a) => String(contentOf(a.capital_question)?.text),
  ),
  asks('test_input_required_result_list_roots', { client_roots: roots }, (a) => JSON.stringify(a.client_roots)),
  asksWithState('test_input_required_result_request_state', confirm, 'state-ok'),
  asksWithState('test_input_required_result_tampered_state', confirm, 'state-ok'),
  asksWithState(
    'test_input_required_result_multiple_inputs',
    { user_name: form('What is your name?', name), greeting: sampling('Generate a greeting', 50), client_roots: roots },
    'All there.',
  ),
  multiRound,
  capabilities,
  missing,
  asks('test_streaming_elicitation', { user_name: form('What is your name?', name) }, () => 'Done.'),
  asks('test_elicitation_sep1034_defaults', { form: defaults }, (a) => `Elicitation completed: ${told(a.form)}`),
  asks('test_elicitation_sep1330_enums', { form: enums }, (a) => `Elicitation completed: ${told(a.form)}`),
  tool(
    'test_elicitation',
    async ({ message }, context) => {
      const { user } = answersOf(context)
      if (user) return says(`User response: ${told(user)}`)
      const properties = {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      }
      return inputRequired({ inputRequests: { user: form(String(message), properties) } })
    },
    { message: { type: 'string' } },
  ),
  tool(
    'test_sampling',
    async ({ prompt }, context) => {
      const { answer } = answersOf(context)
      if (answer) return says(`LLM response: ${String(contentOf(answer)?.text)}`)
      return inputRequired({ inputRequests: { answer: sampling(String(prompt), 100) } })
    },
    { prompt: { type: 'string' } },
  ),
]

export const askingPrompt: ExtraPrompt = {
  definition: { name: 'test_input_required_result_prompt', description: 'Asks first' },
  async get(_given, context) {
    const answer = contentOf(answersOf(context).user_context)
    if (!answer) {
      const question = form('What context should the prompt use?', { context: { type: 'string' } })
      return inputRequired({ inputRequests: { user_context: question } })
    }
    return {
      messages: [{ role: 'user', content: { type: 'text', text: `Use this context: ${String(answer.context)}` } }],
    }
  },
}
