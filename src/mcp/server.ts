import {
  type CallToolResult,
  type InputRequiredResult,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { toolNamed } from '../tools/registry.ts'
import { isRecord, readJson } from '../tools/spelling.ts'
import { Fault } from '../wire/fault.ts'
import type { Additions } from './additions.ts'
import { ASK_ALIAS, askUser, askUserTool } from './ask-user.ts'
import { settle } from './asking.ts'
import { logged } from './call-log.ts'
import type { CallOptions, ToolCaller } from './caller.ts'
import { Catalogue } from './catalogue.ts'
import { complete } from './completion.ts'
import { envelopeTools, fixedTool } from './envelope.ts'
import type { Extras } from './extras.ts'
import { INSTRUCTIONS } from './instructions.ts'
import type { Invocation } from './invoke.ts'
import { addedTo, definitionsOf, inOrder } from './listing.ts'
import type { OtherHosts } from './other-hosts/hosts.ts'
import { shaped } from './profiles/shape.ts'
import { getPrompt, promptList } from './prompts.ts'
import { isResource, noSuchResource, readResource, resourceList, templateList } from './resources.ts'
import { asFault, ERROR_META, errorResult } from './result.ts'
import { MODERN_REVISION } from './revision.ts'
import { runTool } from './run.ts'
import { seatOf, whoIs } from './seat.ts'
import { TASKS_EXTENSION } from './tasks/door.ts'
import type { Toolsets } from './toolsets/toolsets.ts'
import type { Watching } from './watching.ts'

const VERSIONS = [...SUPPORTED_PROTOCOL_VERSIONS, MODERN_REVISION]

/** The tools change when the user adds some, which is told; the others with a new version of Tickbird only. */
const HINTS = {
  'tools/list': { ttlMs: 60_000 },
  'prompts/list': { ttlMs: 3_600_000 },
  'resources/list': { ttlMs: 3_600_000 },
  'resources/templates/list': { ttlMs: 3_600_000 },
}

const NONE: Extras = { tools: [], prompts: [], resources: [], templates: [], read: () => undefined }

export interface ServerParts {
  caller: ToolCaller
  version: string
  /** What it offers beside the catalogue. */
  extras?: Extras
  /** Other programs beside Rhino. */
  others?: OtherHosts
  /** Tools beside those of the wire; their calls go through `caller` as all others do. */
  additions?: Additions
  /** Those among them that the user added. */
  toolsets?: Toolsets
  /** Tells that the document has changed. */
  changes?: { onChange(listener: () => void): () => void }
  /** One line for every call of a tool and every read of a resource, without the line break. Must not throw. */
  log?(line: string): void
}

/** An MCP server for either era. It keeps nothing of any client: who is calling comes with each request (seat.ts). */
export function createServer(parts: ServerParts, watching: Watching): Server {
  const server = new Server(
    { name: 'tickbird', title: 'Tickbird', version: parts.version },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true },
        prompts: {},
        completions: {},
        logging: {},
        extensions: { [TASKS_EXTENSION]: {} },
      },
      instructions: INSTRUCTIONS,
      supportedProtocolVersions: VERSIONS,
      cacheHints: HINTS,
    },
  )
  const { caller, extras = NONE } = parts
  server.setRequestHandler('tools/list', (_request, context) => {
    const { set, client, profile } = seatOf(context)
    const fixed = [
      ...envelopeTools,
      ...(client.kind === 'conversation' ? [askUserTool] : []),
      ...extras.tools.map(({ definition }) => definition),
    ]
    const typed = [...definitionsOf(set), ...addedTo(set, parts.additions?.tools() ?? [])]
    return { tools: shaped(inOrder(typed, fixed, profile.mostTools), profile) }
  })
  server.setRequestHandler('tools/call', (request, context) => callTool(parts, request.params, context))
  server.setRequestHandler('resources/list', () => ({ resources: [...resourceList, ...extras.resources] }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...templateList, ...extras.templates],
  }))
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const { client } = seatOf(context)
    const options = optionsOf(context)
    const { signal } = options
    try {
      const work = async () => extras.read(params.uri) ?? (await readResource(caller, client, params.uri, options))
      return await logged({ log: parts.log, client, target: params.uri, given: {}, signal }, work)
    } catch (error) {
      throw error instanceof ProtocolError ? error : inProtocol(asFault(error))
    }
  })
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }, context) => {
    if (!isResource(uri) && !extras.read(uri)) throw noSuchResource(uri)
    if (!watching.want(whoIs(seatOf(context).client), uri)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'You watch too many resources already; let go of some.')
    }
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }, context) => {
    watching.forget(whoIs(seatOf(context).client), uri)
    return {}
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: [...promptList, ...extras.prompts.map(({ definition }) => definition)],
  }))
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const extra = extras.prompts.find(({ definition }) => definition.name === params.name)
    if (extra) return settle(context, (here) => extra.get(params.arguments ?? {}, here))
    return getPrompt(params.name, params.arguments)
  })
  server.setRequestHandler('completion/complete', ({ params }, context) => complete(parts, params, context))
  return server
}

