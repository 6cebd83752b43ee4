import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where files made by Rhino itself lie beside the project, if they do. Tests only. */
const PLACES = ['../shared/data/3dm', '../../shared/data/3dm']

/** The real Rhino files to test with, by name. Says loudly when there are none: then nothing real was tested. */
export function realFiles(): { name: string; bytes: Uint8Array }[] {
  const folder = PLACES.map((place) => join(process.cwd(), place)).find(existsSync)
  if (!folder) {
    console.warn(`NOT TESTED on real Rhino files: none of ${PLACES.join(', ')} is there beside the project.`)
    return []
  }
  return readdirSync(folder)
    .filter((name) => name.endsWith('.3dm'))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }))
}
