import type { CompleteRequestParams, CompleteResult, ServerContext } from '@modelcontextprotocol/server'
import { toolNamed } from '../tools/registry.ts'
import { STANDARD_VIEWS } from '../tools/schema.ts'
import { parseParams } from '../tools/validate.ts'
import type { ToolCaller } from './caller.ts'
import { seatOf } from './seat.ts'

/** Most values in one answer: the protocol's own limit. */
const MOST = 100

/** What can stand for a variable: a reading tool, and where the names are in its output. */
interface Source {
  tool: string
  arguments: Record<string, unknown>
  list: string
  /** Of each item; left out where the items are the names. */
  field?: string
}

const layers: Source = { tool: 'list_layers', arguments: {}, list: 'layers', field: 'full_path' }

const OF_TEMPLATE: Readonly<Record<string, Source>> = {
  'rhino://layer/{path}/objects': layers,
  'rhino://object/{id}': { tool: 'list_objects', arguments: { limit: 500 }, list: 'objects', field: 'guid' },
  'rhino://view/{name}': { tool: 'list_named_views', arguments: {}, list: 'named_views' },
}

const ALWAYS: Readonly<Record<string, readonly string[]>> = { 'rhino://view/{name}': STANDARD_VIEWS }

const OF_PROMPT: Readonly<Record<string, readonly string[]>> = {
  'check process': ['3D print', 'CNC milling', 'laser cutting', 'sheet metal', 'hand-over as STEP'],
}

/** Suggestions for an argument of a prompt or a variable of a template; none where nothing is known or no host answers. */
export async function complete(
  { caller }: { caller: ToolCaller },
  { ref, argument }: CompleteRequestParams,
  context: ServerContext,
): Promise<CompleteResult> {
  const all =
    ref.type === 'ref/prompt'
      ? (OF_PROMPT[`${ref.name} ${argument.name}`] ?? [])
      : [...(ALWAYS[ref.uri] ?? []), ...(await namesFrom(caller, OF_TEMPLATE[ref.uri], context))]
  const typed = argument.value.toLowerCase()
  const fitting = [...new Set(all)].filter((value) => value.toLowerCase().includes(typed))
  // What starts with it first, else in the document's order.
  fitting.sort((a, b) => Number(b.toLowerCase().startsWith(typed)) - Number(a.toLowerCase().startsWith(typed)))
  const values = fitting.slice(0, MOST)
  return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } }
}

async function namesFrom(caller: ToolCaller, source: Source | undefined, context: ServerContext): Promise<string[]> {
  const tool = source && toolNamed(source.tool)
  if (!tool || caller.hosts().length === 0) return []
  const { client } = seatOf(context)
  const { signal } = context.mcpReq
  try {
    const { output } = await caller.call(client, tool, parseParams(tool, source.arguments), { signal })
    const list = output[source.list]
    if (!Array.isArray(list)) return []
    const { field } = source
    const names = field === undefined ? list : list.map((item: Record<string, unknown>) => item[field])
    return names.filter((name) => typeof name === 'string')
  } catch {
    // A suggestion that cannot be had is no failure: the user types the name, and the read says what is wrong with it.
    return []
  }
}
