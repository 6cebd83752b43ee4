import { join, normalize, sep } from 'node:path'

export const ORIGIN = 'app://bundle'

/** Which file of the panel an app:// URL may read; undefined for anything outside `root`. */
export function fileFor(url: string, root: string): string | undefined {
  let path: string
  try {
    const { protocol, host, pathname } = new URL(url)
    if (protocol !== 'app:' || host !== 'bundle') return undefined
    path = decodeURIComponent(pathname)
  } catch {
    return undefined
  }
  if (path.includes('\0')) return undefined
  const file = normalize(join(root, path === '/' ? 'index.html' : path))
  return file.startsWith(root + sep) ? file : undefined
}

/** What may be handed to the system's browser or mail program. */
export function mayOpenOutside(url: string): boolean {
  try {
    return ['https:', 'mailto:'].includes(new URL(url).protocol)
  } catch {
    return false
  }
}

/** A page of the panel's own origin, and nothing that only begins like it. */
export const isOwnPage = (url: string, origin: string = ORIGIN): boolean =>
  url === origin || url.startsWith(`${origin}/`)
