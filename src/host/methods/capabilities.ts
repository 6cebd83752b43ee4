import { KNOWN_METHODS } from '../../tools/known.ts'
import { methodNamed, twinNamed } from '../../tools/registry.ts'
import type { Limits } from './call.ts'

type Support = { method: string; support: 'full' | 'limited' | 'none'; reason: string | null }

/** What this host does of everything that is known; follows from the handlers, so it cannot be out of date. */
export function supportOfAll(isHandled: (method: string) => boolean, limits: Limits): Support[] {
  return KNOWN_METHODS.map((method) => {
    const spec = methodNamed(method) ?? twinNamed(method)?.spec
    if (!spec || !(spec.pace === 'instant' || isHandled(spec.method))) {
      return { method, support: 'none', reason: 'The built-in modeller does not have it; Rhino does.' }
    }
    const reason = (limits as Readonly<Record<string, string>>)[spec.method] ?? null
    return { method, support: reason === null ? 'full' : 'limited', reason }
  })
}
