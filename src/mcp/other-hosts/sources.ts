import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { z } from 'zod'
import { isAlive } from '../../home/listeners.ts'
import { reason } from '../../home/write.ts'
import { SocketTransport } from './socket.ts'

/** A program that serves MCP and can be reached now. */
export interface Source {
  /** The same as long as it is the same program with the same settings. */
  key: string
  /** "Revit 2027", or the name in the settings. */
  label: string
  /** What stands in locators: its process, or for a server of the settings a number made from its name. */
  processId: number
  open(): Transport
}

/** Where programs put their sockets: Windows knows one place for pipes, elsewhere it is a folder. */
export const SOCKET_FOLDER = process.platform === 'win32' ? '\\\\.\\pipe\\' : join(tmpdir(), 'mcp-hosts')

/** `{App}Mcp_{Host}_{Version}_{PID}`, as the Revit and AutoCAD hosts name theirs. */
const NAME = /^[A-Za-z][A-Za-z0-9]*Mcp_([A-Za-z][A-Za-z0-9]*)_([^_/\\]+)_([1-9]\d{0,9})(?:\.sock)?$/

/** The sockets in a folder whose process lives. */
export function socketSources(folder: string = SOCKET_FOLDER): Source[] {
  return namesIn(folder).flatMap((name) => {
    const [, host, version, pid] = NAME.exec(name) ?? []
    const processId = Number(pid)
    if (host === undefined || !isAlive(processId)) return []
    const path = process.platform === 'win32' ? `${folder}${name}` : join(folder, name)
    return { key: path, label: `${host} ${version}`, processId, open: () => new SocketTransport(path) }
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(reason(error))) return []
    throw error
  }
}

const texts = z.record(z.string(), z.string())
const server = z.union([
  z.object({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    env: texts.optional(),
    cwd: z.string().optional(),
  }),
  z.object({ url: z.url({ protocol: /^https?$/ }), headers: texts.default({}) }),
])
type Configured = z.output<typeof server> & { disabled?: unknown }

/** The servers in `settings.json` under `mcpServers`, and what is wrong with those that are not in order. */
export function configuredSources(home: string): { sources: Source[]; problems: string[] } {
  const file = join(home, 'settings.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return { sources: [], problems: reason(error) === 'ENOENT' ? [] : [`${file} cannot be read (${reason(error)}).`] }
  }
  let entries: [string, unknown][]
  try {
    const { mcpServers = {} } = JSON.parse(text) as { mcpServers?: object }
    entries = Object.entries(mcpServers)
  } catch (error) {
    return { sources: [], problems: [`${file} is not valid JSON: ${(error as Error).message}`] }
  }
  const problems: string[] = []
  const sources = entries.flatMap(([name, value]) => {
    const read = server.safeParse(value)
    if ((value as { disabled?: unknown } | null)?.disabled === true) return []
    if (read.success) return [configured(name, read.data)]
    problems.push(`${file}: the server “${name}” needs either a command or an http(s) url.`)
    return []
  })
  return { sources, problems }
}

function configured(name: string, settings: Configured): Source {
  const number = createHash('sha256').update(name).digest().readUInt32BE(0)
  return {
    key: `${name} ${JSON.stringify(settings)}`,
    label: name,
    // Above every number that a system gives to a process.
    processId: 5_000_000_000 + (number % 4_000_000_000),
    open: () => {
      if ('url' in settings) {
        return new StreamableHTTPClientTransport(new URL(settings.url), { requestInit: { headers: settings.headers } })
      }
      const { command, args, env, cwd } = settings
      // What it prints to stderr is its own business, and must not fill ours.
      return new StdioClientTransport({
        command,
        args,
        stderr: 'ignore',
        ...(env && { env }),
        ...(cwd !== undefined && { cwd }),
      })
    },
  }
}