/**
 * The same for a lane, whose requests are nearly all tool calls: these pass by the SDK's own checks, which look at the
 * whole request and result twice over, and which answer arguments that are no object with a protocol error, where they
 * are to be a result like other bad arguments.
 */
export function createLaneServer(parts: ServerParts, watching: Watching): Server {
  const server = createServer(parts, watching)
  server.removeRequestHandler('tools/call')
  server.fallbackRequestHandler = (request, context) => {
    if (request.method !== 'tools/call') throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
    return callTool(parts, request.params, context)
  }
  return server
}

/** One call of a tool, whoever serves it. Throws a protocol error for a tool that is not there. */
export async function callTool(
  parts: ServerParts,
  params: JSONRPCRequest['params'],
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { client } = seatOf(context)
  const options = optionsOf(context)
  const name = typeof params?.name === 'string' ? params.name : ''
  const given = asObject(params?.arguments)
  const { caller, others, toolsets } = parts
  const catalogue = catalogueOf(parts)
  const work = workOf(parts, name, { caller, catalogue, client, options, others, toolsets }, given ?? {})
  if (!work) throw unknownTool(name)
  const { signal } = options
  if (!given) {
    const fault = new Fault('INVALID_PARAMS', `${name}: the arguments must be a JSON object.`, { next: 'Send {…}.' })
    return logged({ log: parts.log, client, target: name, given: {}, signal }, async () => errorResult(fault))
  }
  return settle(context, (here) => logged({ log: parts.log, client, target: name, given, signal }, () => work(here)))
}

const catalogues = new WeakMap<ServerParts, Catalogue>()

/** One for all servers that are made of the same parts: its index costs some ms to make. */
function catalogueOf(parts: ServerParts): Catalogue {
  const catalogue = catalogues.get(parts) ?? new Catalogue(parts.additions)
  catalogues.set(parts, catalogue)
  return catalogue
}

/** Arguments, also as JSON text; none at all are `{}`. Undefined for anything that is no object. */
function asObject(given: unknown): Record<string, unknown> | undefined {
  if (given === undefined || given === null) return {}
  const value = readJson(given)
  return isRecord(value) ? value : undefined
}

/** What calling a tool by this name does; undefined where there is no such tool. */
function workOf(parts: ServerParts, name: string, invocation: Invocation, given: Record<string, unknown>) {
  const extra = parts.extras?.tools.find(({ definition }) => definition.name === name)
  if (extra) return (context: ServerContext) => extra.call(given, context)
  const fixed = fixedTool(name)
  if (fixed) return async (context: ServerContext) => fixed.run({ ...invocation, context }, given)
  if (name === askUserTool.name || name === ASK_ALIAS)
    return async () => askUser(invocation.caller, invocation.client, given)
  const tool = toolNamed(name) ?? parts.additions?.named(name)
  const { caller, client, options } = invocation
  return tool && ((context: ServerContext) => runTool(caller, client, tool, given, options, context))
}

/** A read that failed: the same sentence, code and next step as a tool's error result has. */
function inProtocol(fault: Fault): ProtocolError {
  const { next, ...details } = fault.details
  const data = { [ERROR_META]: { code: fault.code, details, next: next ?? null } }
  return new ProtocolError(ProtocolErrorCode.InternalError, [fault.message, next].filter(Boolean).join(' '), data)
}

/** Names only what fits in a line: a hostile name must not travel back at length. */
function unknownTool(name: string): ProtocolError {
  const shown = name.replaceAll(/[^\w.:/-]/g, '?').slice(0, 40)
  const cut = name.length > 40 ? '…' : ''
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool "${shown}${cut}". tools/list names the tools of this connection; search_dynamic finds all others.`,
  )
}

/** Cancellation and progress of one request, in the caller's words. */
export function optionsOf({ mcpReq }: ServerContext): CallOptions {
  const token = mcpReq._meta?.progressToken
  if (token === undefined) return { signal: mcpReq.signal }
  let last = Number.NEGATIVE_INFINITY
  return {
    signal: mcpReq.signal,
    onProgress({ done, total, text }) {
      // The protocol wants every progress above the one before it.
      if (!(done > last) || mcpReq.signal.aborted) return
      last = done
      const params = {
        progressToken: token,
        progress: done,
        ...(total === undefined ? {} : { total }),
        ...(text === undefined ? {} : { message: text }),
      }
      // A client that is gone is noticed by the signal; there is nobody left to tell.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
    },
  }
}
