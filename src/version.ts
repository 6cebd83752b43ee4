import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './entries.ts'

/** Our package's version. */
export const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version
