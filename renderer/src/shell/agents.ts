import { note } from '../conversation/panel.ts'
import { core } from '../link/core.ts'
import { troubleOf } from '../link/fault.ts'

/** Looks for the agents of this computer again; what is found comes with the status. */
export async function lookAgain(): Promise<void> {
  try {
    await core.call((api) => api.agents.refresh())
  } catch (error) {
    note(troubleOf(error))
  }
}
