import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Nearest folder above this file that holds the package: the same for the sources, the bundles and the packed app. */
function packageRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('Tickbird cannot find its own package.json.')
    folder = parent
  }
  return folder
}

export const ROOT = packageRoot()

/** Child processes and the panel run from the build, also when the core itself runs from the sources (in tests). */
export const ENTRY = {
  host: join(ROOT, 'dist/host.js'),
  practice: join(ROOT, 'dist/practice.js'),
  cli: join(ROOT, 'dist/cli.js'),
  panel: join(ROOT, 'dist/renderer'),
} as const
