import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerAnthropic } from './models/anthropic.ts'
import { answerGemini } from './models/gemini.ts'
import { answerOpenai } from './models/openai.ts'
import { type Asked, json } from './models/script.ts'

export interface ModelApi {
  url: string
  asked: Asked[]
  close(): Promise<void>
}

/** The three makers' model APIs on one loopback port, with a script instead of a model (models/script.ts). */
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
  const path = request.url?.split('?')[0] ?? ''
  const gemini = /\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/.exec(path)
  const posted = request.method === 'POST'
  if (!posted || !(gemini || /\/(messages|responses)$/.test(path))) {
    return void json(response, 404, { error: { code: 404, message: 'No such route.', status: 'NOT_FOUND' } })
  }
  const body = JSON.parse(Buffer.concat(chunks).toString() || '{}')
  if (gemini) await answerGemini(request, response, body, asked, [gemini[1] ?? '', gemini[2] ?? ''])
  else if (path.endsWith('/messages')) await answerAnthropic(request, response, body, asked)
  else await answerOpenai(request, response, body, asked)
}
