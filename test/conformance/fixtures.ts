import type { CallToolResult, ServerContext, Tool } from '@modelcontextprotocol/server'
import type { ExtraPrompt, Extras, ExtraTool } from '../../src/mcp/extras.ts'
import { askingPrompt, askingTools } from './asking.ts'
import { taskTools } from './tasks.ts'

/** A red and a silent nothing: the smallest PNG and WAV. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const nothing: Tool['inputSchema'] = { type: 'object', properties: {} }
const text = (words: string) => ({ type: 'text', text: words }) as const
const says = (words: string): CallToolResult => ({ content: [text(words)] })
const pause = () => new Promise((soon) => setTimeout(soon, 50))
const notify = (context: ServerContext, method: 'notifications/progress' | 'notifications/message', params: object) =>
  context.mcpReq.notify({ method, params } as Parameters<typeof context.mcpReq.notify>[0])

const tool = (name: string, description: string, call: ExtraTool['call'], inputSchema = nothing): ExtraTool => ({
  definition: { name, description, inputSchema },
  call,
})

const resource = { uri: 'test://embedded', mimeType: 'text/plain', text: 'This is an embedded resource content.' }

const richSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: the word is JSON Schema's own
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as Tool['inputSchema']

const plainTools: ExtraTool[] = [
  tool('test_simple_text', 'Answers with text', async () => says('This is a simple text response for testing.')),
  tool('test_image_content', 'Answers with a picture', async () => ({
    content: [{ type: 'image', data: PNG, mimeType: 'image/png' }],
  })),
  tool('test_audio_content', 'Answers with sound', async () => ({
    content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  })),
  tool('test_embedded_resource', 'Answers with a resource', async () => ({
    content: [{ type: 'resource', resource }],
  })),
  tool('test_multiple_content_types', 'Answers with several kinds', async () => ({
    content: [
      text('Multiple content types test:'),
      { type: 'image', data: PNG, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: { uri: 'test://mixed', mimeType: 'application/json', text: '{"test":"data","value":123}' },
      },
    ],
  })),
  tool('test_error_handling', 'Fails', async () => ({
    ...says('This tool intentionally returns an error for testing'),
    isError: true,
  })),
  tool('test_tool_with_logging', 'Logs while it works', async (_given, context) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await context.mcpReq.log('info', data)
      await pause()
    }
    return says('Logged.')
  }),
  tool('test_logging_tool', 'Logs while it works', async (_given, context) => {
    await context.mcpReq.log('info', 'Working')
    return says('Logged.')
  }),
  tool('test_tool_with_progress', 'Tells how far it is', async (_given, context) => {
    const progressToken = context.mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await notify(context, 'notifications/progress', { progressToken, progress, total: 100 })
      await pause()
    }
    return says('Done.')
  }),
  tool('json_schema_2020_12_tool', 'Has a rich schema', async () => says('Done.'), richSchema),
]

const user = (content: object) => ({ role: 'user', content }) as never

const plainPrompts: ExtraPrompt[] = [
  {
    definition: { name: 'test_simple_prompt', description: 'Says one thing' },
    get: async () => ({ messages: [user(text('This is a simple prompt for testing.'))] }),
  },
  {
    definition: {
      name: 'test_prompt_with_arguments',
      description: 'Says its arguments',
      arguments: [
        { name: 'arg1', description: 'First test argument', required: true },
        { name: 'arg2', description: 'Second test argument', required: true },
      ],
    },
    get: async ({ arg1, arg2 }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  },
  {
    definition: {
      name: 'test_prompt_with_embedded_resource',
      description: 'Holds a resource',
      arguments: [{ name: 'resourceUri', description: 'URI of the resource to embed', required: true }],
    },
    get: async ({ resourceUri = '' }) => ({
      messages: [
        user({
          type: 'resource',
          resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        }),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  },
  {
    definition: { name: 'test_prompt_with_image', description: 'Holds a picture' },
    get: async () => ({
      messages: [
        user({ type: 'image', data: PNG, mimeType: 'image/png' }),
        user(text('Please analyze the image above.')),
      ],
    }),
  },
]

/** What the protocol's own tests expect to find on a server. Their names and words are the tests'. */
export function fixtures(): Extras {
  return {
    tools: [...plainTools, ...askingTools, ...taskTools],
    prompts: [...plainPrompts, askingPrompt],
    resources: [
      { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
      { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
      { uri: 'test://watched-resource', name: 'watched-resource', mimeType: 'text/plain' },
    ],
    templates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
    read,
  }
}

function read(uri: string) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id !== undefined) {
    const whole = { id, templateTest: true, data: `Data for ID: ${id}` }
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(whole) }] }
  }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] }
  const words: Record<string, string> = {
    'test://static-text': 'This is the content of the static text resource.',
    'test://watched-resource': 'Watched resource content',
  }
  const found = words[uri]
  return found === undefined ? undefined : { contents: [{ uri, mimeType: 'text/plain', text: found }] }
}
