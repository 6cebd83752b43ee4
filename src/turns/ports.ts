import type { RhinoSession } from '../rhino/session.ts'

/** Where the session comes from that a turn works on. */
export interface SessionSource {
  /** The session in use, whatever its state; null before the first one is there. */
  current(): RhinoSession | null
  /** Waits for a session that can be called. Throws a Fault that says what is wrong. */
  ready(): Promise<RhinoSession>
  /** The session in use became another one, or changed its state. */
  onChange(listener: () => void): () => void
}
