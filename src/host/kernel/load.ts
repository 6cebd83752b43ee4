import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import init, { type OpenCascadeInstance } from 'replicad-opencascadejs'
import { Fault } from '../../wire/fault.ts'
import { mendDeletion } from './deletion.ts'

export type OpenCascade = OpenCascadeInstance

/**
 * OpenCASCADE is LGPL: whoever uses Tickbird may put in a build of their own. `TICKBIRD_OCCT_WASM` names another
 * `.wasm`; a glue file of the same name ending in `.js` beside it is taken with it, since the two belong together.
 * Without it the files of the package are used, which stay outside our bundles for the same reason.
 */
const OVERRIDE = 'TICKBIRD_OCCT_WASM'

/** Loads the single-threaded build (the other one needs a browser). About a second; the module stays until exit. */
export async function loadOpenCascade(override = process.env[OVERRIDE]): Promise<OpenCascade> {
  if (override && !existsSync(override)) {
    throw new Fault('OPERATION_FAILED', `There is no geometry kernel at ${override}.`, {
      next: `Set ${OVERRIDE} to the path of an OpenCASCADE .wasm file, or unset it to use the one that came with Tickbird.`,
    })
  }
  const wasm = override || createRequire(import.meta.url).resolve('replicad-opencascadejs/wasm')
  const start = override ? await glueBeside(override) : init
  let table: WebAssembly.Table | undefined
  const oc = await start({
    // OpenCASCADE prints its statistics (of a STEP export, say) to stdout, which belongs to the host's own protocol.
    print: () => undefined,
    printErr: console.error,
    instantiateWasm: async (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      const { instance } = await WebAssembly.instantiate(await readFile(wasm), imports)
      table = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Table)
      done(instance)
    },
  })
  mendDeletion(oc, table)
  return oc
}

async function glueBeside(wasm: string): Promise<typeof init> {
  const glue = wasm.replace(/\.wasm$/i, '.js')
  if (glue === wasm || !existsSync(glue)) return init
  const { default: start } = (await import(pathToFileURL(glue).href)) as { default: typeof init }
  return start
}
