import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileSafely } from '../../home/write.ts'
import { MANIFEST } from './manifest.ts'

export const LANGUAGES = ['typescript', 'javascript', 'python'] as const
export type Language = (typeof LANGUAGES)[number]

const MAIN: Record<Language, string> = { typescript: 'tools.ts', javascript: 'tools.js', python: 'tools.py' }

const TYPESCRIPT = `import type { Rhino } from './rhino.ts'

/** Boxes side by side. A tool is a function of the same name as in toolset.json. */
export async function row_of_boxes({ count, size = 10 }: { count: number; size?: number }, rhino: Rhino) {
  const ids: unknown[] = []
  for (let n = 0; n < count; n++) {
    const box = await rhino.call('create_box', { corner: [n * size * 1.5, 0, 0], width: size, depth: size, height: size })
    ids.push(box.guid)
    rhino.progress(n + 1, count)
  }
  return { count, ids }
}
`

const TYPES = `/** What every tool of this toolset is given beside its arguments. */
export interface Rhino {
  /** Runs a tool of Tickbird's by its name and gives its result. Throws an error with a \`code\` and a \`next\` step. */
  call(tool: string, input?: object): Promise<Record<string, unknown>>
  /** Shows how far it is. */
  progress(done: number, total?: number, text?: string): void
  /** Aborted when the user stops the turn. */
  signal: AbortSignal
}
`

const JAVASCRIPT = `/** Boxes side by side. A tool is a function of the same name as in toolset.json. */
export async function row_of_boxes({ count, size = 10 }, rhino) {
  const ids = []
  for (let n = 0; n < count; n++) {
    const box = await rhino.call('create_box', { corner: [n * size * 1.5, 0, 0], width: size, depth: size, height: size })
    ids.push(box.guid)
    rhino.progress(n + 1, count)
  }
  return { count, ids }
}
`

const PYTHON = `"""Runs inside Rhino. A tool is a function of the same name as in toolset.json."""

import rhinoscriptsyntax as rs


def row_of_boxes(count, size=10):
    ids = []
    for n in range(count):
        x = n * size * 1.5
        corners = [(x + dx, dy, z) for z in (0, size) for dx, dy in ((0, 0), (size, 0), (size, size), (0, size))]
        ids.append(str(rs.AddBox(corners)))
    return {'count': count, 'ids': ids}
`

const CODE: Record<Language, Record<string, string>> = {
  typescript: { 'tools.ts': TYPESCRIPT, 'rhino.ts': TYPES },
  javascript: { 'tools.js': JAVASCRIPT },
  python: { 'tools.py': PYTHON },
}

const manifestOf = (name: string, language: Language) => ({
  name,
  version: '1.0.0',
  main: MAIN[language],
  tools: [
    {
      name: 'row_of_boxes',
      title: 'Row of boxes',
      description: 'Creates boxes side by side along x. `size` is in the document’s units.',
      keywords: ['series of cubes'],
      input: {
        type: 'object',
        properties: {
          count: { type: 'integer', minimum: 1, maximum: 100, description: 'How many.' },
          size: { type: 'number', exclusiveMinimum: 0, default: 10, description: 'Length of an edge.' },
        },
        required: ['count'],
      },
      effect: 'create',
      sentence: 'Row of {count} boxes',
    },
  ],
})

/** Writes a small toolset that works. The files it wrote; it throws where the folder is one already. */
export function writeTemplate(folder: string, name: string, language: Language): string[] {
  if (existsSync(join(folder, MANIFEST))) {
    throw new Error(`${folder} is a toolset already. Choose another name, or change what is there.`)
  }
  const files = { ...CODE[language], [MANIFEST]: `${JSON.stringify(manifestOf(name, language), null, 2)}\n` }
  // The manifest last: a folder is a toolset from the moment on that it has one.
  return Object.entries(files).map(([file, text]) => {
    const path = join(folder, file)
    if (!existsSync(path)) writeFileSafely(path, text, { mode: 0o644 })
    return path
  })
}
