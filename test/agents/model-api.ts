import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a model was asked, as far as tests want to know. */
export interface Asked {
  model: string
  streamed: boolean
  /** The user's last words. */
  text: string
  /** Names of the tools that were offered. */
  tools: string[]
  /** What the tools answered since then. */
  results: string[]
  key: string | null
}

export interface ModelApi {
  url: string
  asked: Asked[]
  close(): Promise<void>
}

interface Part {
  text?: string
  functionCall?: { name: string; args: unknown }
  functionResponse?: { response?: unknown }
}
interface Body {
  contents?: { role?: string; parts?: Part[] }[]
  tools?: { functionDeclarations?: { name: string }[] }[]
  generationConfig?: { responseJsonSchema?: unknown; responseSchema?: unknown }
}

/**
 * The Gemini API on loopback, with a script instead of a model. What the user's last words hold decides:
 * `CALL tool {json} END` calls that tool, once; `FAIL 401` answers with that HTTP status; `SLOW` drips words until the
 * connection closes; anything else is answered with a sentence. Source of the shapes: ai.google.dev/api/generate-content.
 */
export async function serveModelApi(): Promise<ModelApi> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    answer(request, response, asked).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, asked: Asked[]): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const route = /\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)/.exec(request.url ?? '')
  if (!route) return void json(response, 404, { error: { code: 404, message: 'No such route.', status: 'NOT_FOUND' } })
  const [, model = '', action] = route
  if (action === 'countTokens') return void json(response, 200, { totalTokens: 100 })
  const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Body
  const seen = read(body, model, action === 'streamGenerateContent', request.headers['x-goog-api-key'])
  asked.push(seen)
  const fail = /FAIL (\d{3})/.exec(seen.text)
  if (fail) {
    const code = Number(fail[1])
    return void json(response, code, { error: { code, message: `The script says ${code}.`, status: 'UNKNOWN' } })
  }
  if (!seen.streamed) return void json(response, 200, chunk(model, [{ text: sideAnswer(body) }], true))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (parts: Part[], last: boolean) =>
    response.write(`data: ${JSON.stringify(chunk(model, parts, last))}\r\n\r\n`)
  const call = /CALL (\S+) (\{.*?\}) END/s.exec(seen.text)
  if (/SLOW/.test(seen.text)) return await drip(response, send)
  if (call && seen.results.length === 0) {
    const name = seen.tools.find((tool) => tool === call[1] || tool.endsWith(`_${call[1]}`)) ?? call[1] ?? ''
    send([{ text: 'Working on it. ' }], false)
    send([{ functionCall: { name, args: JSON.parse(call[2] ?? '{}') } }], true)
  } else {
    const words = call ? `Done: ${seen.results.join(' ').slice(0, 200)}` : 'Nothing to do.'
    for (const word of words.match(/\S+\s*/g) ?? []) send([{ text: word }], false)
    send([{ text: '' }], true)
  }
  response.end()
}

function read(body: Body, model: string, streamed: boolean, key: string | string[] | undefined): Asked {
  const contents = body.contents ?? []
  const isAnswer = ({ parts = [] }: { parts?: Part[] }) => parts.some((part) => part.functionResponse)
  const lastWords = contents.findLastIndex((content) => content.role === 'user' && !isAnswer(content))
  const parts = contents.slice(lastWords + 1).flatMap((content) => content.parts ?? [])
  return {
    model,
    streamed,
    text: (contents[lastWords]?.parts ?? []).map((part) => part.text ?? '').join('\n'),
    tools: (body.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []).map(({ name }) => name),
    results: parts.flatMap((part) => (part.functionResponse ? [JSON.stringify(part.functionResponse.response)] : [])),
    key: typeof key === 'string' ? key : null,
  }
}

/** Side calls (which model to take, who speaks next) want JSON of their own schema. */
function sideAnswer({ generationConfig }: Body): string {
  if (!generationConfig?.responseJsonSchema && !generationConfig?.responseSchema) return 'ok'
  return JSON.stringify({
    reasoning: 'script',
    complexity_reasoning: 'script',
    complexity_score: 10,
    model_choice: 'flash',
    next_speaker: 'user',
  })
}

function chunk(model: string, parts: Part[], last: boolean) {
  const usage = { promptTokenCount: 100, candidatesTokenCount: 7, totalTokenCount: 107 }
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(last && { finishReason: 'STOP' }) }],
    modelVersion: model,
    responseId: 'scripted',
    ...(last && { usageMetadata: usage }),
  }
}

async function drip(response: ServerResponse, send: (parts: Part[], last: boolean) => void): Promise<void> {
  for (let i = 0; !response.closed && !response.destroyed && i < 600; i++) {
    send([{ text: `tick ${i} ` }], false)
    await new Promise((done) => setTimeout(done, 100))
  }
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
