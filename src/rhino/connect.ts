import { homeFolder } from '../home/folder.ts'
import { readOrCreateSecret } from '../home/secret.ts'
import { Fault } from '../wire/fault.ts'
import { Connection } from './connection.ts'
import type { RhinoSession } from './session.ts'
import { settingsFromEnv } from './settings.ts'

/** A session with whatever listens on this port of this machine. Throws a Fault where nothing does. */
export async function connectTo(port: number, home: string = homeFolder()): Promise<RhinoSession> {
  const { settings } = settingsFromEnv(process.env)
  const session = new Connection({
    kind: 'rhino',
    port,
    processId: null,
    secret: () => readOrCreateSecret(home),
    settings,
  })
  try {
    await session.call('ping', {})
    return session
  } catch (error) {
    await session.close()
    if (!(error instanceof Fault)) throw error
    throw new Fault(error.code, `Nothing that answers as Rhino listens on port ${port}. ${error.message}`, {
      next: 'Start `tickbird host` or Rhino with the plugin, or name another port with --port.',
    })
  }
}
