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

/**
 * What runs as a process of its own stands beside the packed app's archive, not in it: a plain Node cannot read one, nor
 * can a worker thread, and the geometry kernel must be a file that a user can replace.
 */
const OUTSIDE = ROOT.endsWith('.asar') ? `${ROOT}.unpacked` : ROOT

/** Beside the packed app's archive and what stands outside it, else in the package. */
const plugin = [join(OUTSIDE, 'rhino-plugin'), join(dirname(OUTSIDE), 'rhino-plugin')]

/** Child processes and the panel run from the build, also when the core itself runs from the sources (in tests). */
export const ENTRY = {
  host: join(OUTSIDE, 'dist/host.js'),
  practice: join(OUTSIDE, 'dist/practice.js'),
  toolset: join(OUTSIDE, 'dist/toolset.js'),
  cli: join(OUTSIDE, 'dist/cli.js'),
  utility: join(OUTSIDE, 'dist/utility.js'),
  panel: join(ROOT, 'dist/renderer'),
  /** Rhino's plugin: files to be copied into the user's Rhino. */
  plugin: plugin.find((folder) => existsSync(folder)) ?? join(OUTSIDE, 'rhino-plugin'),
} as const
