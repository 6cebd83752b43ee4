import { createCore } from '../src/app.ts'
import { spawnInElectron } from './children.ts'
import { keychain } from './keychain.ts'
import { start } from './main.ts'

void start((options) => createCore({ ...options, spawnNode: spawnInElectron, keychain }))
