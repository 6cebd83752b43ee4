import type { Block, ToolBlock } from '../conversation/model.ts'

/** Tools that only look, by the first word of their name. Measuring is not among them: its answer is news. */
const LOOKING = /^(get|list|describe|read|search)_/

/** The agent looked something up and there is nothing to show for it: a quiet line, not a step of the work. */
export function isLook(block: Block): block is ToolBlock {
  return LOOKING.test(toolOf(block)) && isPlain(block)
}

/**
 * Blocks in the order they came; calls that follow each other and say the same, and looks that follow each other, are
 * together. What runs, failed or has a picture stands alone.
 */
export function together(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && alike(before, block)) last.push(block)
    else groups.push([block])
  }
  return groups
}

function alike(a: Block, b: Block): boolean {
  if (isLook(a) && isLook(b)) return true
  return isPlain(a) && isPlain(b) && a.tool === b.tool && a.end?.sentence !== '' && a.end?.sentence === b.end?.sentence
}

const toolOf = (block: Block): string => (block.kind === 'tool' ? block.tool : '')

const isPlain = (block: Block): block is ToolBlock =>
  block.kind === 'tool' && block.end?.outcome === 'ok' && block.end.pictures.length === 0
