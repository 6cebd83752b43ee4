// npm test: everything from a fresh clone. `npm run test:unit`, `test:e2e` and `test:agents` run one part.
import { become, ensureBrowser, ensureBuilt, ensureInstalled } from './prepare.mjs'

const [part, ...rest] = process.argv.slice(2)
const known = ['unit', 'e2e', 'agents']
const parts = part && known.includes(part) ? [part] : known
const filters = part && !known.includes(part) ? [part, ...rest] : rest

ensureInstalled()
const env = { ...process.env }
if (parts.some((name) => name !== 'unit')) env.TICKBIRD_BROWSER = ensureBrowser()
ensureBuilt()

const projects = parts.flatMap((name) => ['--project', name])
become(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...filters], { env })
