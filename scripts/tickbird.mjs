// npm run -s tickbird -- ARGUMENTS: the `tickbird` command of a clone, installed and built when it needs to be.
import { ensureBuilt, ensureInstalled, tickbird } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
await tickbird(process.argv.slice(2))
