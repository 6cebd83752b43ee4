// Installs the packages when they are missing or older than the lockfile, and says so.
import { ensureInstalled } from './prepare.mjs'

ensureInstalled()
