import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Beside the packages, so that a bundle finds those it leaves out. */
const CACHE = join(import.meta.dirname, '../node_modules/.cache')

/** Bundles a TypeScript file for a child process of a test; packages stay outside. */
export async function bundleForNode(input: string): Promise<{ file: string; remove(): void }> {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'tickbird-test-'))
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: [/^[^./]/, ...builtinModules],
    logLevel: 'warn',
  })
  const file = join(folder, 'entry.mjs')
  await bundle.write({ file, format: 'esm' })
  await bundle.close()
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
