import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { ROOT } from '../../src/entries.ts'
import { PYTHON } from './plugin.ts'

const FOLDER = join(ROOT, '.cache/golem')
const BIN = join(FOLDER, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python')
/** The published client, and the newest MCP package that it can be imported with. */
const PACKAGES = ['golem-3dmcp==0.2.2', 'mcp<2']

/** A Python that has GOLEM's own client. Null where it cannot be had: then its tests say so and are skipped. */
export const GOLEM = install()

function install(): string | null {
  if (PYTHON === null) return null
  if (works()) return BIN
  rmSync(FOLDER, { recursive: true, force: true })
  const made = spawnSync(PYTHON, ['-m', 'venv', FOLDER], { encoding: 'utf8' })
  const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES]
  const installed = made.status === 0 ? spawnSync(BIN, args, { encoding: 'utf8', timeout: 300_000 }) : made
  if (installed.status === 0 && works()) return BIN
  const why = installed.stderr || installed.stdout || String(installed.error ?? '')
  console.warn(`GOLEM's client could not be installed: compatibility with it is NOT tested.\n${why.slice(-2000)}`)
  return null
}

function works(): boolean {
  const tried = ['-c', 'from mcp.server.fastmcp import FastMCP; import golem_3dmcp']
  return existsSync(BIN) && spawnSync(BIN, tried).status === 0
}

export interface GolemAnswer {
  failed: boolean
  /** The tool's result where it is JSON, else its text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results freely
  result: any
}

/** GOLEM's own MCP server, started as its users start it, with an MCP client of ours in front. */
export class GolemClient {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  static async start(python: string, port: number): Promise<GolemClient> {
    const client = new Client({ name: 'golem-test', version: '1' })
    const env = { ...process.env, GOLEM_RHINO_PORT: String(port) } as Record<string, string>
    await client.connect(
      new StdioClientTransport({ command: python, args: ['-m', 'golem_3dmcp', 'start'], env, stderr: 'ignore' }),
    )
    return new GolemClient(client)
  }

  async tools(): Promise<string[]> {
    return (await this.#client.listTools()).tools.map(({ name }) => name)
  }

  async call(name: string, args: Record<string, unknown>): Promise<GolemAnswer> {
    const { content, isError } = await this.#client.callTool({ name, arguments: args })
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
    return { failed: isError === true, result: parsed(text) }
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
