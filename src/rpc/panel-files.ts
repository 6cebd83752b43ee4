import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { CONTENT_SECURITY_POLICY } from '../shared/policy.ts'

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Answers with one sentence. */
export function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
  response.end(`${sentence}\n`)
}

/** Sends a file of the built panel, under the policy that lets it run nothing but its own files; 404 for all else. */
export async function sendFile(root: string, path: string, response: ServerResponse): Promise<void> {
  const file = path.includes('\0') ? undefined : normalize(join(root, path === '/' ? 'index.html' : path))
  if (!file?.startsWith(root + sep)) return refuse(response, 404, 'There is no such page.')
  let body: Buffer
  try {
    body = await readFile(file)
  } catch {
    return refuse(response, 404, 'There is no such page.')
  }
  response.writeHead(200, {
    'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  })
  response.end(body)
}
