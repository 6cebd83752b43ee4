import type { RhinoSession } from '../rhino/session.ts'
import type { Refusal } from './guard.ts'

/**
 * Why a client that names the Rhino that it wants to work in is not served: `wish` is a process id or `built-in`. Null
 * where the core works in that one. Never moves the core: the designer's conversation may be in another document.
 */
export async function refusedPlace(wish: string, ready: () => Promise<RhinoSession>): Promise<Refusal | null> {
  if (wish !== 'built-in' && !/^[1-9]\d*$/.test(wish))
    return { status: 400, message: '?rhino= is a process id from `tickbird rhino list`, or built-in.' }
  let here: RhinoSession
  try {
    here = await ready()
  } catch (error) {
    return { status: 409, message: error instanceof Error ? error.message : String(error) }
  }
  if (wish === 'built-in' ? here.kind === 'embedded' : here.kind === 'rhino' && String(here.processId) === wish)
    return null
  const wanted = wish === 'built-in' ? 'the built-in modeller' : `the Rhino with process ${wish}`
  const actual = here.kind === 'embedded' ? 'the built-in modeller' : `${here.label}, process ${here.processId}`
  return {
    status: 409,
    message: `This client was set to work in ${wanted}, but Tickbird works in ${actual}. Nothing was done. Choose ${wanted} in Tickbird’s panel, or start this client without --rhino.`,
  }
}
