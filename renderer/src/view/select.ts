import { note } from '../conversation/panel.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'

/** Replaces the document's selection; the host's answer comes back through the view. */
export async function select(guids: readonly string[]): Promise<void> {
  try {
    await core.call((api) => api.view.select({ guids: [...guids] }))
  } catch (error) {
    note(troubleOf(error))
  }
}
