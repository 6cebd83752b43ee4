import type { RhinoSession } from '../rhino/session.ts'
import type { ToolSpec } from '../tools/define.ts'
import { Fault } from '../wire/fault.ts'
import type { OnProgress } from './card.ts'

/** What a caller may want of one call beside its arguments. */
export interface CallWish {
  /** The Rhino that must answer; left out: the one that the turn belongs to. */
  session?: RhinoSession | undefined
  onProgress?: OnProgress | undefined
}

/** A conversation is about one document: in another Rhino it may look, and change nothing. Throws a Fault. */
export function refuseElsewhere(tool: ToolSpec, other: RhinoSession, own: RhinoSession): void {
  if (tool.effect === 'read' || tool.effect === 'view') return
  throw new Fault(
    'OPERATION_FAILED',
    `This conversation works in ${name(own)}; in ${name(other)} it may only look. Nothing was changed.`,
    { next: 'Change the document of this conversation, or ask the designer to choose the other Rhino in the panel.' },
  )
}

const name = ({ label, processId }: RhinoSession): string => `${label} (process ${processId ?? 'unknown'})`
