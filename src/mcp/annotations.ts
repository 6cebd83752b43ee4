import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { Effect, ToolSpec } from '../tools/define.ts'

type Hints = Required<Pick<ToolAnnotations, 'readOnlyHint' | 'destructiveHint' | 'openWorldHint'>> &
  Pick<ToolAnnotations, 'idempotentHint'>

const hints = (readOnlyHint: boolean, destructiveHint: boolean, openWorldHint = false): Hints => ({
  readOnlyHint,
  destructiveHint,
  openWorldHint,
})

/**
 * What an effect means to a client that decides whether to ask its user first. `modify` is not called destructive: undo
 * brings back everything it changes. A script may do anything, also reach the network.
 *
 * Codex asks before every tool that does not say all three of these, whatever the protocol's defaults are. The fourth,
 * idempotent, is false where it is left out, and says nothing of what only reads. Every word here is paid for by each
 * conversation, so the title is not said a second time.
 */
const OF_EFFECT: Record<Effect, Hints> = {
  read: hints(true, false),
  view: { ...hints(false, false), idempotentHint: true },
  create: hints(false, false),
  modify: hints(false, false),
  delete: { ...hints(false, true), idempotentHint: true },
  file: hints(false, true),
  run: hints(false, true, true),
}

export function annotationsOf(tool: Pick<ToolSpec, 'effect' | 'undoable'>): ToolAnnotations {
  const found = OF_EFFECT[tool.effect]
  return tool.effect === 'modify' && tool.undoable === false ? { ...found, destructiveHint: true } : found
}
