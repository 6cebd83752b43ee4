import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { toolNamed } from '../tools/registry.ts'
import { parseParams } from '../tools/validate.ts'
import { Fault } from '../wire/fault.ts'
import type { CallOptions, Client, ToolCaller } from './caller.ts'

/** A thing to read, and the reading tool that gives it. */
export interface ResourceSpec {
  uri: string
  name: string
  title: string
  description: string
  mimeType: 'application/json' | 'image/png'
  tool: string
  arguments?: Record<string, unknown>
  /** The part of the tool's output that is meant; all of it where this is left out. */
  part?: string
}

const json = 'application/json' as const

export const RESOURCES: readonly ResourceSpec[] = [
  {
    uri: 'rhino://document',
    name: 'document',
    title: 'Document',
    description: 'Name, path, units, tolerances, counts and extents of the open document.',
    mimeType: json,
    tool: 'get_context',
    part: 'document',
  },
  {
    uri: 'rhino://layers',
    name: 'layers',
    title: 'Layers',
    description: 'Every layer with its full path, colour, state and how many objects it holds.',
    mimeType: json,
    tool: 'list_layers',
    part: 'layers',
  },
  {
    uri: 'rhino://objects',
    name: 'objects',
    title: 'Objects',
    description: 'The first 500 objects with id, type, layer, name and bounding box.',
    mimeType: json,
    tool: 'list_objects',
    arguments: { limit: 500 },
  },
  {
    uri: 'rhino://selection',
    name: 'selection',
    title: 'Selection',
    description: 'The objects the user has selected.',
    mimeType: json,
    tool: 'get_selected_objects',
    part: 'objects',
  },
  {
    uri: 'rhino://view',
    name: 'view',
    title: 'Picture of the active view',
    description: 'The active view as it looks now, 800 × 600.',
    mimeType: 'image/png',
    tool: 'capture_viewport',
    arguments: { width: 800, height: 600 },
  },
  {
    uri: 'rhino://turns',
    name: 'turns',
    title: 'Turns',
    description: 'What agents did in this document, turn by turn, and what was taken back.',
    mimeType: json,
    tool: 'list_turns',
    part: 'turns',
  },
]

/** A resource with one variable, which becomes an argument of the tool. */
export interface TemplateSpec extends ResourceSpec {
  variable: string
  argument: string
}

export const TEMPLATES: readonly TemplateSpec[] = [
  {
    uri: 'rhino://view/{name}',
    variable: 'name',
    argument: 'view_name',
    name: 'named-view',
    title: 'Picture of a view',
    description: 'A view by its name (Top, Front, Perspective, …) as it looks now, 800 × 600.',
    mimeType: 'image/png',
    tool: 'capture_viewport',
    arguments: { width: 800, height: 600 },
  },
  {
    uri: 'rhino://object/{id}',
    variable: 'id',
    argument: 'guid',
    name: 'object',
    title: 'One object',
    description: 'Size, volume, area, layer, user text and edges of one object.',
    mimeType: json,
    tool: 'get_object_info',
    arguments: { edges: true },
  },
  {
    uri: 'rhino://layer/{path}/objects',
    variable: 'path',
    argument: 'layer',
    name: 'layer-objects',
    title: 'Objects of a layer',
    description: 'The first 500 objects on one layer, by its full path.',
    mimeType: json,
    tool: 'list_objects',
    arguments: { limit: 500 },
  },
]

const shown = ({ name, title, description, mimeType }: ResourceSpec) => ({ name, title, description, mimeType })

export const resourceList: Resource[] = RESOURCES.map((spec) => ({ uri: spec.uri, ...shown(spec) }))
export const templateList: ResourceTemplateType[] = TEMPLATES.map((spec) => ({ uriTemplate: spec.uri, ...shown(spec) }))

/** The URI of a template with its variable filled in. */
export const fillTemplate = ({ uri, variable }: TemplateSpec, value: string): string =>
  uri.replace(`{${variable}}`, encodeURIComponent(value))

/** The resource behind a URI, and what its variable is. */
function find(uri: string): { spec: ResourceSpec; extra: Record<string, unknown> } | undefined {
  const plain = RESOURCES.find((spec) => spec.uri === uri)
  if (plain) return { spec: plain, extra: {} }
  for (const spec of TEMPLATES) {
    const [before = '', after = ''] = spec.uri.split(`{${spec.variable}}`)
    if (uri.length <= before.length + after.length || !uri.startsWith(before) || !uri.endsWith(after)) continue
    const value = decoded(uri.slice(before.length, uri.length - after.length))
    if (value !== undefined) return { spec, extra: { [spec.argument]: value } }
  }
  return undefined
}

/** One variable: a slash would be another resource. */
function decoded(part: string): string | undefined {
  if (part.includes('/')) return undefined
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

export const noSuchResource = (uri: string) =>
  new ResourceNotFoundError(uri.slice(0, 200), 'There is no such resource; resources/list names them all.')

/** Whether there is such a resource, as far as its name tells. */
export const isResource = (uri: string): boolean => find(uri) !== undefined

/** Reads one resource by calling its tool. Throws ResourceNotFoundError for a URI that is none, a Fault for the rest. */
export async function readResource(
  caller: ToolCaller,
  client: Client,
  uri: string,
  options: CallOptions,
): Promise<ReadResourceResult> {
  const found = find(uri)
  const tool = found && toolNamed(found.spec.tool)
  if (!found || !tool) {
    throw noSuchResource(uri)
  }
  const { spec, extra } = found
  const input = parseParams(tool, { ...spec.arguments, ...extra })
  const { output } = await caller.call(client, tool, input, options)
  if (spec.mimeType === 'image/png') {
    const picture = tool.picture === undefined ? undefined : output[tool.picture]
    if (typeof picture !== 'string' || picture === '') throw new Fault('OPERATION_FAILED', 'The host gave no picture.')
    return { contents: [{ uri, mimeType: spec.mimeType, blob: picture }] }
  }
  const text = JSON.stringify(spec.part === undefined ? output : output[spec.part]) ?? 'null'
  return { contents: [{ uri, mimeType: spec.mimeType, text }] }
}
