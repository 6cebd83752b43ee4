import { createCore } from '../src/app.ts'
import { start } from './main.ts'

void start(createCore)
