import { pathToFileURL } from 'node:url'
import { net, type Protocol, type Session } from 'electron'
import { CONTENT_SECURITY_POLICY } from '../src/shared/policy.ts'
import { fileFor } from './origin.ts'

/** Serves the built panel as app://bundle/, with the policy that lets it run nothing but its own files. */
export function serveBundle(protocol: Protocol, root: string): void {
  protocol.handle('app', async (request) => {
    const file = fileFor(request.url, root)
    if (!file) return new Response('There is no such page.', { status: 404 })
    const found = await net.fetch(pathToFileURL(file).href)
    const headers = new Headers(found.headers)
    headers.set('content-security-policy', CONTENT_SECURITY_POLICY)
    headers.set('x-content-type-options', 'nosniff')
    headers.set('cross-origin-opener-policy', 'same-origin')
    return new Response(found.body, { status: found.status, headers })
  })
}

/** The panel copies text and asks the system for nothing else. */
const GRANTED = 'clipboard-sanitized-write'

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide) => decide(permission === GRANTED))
  session.setPermissionCheckHandler((_contents, permission) => permission === GRANTED)
  session.setDevicePermissionHandler(() => false)
}
