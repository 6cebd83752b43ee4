import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SpawnNode, spawnNode } from '../../node-child.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { type ProcessOptions, ToolsetProcess } from './process.ts'
import { ALL_NAMES } from './protocol.ts'
import { isPython } from './tool.ts'

/**
 * Everything that is wrong with a toolset's folder, a sentence each: its manifest, and whether its code loads and has the
 * functions that the manifest names. Loads the code of a JavaScript toolset, in a process of its own; that of a Python
 * toolset is only read.
 */
export async function checkToolset(
  folder: string,
  { spawn = spawnNode, ...program }: { spawn?: SpawnNode; entry?: string; startMs?: number } = {},
): Promise<{ manifest: Manifest | null; troubles: string[] }> {
  const read = readManifest(folder)
  if ('troubles' in read) return { manifest: null, troubles: read.troubles }
  const { manifest } = read
  const names = isPython(manifest)
    ? pythonNames(folder, manifest)
    : await exportedNames(folder, manifest, { spawn, ...program })
  if (typeof names === 'string') return { manifest, troubles: [names] }
  const missing = manifest.tools.filter(({ name }) => !names.includes(name))
  return { manifest, troubles: missing.map(({ name }) => `${manifest.main} has no function ${name}.`) }
}

function pythonNames(folder: string, { main }: Manifest): string[] {
  const source = readFileSync(join(folder, main), 'utf8')
  return [...source.matchAll(/^def[ \t]+(\w+)[ \t]*\(/gm)].map(([, name = '']) => name)
}

/** The names, or the sentence that says why there are none. */
async function exportedNames(
  folder: string,
  { name, main, limits }: Manifest,
  program: Pick<ProcessOptions, 'spawn' | 'entry' | 'startMs'>,
): Promise<string[] | string> {
  const process = new ToolsetProcess({ name, main: join(folder, main), limits, ...program, log: () => undefined })
  const nothing = () => Promise.resolve({})
  try {
    const options = { signal: new AbortController().signal }
    return (await process.run({ tool: ALL_NAMES, input: {}, options, call: nothing })) as string[]
  } catch (error) {
    return (error as Error).message.replace(`: ${ALL_NAMES} failed: `, ' does not load: ')
  } finally {
    process.kill()
  }
}
