import type { ToolSpec } from '../tools/define.ts'
import type { ToolCaller } from './caller.ts'

/** Tools beside those of the wire. They are listed, found, checked and answered as all others; only who runs them differs. */
export interface Additions {
  /** The same list until there are others. */
  tools(): readonly ToolSpec[]
  named(name: string): ToolSpec | undefined
  /** The same caller, which also runs these. */
  through(caller: ToolCaller): ToolCaller
}

/** Several as one. */
export function together(parts: readonly Additions[]): Additions {
  let lists: (readonly ToolSpec[])[] = []
  let all: readonly ToolSpec[] = []
  return {
    tools() {
      const now = parts.map((part) => part.tools())
      if (now.some((list, at) => list !== lists[at])) {
        lists = now
        all = now.flat()
      }
      return all
    },
    named(name) {
      for (const part of parts) {
        const found = part.named(name)
        if (found) return found
      }
      return undefined
    },
    through: (caller) => parts.reduce((inner, part) => part.through(inner), caller),
  }
}

/** A caller whose `call` is another; everything else is its own. */
export const withCall = (caller: ToolCaller, call: ToolCaller['call']): ToolCaller => {
  const { ask, refused } = caller
  return {
    hosts: () => caller.hosts(),
    call,
    ...(ask && { ask: ask.bind(caller) }),
    ...(refused && { refused: refused.bind(caller) }),
  }
}
