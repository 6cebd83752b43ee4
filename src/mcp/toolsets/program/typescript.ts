// Lets a thread import TypeScript, in every Node that we run on: its types are taken away, as newer ones do by themselves.
import { readFile } from 'node:fs/promises'
import type { LoadHook } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'amaro'

export const load: LoadHook = async (url, context, next) => {
  const { pathname, protocol } = new URL(url)
  if (protocol !== 'file:' || !/\.[cm]?ts$/.test(pathname)) return next(url, context)
  const path = fileURLToPath(url)
  try {
    return { format: 'module', source: plain(await readFile(path, 'utf8'), path), shortCircuit: true }
  } catch (error) {
    const { message, startLine } = error as { message?: string; startLine?: number }
    throw new SyntaxError(`${path}${startLine === undefined ? '' : `:${startLine}`}: ${message ?? String(error)}`)
  }
}

/** Blanks instead of types keep every line in its place; what needs code of its own (an enum) is written anew. */
function plain(source: string, filename: string): string {
  try {
    return transformSync(source, { mode: 'strip-only', filename }).code
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'UnsupportedSyntax') throw error
    return transformSync(source, { mode: 'transform', filename }).code
  }
}
