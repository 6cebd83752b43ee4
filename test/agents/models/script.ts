import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a model was asked, as far as tests want to know. */
export interface Asked {
  api: 'gemini' | 'anthropic' | 'openai'
  model: string
  streamed: boolean
  /** The user's last words. */
  text: string
  /** Names of the tools that were offered. */
  tools: string[]
  /** What the tools answered since then. */
  results: string[]
  /** How many messages of earlier turns came with it. */
  earlier: number
  key: string | null
}

/** What the script says is to be done: the user's last words decide. */
export type Action =
  | { do: 'fail'; status: number }
  | { do: 'drip' }
  | { do: 'call'; tool: string; args: unknown }
  | { do: 'say'; words: string }

/**
 * `CALL tool {json} END` calls that tool, once, and several of them one after the other (`$FOUND` in one stands for the
 * first id that a search before it gave); `FAIL 401` answers with that HTTP status; `SLOW` drips words until the
 * connection closes; anything else is answered with a sentence.
 */
export function actionFor({ text, tools, results }: Pick<Asked, 'text' | 'tools' | 'results'>): Action {
  const fail = /FAIL (\d{3})/.exec(text)
  if (fail) return { do: 'fail', status: Number(fail[1]) }
  if (/SLOW/.test(text)) return { do: 'drip' }
  const calls = [...text.matchAll(/CALL (\S+) (\{.*?\}) END/gs)]
  if (calls.length === 0) return { do: 'say', words: 'Nothing to do.' }
  const call = calls[results.length]
  if (!call) return { do: 'say', words: `Done: ${results.join(' ').slice(0, 200)}` }
  const tool = tools.find((name) => name === call[1] || name.endsWith(`_${call[1]}`)) ?? call[1] ?? ''
  const found = /tb1\.[\w.-]+/.exec(results.join('\n'))?.[0] ?? 'nothing was found'
  return { do: 'call', tool, args: JSON.parse((call[2] ?? '{}').replace('$FOUND', found)) }
}

export const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? []

/** A word every 100 ms, for as long as somebody listens. */
export async function drip(response: ServerResponse, send: (words: string) => void): Promise<void> {
  for (let i = 0; !response.closed && !response.destroyed && i < 600; i++) {
    send(`tick ${i} `)
    await new Promise((done) => setTimeout(done, 100))
  }
}

export const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** A named server-sent event, as Anthropic's and OpenAI's APIs send them. */
export const sendEvent = (response: ServerResponse, event: { type: string; [field: string]: unknown }) =>
  response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)

export const header = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}
