import { createCore } from '../src/app.ts'
import { spawnInElectron } from './children.ts'
import { start } from './main.ts'

void start((options) => createCore({ ...options, spawnNode: spawnInElectron }))
