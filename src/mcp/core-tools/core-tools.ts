import type { ToolSpec } from '../../tools/define.ts'
import { type Additions, withCall } from '../additions.ts'
import type { CallOptions } from '../caller.ts'

/** A tool that Tickbird carries out itself, whether or not a Rhino is there. */
export interface CoreTool<T extends ToolSpec = ToolSpec> {
  spec: T
  /** Throws a Fault. */
  run(input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<Record<string, unknown>>
}

const PLAIN = { unit: '', length: String, number: String, count: (n: number, one: string) => `${n} ${one}` }

export function coreTools(all: readonly CoreTool[]): Additions {
  const specs = all.map(({ spec }) => spec)
  return {
    tools: () => specs,
    named: (name) => specs.find((spec) => spec.name === name),
    through: (caller) =>
      withCall(caller, async (client, tool, input, options) => {
        const found = all.find(({ spec }) => spec === tool)
        if (!found) return caller.call(client, tool, input, options)
        const output = await found.run(input, options)
        return { output, sentence: tool.summarize(input, output, PLAIN) }
      }),
  }
}
