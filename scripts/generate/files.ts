import { readmeWithAgents } from './agents-table.ts'
import { connectPage } from './connect-docs.ts'
import { mcpPage } from './mcp-docs.ts'
import { methodTable } from './method-table.ts'
import { toolList, toolPage } from './tool-docs.ts'
import { verificationPage } from './verification.ts'

const WIDTH = 120

/** JSON that reads and compares well: what fits a line stands on one. */
export function json(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value)
    ? value.map((part) => json(part, inner))
    : Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${json(part, inner)}`)
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

/** Every generated file of the project: path and content. The same sources give the same bytes. */
export function generatedFiles(): Record<string, string> {
  return {
    'README.md': readmeWithAgents(),
    'rhino-plugin/tickbird_rhino/methods.json': `${json(methodTable())}\n`,
    'docs/tools.json': `${json(toolList())}\n`,
    'docs/connect.md': connectPage(),
    'docs/mcp.md': mcpPage(),
    'docs/tools.md': toolPage(),
    'docs/verification.md': verificationPage(),
  }
}
