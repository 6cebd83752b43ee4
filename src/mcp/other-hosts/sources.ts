import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { isAlive } from '../../home/listeners.ts'
import { reason } from '../../home/write.ts'
import type { McpServerSettings } from '../../shared/settings.ts'
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

/** Where programs put their sockets: Windows has one place for all pipes, elsewhere it is a folder. */
export const socketFolder = (platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? '\\\\.\\pipe\\' : join(tmpdir(), 'mcp-hosts')

/** `{App}Mcp_{Host}_{Version}_{PID}`, as the Revit and AutoCAD hosts name theirs. */
const NAME = /^[A-Za-z][A-Za-z0-9]*Mcp_([A-Za-z][A-Za-z0-9]*)_([^_/\\]+)_([1-9]\d{0,9})(?:\.sock)?$/

/** What the name of a socket or pipe says; undefined for one that is named otherwise. */
export function readSocketName(
  name: string,
  folder: string,
  platform: NodeJS.Platform = process.platform,
): { path: string; label: string; processId: number } | undefined {
  const [, host, version, pid] = NAME.exec(name) ?? []
  if (host === undefined) return undefined
  // A pipe's name is not a path: nothing in it is normalised.
  const path = platform === 'win32' ? `${folder}${name}` : join(folder, name)
  return { path, label: `${host} ${version}`, processId: Number(pid) }
}

/** The sockets in a folder whose process lives. */
export function socketSources(folder: string = socketFolder()): Source[] {
  return namesIn(folder).flatMap((name) => {
    const read = readSocketName(name, folder)
    if (!read || !isAlive(read.processId)) return []
    const { path, label, processId } = read
    return { key: path, label, processId, open: () => new SocketTransport(path) }
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

/** The servers of the settings. */
export function configuredSources(servers: Readonly<Record<string, McpServerSettings>>): Source[] {
  return Object.entries(servers).flatMap(([name, server]) => (server.disabled ? [] : [configured(name, server)]))
}

function configured(name: string, { command, args, env, cwd, url, headers }: McpServerSettings): Source {
  const number = createHash('sha256').update(name).digest().readUInt32BE(0)
  return {
    key: `${name} ${JSON.stringify([command, args, env, cwd, url, headers])}`,
    label: name,
    // Above every number that a system gives to a process.
    processId: 5_000_000_000 + (number % 4_000_000_000),
    open: () => {
      if (url !== undefined) return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
      // What it prints to stderr is its own business, and must not fill ours.
      return new StdioClientTransport({
        command: command ?? '',
        args,
        stderr: 'ignore',
        ...(env && { env }),
        ...(cwd !== undefined && { cwd }),
      })
    },
  }
}
