import type { ToolSpec } from '../../tools/define.ts'
import { executePython } from '../../tools/scripting.ts'

/** Under which name a Python toolset's code finds its arguments: nothing of its own is called so. */
const ARGUMENTS = 'tickbird_arguments'

/**
 * A Python toolset's function as a run of Python in Rhino: its whole file, then the call. The file comes first, so that
 * the line numbers of an error are its own.
 */
export function pythonCall(source: string, tool: string, input: Record<string, unknown>, seconds: number) {
  return {
    code: `${source.replace(/^\ufeff/, '')}\n\n__result__ = ${tool}(**${ARGUMENTS})\n`,
    context: { [ARGUMENTS]: input },
    timeout_seconds: seconds,
    capture_output: true,
  }
}

/** The same with the toolset's own words, so that its card says what was done. */
export const asPython = (tool: ToolSpec, input: Record<string, unknown>): ToolSpec => ({
  ...executePython,
  name: tool.name,
  title: tool.title,
  summarize: (_given, output, words) => tool.summarize(input, resultOf(output), words),
})

/** What the function gave: an object is the result itself. */
export function resultOf({ result }: Record<string, unknown>): Record<string, unknown> {
  if (typeof result === 'object' && result !== null && !Array.isArray(result)) return result as Record<string, unknown>
  return result === null || result === undefined ? {} : { result }
}
