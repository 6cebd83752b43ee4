import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Asked, actionFor, drip, header, json, wordsOf } from './script.ts'

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

/** Google's generateContent API. Source of the shapes: ai.google.dev/api/generate-content. */
export async function answerGemini(
  request: IncomingMessage,
  response: ServerResponse,
  body: Body,
  asked: Asked[],
  [model, action]: [string, string],
) {
  if (action === 'countTokens') return void json(response, 200, { totalTokens: 100 })
  const seen = read(body, model, action === 'streamGenerateContent', header(request, 'x-goog-api-key'))
  asked.push(seen)
  const next = actionFor(seen)
  if (next.do === 'fail') {
    const error = { code: next.status, message: `The script says ${next.status}.`, status: 'UNKNOWN' }
    return void json(response, next.status, { error })
  }
  if (!seen.streamed) return void json(response, 200, chunk(model, [{ text: sideAnswer(body) }], true))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (parts: Part[], last = false) =>
    response.write(`data: ${JSON.stringify(chunk(model, parts, last))}\r\n\r\n`)
  if (next.do === 'drip') return await drip(response, (text) => void send([{ text }]))
  if (next.do === 'call') {
    send([{ text: 'Working on it. ' }])
    send([{ functionCall: { name: next.tool, args: next.args } }], true)
  } else {
    for (const text of wordsOf(next.words)) send([{ text }])
    send([{ text: '' }], true)
  }
  response.end()
}

function read(body: Body, model: string, streamed: boolean, key: string | null): Asked {
  const contents = body.contents ?? []
  const isAnswer = ({ parts = [] }: { parts?: Part[] }) => parts.some((part) => part.functionResponse)
  const last = contents.findLastIndex((content) => content.role === 'user' && !isAnswer(content))
  const parts = contents.slice(last + 1).flatMap((content) => content.parts ?? [])
  return {
    api: 'gemini',
    model,
    streamed,
    text: (contents[last]?.parts ?? []).map((part) => part.text ?? '').join('\n'),
    tools: (body.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []).map(({ name }) => name),
    results: parts.flatMap((part) => (part.functionResponse ? [JSON.stringify(part.functionResponse.response)] : [])),
    earlier: Math.max(0, last),
    key,
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
