import type { IncomingMessage } from 'node:http'
import type { Client } from './caller.ts'

/** Largest request body, in bytes (contract §3). */
export const MAX_BODY_BYTES = 4 * 1024 * 1024

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** A request that goes no further: what stands in the answer. */
export interface Refusal {
  status: 400 | 401 | 403 | 405 | 409 | 413 | 500
  message: string
  headers?: Record<string, string>
}

/**
 * What every request must pass before anything is read: it names us as the host, comes from no foreign page, and bears a
 * token. A web page can reach a loopback port, so Host and Origin are checked even though the token would do.
 */
export function admit(
  headers: IncomingMessage['headers'],
  clientForToken: (token: string) => Client | undefined,
): { client: Client } | { refusal: Refusal } {
  if (!isLoopbackHost(headers.host)) {
    return { refusal: { status: 403, message: 'This address is only served as 127.0.0.1 or localhost.' } }
  }
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host)) {
    return { refusal: { status: 403, message: 'Web pages may not call this address.' } }
  }
  const token = /^Bearer +(\S{1,512}) *$/i.exec(headers.authorization ?? '')?.[1]
  const client = token === undefined ? undefined : clientForToken(token)
  if (!client) {
    const message =
      token === undefined
        ? 'Send the header "Authorization: Bearer …" with the token that Tickbird shows in its settings.'
        : 'This token is not known (any more). Copy the current one from Tickbird’s settings.'
    return { refusal: { status: 401, message, headers: { 'www-authenticate': 'Bearer realm="tickbird"' } } }
  }
  return { client }
}

function isLoopbackHost(host: string | undefined): boolean {
  const name = /^(\[[0-9a-f:]+\]|[^:[\]/@\s]+)(?::\d{1,5})?$/i.exec(host ?? '')?.[1]
  return name !== undefined && LOOPBACK.has(name.toLowerCase())
}

/** Our own pages only: the same name and port as the request itself. Another port is another program's page. */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : null
  return url !== null && url.protocol === 'http:' && url.host === host?.toLowerCase()
}

const TOO_LARGE: Refusal = {
  status: 413,
  message: `A request may have ${MAX_BODY_BYTES / 1024 / 1024} MiB at most. Send large data as a file path, or in parts.`,
}

/**
 * The whole body as text, or why it cannot be had. Past the limit nothing is kept; what still comes is let through to
 * nowhere, because a socket that is closed on a sender in mid-body takes our answer with it.
 */
export function readBody(request: IncomingMessage): Promise<{ text: string } | { refusal: Refusal }> {
  return new Promise((resolve) => {
    const refuse = (refusal: Refusal) => {
      chunks = []
      request.removeAllListeners('data').resume()
      resolve({ refusal })
    }
    let chunks: Buffer[] = []
    let bytes = 0
    if (Number(request.headers['content-length']) > MAX_BODY_BYTES) return refuse(TOO_LARGE)
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_BODY_BYTES) return refuse(TOO_LARGE)
      chunks.push(chunk)
    })
    request.on('end', () => resolve({ text: Buffer.concat(chunks).toString('utf8') }))
    request.on('error', (error) => refuse({ status: 400, message: `The request broke off: ${error.message}.` }))
  })
}
