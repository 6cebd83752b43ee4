import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { Effect, ToolSpec } from '../tools/define.ts'

type Hints = Required<Pick<ToolAnnotations, 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint'>>

const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean, openWorldHint = false) =>
  ({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }) satisfies Hints

/**
 * What an effect means to a client that decides whether to ask its user first. `modify` is not called destructive: undo
 * brings back everything it changes. A script may do anything, also reach the network.
 */
const OF_EFFECT: Record<Effect, Hints> = {
  read: hints(true, false, true),
  view: hints(false, false, true),
  create: hints(false, false, false),
  modify: hints(false, false, false),
  delete: hints(false, true, true),
  file: hints(false, true, false),
  run: hints(false, true, false, true),
}

export function annotationsOf(tool: Pick<ToolSpec, 'effect' | 'undoable' | 'title'>): ToolAnnotations {
  const found = OF_EFFECT[tool.effect]
  const destructive = found.destructiveHint || (tool.effect === 'modify' && tool.undoable === false)
  return { title: tool.title, ...found, destructiveHint: destructive }
}
