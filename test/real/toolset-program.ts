import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type RolldownOptions, rolldown } from 'rolldown'
import { ROOT } from '../../src/entries.ts'

/** The program that toolsets run in, built as the product builds it. */
export async function bundleToolsetProgram(): Promise<{ entry: string; remove(): void }> {
  const { default: config } = await import(pathToFileURL(join(ROOT, 'rolldown.config.mjs')).href)
  const [{ input, output, ...core }] = config as [RolldownOptions & { input: Record<string, string> }]
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const dir = mkdtempSync(join(ROOT, '.cache/toolset-'))
  const own = Object.fromEntries(
    Object.entries(input)
      .filter(([name]) => name.startsWith('toolset'))
      .map(([name, file]) => [name, join(ROOT, file)]),
  )
  const bundle = await rolldown({ ...core, input: own, cwd: ROOT })
  await bundle.write({ ...output, dir, sourcemap: false })
  await bundle.close()
  return { entry: join(dir, 'toolset.js'), remove: () => rmSync(dir, { recursive: true, force: true }) }
}
