import type { RhinoSession } from '../rhino/session.ts'
import type { DocumentCopy } from '../shared/history.ts'

/** Where the session comes from that a turn works on. */
export interface SessionSource {
  /** The session in use, whatever its state; null before the first one is there. */
  current(): RhinoSession | null
  /** Waits for a session that can be called. Throws a Fault that says what is wrong. */
  ready(): Promise<RhinoSession>
  /** The session in use became another one, or changed its state. */
  onChange(listener: () => void): () => void
}

/** Keeps copies of the document that stay when it changes. */
export interface CopyKeeper {
  /** Throws what the host or the disk says. */
  keep(session: RhinoSession, why: string): Promise<DocumentCopy>
}

/** A way back to an earlier state of the document. */
export interface WayBack {
  /** The oldest turn that goes. */
  turn: string
  /** Every turn that goes, newest first. */
  turns: string[]
  /** Opens that state in place of the document. */
  open(): Promise<void>
}

/** States of the document that outlive the process which could have undone the turns since. */
export interface EarlierStates {
  /** Back to before the oldest turn that is `wanted`; null where no state of then was kept. */
  before(session: RhinoSession, wanted: (turn: string) => boolean): Promise<WayBack | null>
}
