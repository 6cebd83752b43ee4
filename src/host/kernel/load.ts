import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import init, { type OpenCascadeInstance } from 'replicad-opencascadejs'
import { Fault } from '../../wire/fault.ts'

export type OpenCascade = OpenCascadeInstance

/**
 * OpenCASCADE is LGPL: whoever uses Tickbird may put in a build of their own. `TICKBIRD_OCCT_WASM` names another
 * `.wasm`; a glue file of the same name ending in `.js` beside it is taken with it, since the two belong together.
 * Without it the files of the package are used, which stay outside our bundles for the same reason.
 */
const OVERRIDE = 'TICKBIRD_OCCT_WASM'

/** Loads the single-threaded build (the other one needs a browser). About a second; the module stays until exit. */
export async function loadOpenCascade(wasm = process.env[OVERRIDE]): Promise<OpenCascade> {
  // OpenCASCADE prints its statistics (of a STEP export, say) to stdout, which belongs to the host's own protocol.
  const options: Record<string, unknown> = { print: () => undefined, printErr: console.error }
  if (!wasm) return init(options)
  if (!existsSync(wasm)) {
    throw new Fault('OPERATION_FAILED', `There is no geometry kernel at ${wasm}.`, {
      next: `Set ${OVERRIDE} to the path of an OpenCASCADE .wasm file, or unset it to use the one that came with Tickbird.`,
    })
  }
  options.locateFile = () => wasm
  const glue = wasm.replace(/\.wasm$/i, '.js')
  if (glue === wasm || !existsSync(glue)) return init(options)
  const replaced = (await import(pathToFileURL(glue).href)) as { default: typeof init }
  return replaced.default(options)
}
